/* Long tables: the first rows, and a button for the others. Which these are stands in classes, and the style sheet
   hides them: `beyond` on phones, where each row is a card, except rows of the class `kept`, `far` everywhere. */

import { afterPaint, button } from "./dom.js";

const MOST_CARDS = 3;
const MOST_ROWS = 50; // of a table on the page of a record
/** Rows that are painted at once when a reader wants all, before the others: some screens of them. */
export const FIRST_SHOWN = 40;

/** Cuts the table in an element; what it gives is called again after rows were hidden, shown or moved, with how many
    rows may show on wide screens, and of how many, where not all are made yet. `opened` is called when the reader
    wants all. */
export function cut(root, opened = () => {}) {
  let showMore;
  const more = button("", () => {
    showMore();
    more.hidden = true;
    afterPaint(() => { root.classList.remove("cut"); opened(); });
  }, { class: "show-all" });
  root.append(more);
  root.classList.add("cut");
  return function mark(shown = [...root.querySelectorAll("tbody tr:not(.group, [hidden])")], most = Infinity,
    total = shown.length) {
    const show = (further) => {
      shown.forEach((row, place) => {
        row.classList.toggle("beyond", place >= MOST_CARDS + further && !row.matches(".kept"));
        row.classList.toggle("far", place >= most + further);
      });
      for (const group of root.querySelectorAll("tbody tr.group:not(.none)")) {
        for (const kind of ["beyond", "far"]) {
          group.classList.toggle(kind, !group.parentElement.querySelector(`tr:not(.group, [hidden], .${kind})`));
        }
      }
    };
    show(0);
    showMore = () => show(FIRST_SHOWN);
    more.textContent = `Show all ${total}`;
    more.hidden = total <= MOST_CARDS;
    more.classList.toggle("everywhere", total > most);
  };
}

for (const frame of document.querySelectorAll(".frame:has(> .rows tr:nth-child(4))")) {
  if (!frame.closest("[data-list]")) cut(frame)(undefined, MOST_ROWS);
}
