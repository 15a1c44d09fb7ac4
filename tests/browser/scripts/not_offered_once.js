(input, names) => names.filter((name) => {
  input.value = name;
  input.dispatchEvent(new Event("input", { bubbles: true }));
  return [...document.querySelectorAll("#comparable option")].filter(({ value }) => value === name).length !== 1;
})
