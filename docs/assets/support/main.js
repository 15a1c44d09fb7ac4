/* What runs today: the workload that the address chooses (?for=training), the rows and tables that have typed words in
   their names, and the cell whose lines are open. */

import { hasWords } from "../numbers.js";

const filter = document.querySelector(".workloads");
const cells = [...document.querySelectorAll(".support-grid td > a")];
const isOpen = ({ hash }) => hash === location.hash;
let marked;

/* A class, by which a browser passes over the rules for rows and cells while all workloads are chosen. */
const choose = ({ dataset }) => { document.body.className = dataset.shows ? `only-${dataset.shows}` : ""; };

function mark() {
  marked?.removeAttribute("aria-current");
  marked = location.hash ? cells.find(isOpen) : undefined;
  marked?.setAttribute("aria-current", "true");
}

const asked = new URLSearchParams(location.search).get("for") ?? "";
const chosen = filter.querySelector(`[value="${CSS.escape(asked)}"]`);
if (chosen) {
  chosen.checked = true;
  choose(chosen);
}

/* Whether a row of a table has all words in its own name or in what is said of the whole, vendor and hardware. The
   others are hidden, each with its lines. */
function findIn(table, words) {
  const whole = `${table.parentElement.ariaLabel} ${table.tHead.textContent}`;
  for (const row of table.querySelectorAll("tbody tr:not(.lines)")) {
    row.hidden = !hasWords(`${whole} ${row.cells[0].textContent}`.toLowerCase(), words);
    row.nextElementSibling.hidden = row.hidden;
  }
  return table.querySelector("tbody tr:not([hidden])") !== null;
}

function find(words) {
  let isAny = false;
  for (const heading of document.querySelectorAll("article h2")) {
    heading.hidden = true;
    for (let part = heading.nextElementSibling; part?.matches(":has(.support-grid)"); part = part.nextElementSibling) {
      const isFound = findIn(part.querySelector(".support-grid"), words);
      part.hidden = !isFound;
      part.open = words && isFound;
      if (isFound) heading.hidden = false;
      isAny ||= isFound;
    }
  }
  filter.querySelector("output").textContent = isAny ? "" : "None found.";
  return isAny;
}

/* Hardware by any of its names, such as trn2, is found by that of its column. */
async function named(typed) {
  const { readNames } = await import("../names.js");
  const [found] = (await readNames()).hardware.records(typed);
  const column = found && document.querySelector(`th [id="${found.id}"]`);
  return column?.textContent ?? typed;
}

filter.addEventListener("input", async ({ target }) => {
  const { type, value } = target;
  if (type === "search") {
    const name = find(value) ? value : await named(value);
    if (name !== value && target.value === value) find(name); // nothing else was typed meanwhile
    return;
  }
  choose(target);
  history.replaceState(null, "", (target.value ? `?for=${target.value}` : location.pathname) + location.hash);
});

function shut() {
  const { pathname, search } = location;
  location.replace("#-"); // to nothing: only a change of the fragment ends what it pointed to
  history.replaceState(null, "", pathname + search);
  marked?.focus(); // who came by keyboard goes on from the cell
}
/* A second click on the cell shuts its lines, and so does Escape. */
addEventListener("click", (event) => {
  const cell = event.target.closest(".support-grid td > a");
  if (!cell || !isOpen(cell)) return;
  event.preventDefault();
  shut();
});
addEventListener("keydown", ({ key }) => {
  if (key === "Escape" && document.querySelector(".support-grid :target")) shut();
});
mark();
addEventListener("hashchange", mark);
