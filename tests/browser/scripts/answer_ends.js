() => {
  const verdicts = [...document.querySelectorAll("article :is(.verdict, .nothing)")];
  return verdicts.find((one) => one.checkVisibility())?.getBoundingClientRect().bottom ?? null;
}
