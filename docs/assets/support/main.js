/* What runs today: the workload that the address chooses (?for=training), and the cell whose lines are open. */

const filter = document.querySelector(".workloads");
const cells = [...document.querySelectorAll(".support-grid td > a")];
let open;

/* A class, by which a browser passes over the rules for rows and cells while all workloads are chosen. */
const choose = ({ dataset }) => { document.body.className = dataset.shows ? `only-${dataset.shows}` : ""; };

function mark() {
  open?.removeAttribute("aria-current");
  open = cells.find(({ hash }) => hash === location.hash);
  open?.setAttribute("aria-current", "true");
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

/* A second click on the cell shuts its lines. */
addEventListener("click", (event) => {
  if (!open?.contains(event.target)) return;
  event.preventDefault();
  const { pathname, search } = location;
  location.replace("#-"); // to nothing: only a change of the fragment ends what it pointed to
  history.replaceState(null, "", pathname + search);
});
mark();
addEventListener("hashchange", mark);
