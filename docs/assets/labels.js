/* On phones each row of a table is a card, in which the style sheet writes the name of a column before its value.
   Alone in its file: it runs before other scripts are there, so that little on the page moves. */

for (const table of document.querySelectorAll("table.rows:not(:has(td[data-label]))")) {
  for (const head of table.querySelectorAll("thead th:not([data-plain])")) {
    table.style.setProperty(`--label-${head.cellIndex + 1}`, JSON.stringify(`${head.textContent}: `));
  }
}
