/* What runs today: the workload that the address chooses (?for=training), the rows and tables that have typed words in
   their names, and the cell whose lines are open. */

import { hasWords } from "../numbers.js";

const filter = document.querySelector(".workloads");
const cells = [...document.querySelectorAll(".support-grid td > a")];
const openCell = () => cells.find(({ hash }) => hash === location.hash);
let marked;

/* A class, by which a browser passes over the rules for rows and cells while all workloads are chosen. */
const choose = ({ dataset }) => { document.body.className = dataset.shows ? `only-${dataset.shows}` : ""; };

function mark() {
  marked?.removeAttribute("aria-current");
  marked = openCell();
  marked?.setAttribute("aria-current", "true");
}

const asked = new URLSearchParams(location.search).get("for") ?? "";
const chosen = [...filter.elements].find(({ value }) => value === asked);
if (chosen) {
  chosen.checked = true;
  choose(chosen);
}
filter.addEventListener("change", ({ target }) => {
  choose(target);
  history.replaceState(null, "", (target.value ? `?for=${target.value}` : location.pathname) + location.hash);
});

/* Of a table all words may stand in what is said of the whole, its vendor and hardware, or in the names of rows too.
   Gives whether any row has them. */
function findIn(table, words) {
  const whole = `${table.parentElement.ariaLabel} ${table.tHead.textContent}`;
  for (const row of table.tBodies[0].rows) {
    const [head] = (row.matches(".lines") ? row.previousElementSibling : row).cells;
    row.hidden = !hasWords(`${whole} ${head.textContent}`.toLowerCase(), words);
  }
  return table.querySelector("tbody tr:not([hidden])") !== null;
}

function find(words) {
  for (const heading of document.querySelectorAll("article h2")) {
    heading.hidden = true;
    for (let part = heading.nextElementSibling; part?.matches(":has(.support-grid)"); part = part.nextElementSibling) {
      part.hidden = !findIn(part.querySelector(".support-grid"), words);
      if (part.matches("details")) part.open = words !== "" && !part.hidden;
      heading.hidden &&= part.hidden;
    }
  }
}
const field = document.querySelector(".find");
field.oninput = ({ target }) => {
  find(target.value);
  const isNone = !document.querySelector("article h2:not([hidden])");
  field.querySelector("output").textContent = isNone ? "None has these words." : "";
};

function shut() {
  const { pathname, search } = location;
  location.replace("#-"); // to nothing: only a change of the fragment ends what it pointed to
  history.replaceState(null, "", pathname + search);
}
/* A second click on the cell shuts its lines, and so does Escape. */
addEventListener("click", (event) => {
  if (!openCell()?.contains(event.target)) return;
  event.preventDefault();
  shut();
});
addEventListener("keydown", ({ key }) => { if (key === "Escape" && openCell()) shut(); });
mark();
addEventListener("hashchange", mark);
