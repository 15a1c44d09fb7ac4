(list, shown) =>
  [...list.querySelectorAll("tbody tr")]
    .filter((row) => !shown || row.checkVisibility())
    .map((row) => row.cells[0].innerText.trim())
