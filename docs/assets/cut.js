/* Long tables on phones, where each row is a card: the first rows, and a button for the others. The style sheet hides
   these, on phones alone. */

import { button } from "./dom.js";

const MOST_ROWS = 12;

/** Cuts the table in an element; what it gives is called again after rows were hidden, shown or moved. */
export function cut(root) {
  const more = button("", () => root.classList.remove("cut"), { class: "show-all" });
  root.append(more);
  root.classList.add("cut");
  return function mark() {
    const shown = [...root.querySelectorAll("tbody tr:not(.group, [hidden])")];
    shown.forEach((row, place) => row.classList.toggle("beyond", place >= MOST_ROWS));
    for (const group of root.querySelectorAll("tbody tr.group")) {
      group.classList.toggle("beyond", !group.parentElement.querySelector("tr:not(.group, [hidden], .beyond)"));
    }
    more.textContent = `Show all ${shown.length}`;
    more.hidden = shown.length <= MOST_ROWS;
  };
}

for (const frame of document.querySelectorAll(".frame:has(> .rows tr:nth-child(13))")) {
  if (!frame.closest("[data-list]")) cut(frame)();
}
