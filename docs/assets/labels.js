/* On phones each row of a table is a card, in which the style sheet writes the name of a column before its value.
   Alone in its file: it runs before other scripts are there, so that little on the page moves. */

export function label(table) {
  for (const head of table.querySelectorAll("thead th")) {
    // The name of a list stands before its date.
    const name = (head.querySelector("a") ?? head).textContent;
    const words = "plain" in head.dataset ? "" : JSON.stringify(`${name}: `);
    table.style.setProperty(`--label-${head.cellIndex + 1}`, words);
  }
}

document.querySelectorAll("table.rows").forEach(label);
