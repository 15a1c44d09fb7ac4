/* The two questions on the home page: a name typed there leads straight to its page.
   Without this module the forms lead to the lists. */

const MOST_SHOWN = 6;

const plain = (name) => name.trim().toLowerCase().replace(/^ml\./, "");

/** Addresses that a typed name may mean: the best kind of match wins, an exact id alone. Models come before architectures. */
export function matches(typed, choices) {
  const wanted = plain(typed);
  if (!wanted) return [];
  const exact = choices.find((choice) => choice.id === typed.trim());
  if (exact) return [exact];
  const kinds = [
    (choice) => plain(choice.id) === wanted || plain(choice.name) === wanted,
    (choice) => plain(choice.name).startsWith(wanted) || plain(choice.id).startsWith(wanted),
    (choice) => plain(choice.name).includes(wanted) || plain(choice.id).includes(wanted),
  ];
  for (const kind of kinds) {
    const found = new Map(choices.filter(kind).map((choice) => [choice.address, choice]));
    if (found.size) return [...found.values()];
  }
  return [];
}

let names;

/** Everything that may be typed into a form, fetched once and when first needed; the browser completes it. */
async function choicesOf(form, root) {
  names ??= fetch(new URL("assets/names.json", root)).then((answer) => answer.json());
  const choices = (await names)[form.dataset.question].map(([name, address]) => ({ name, address, id: address.slice(address.indexOf("/") + 1, -1) }));
  const list = form.querySelector("datalist");
  if (!list.options.length) list.append(...choices.map(({ name, id }) => new Option(name === id ? "" : id, name)));
  return choices;
}

function answer(form, typed, found, root) {
  const place = form.querySelector(".answer");
  if (!found.length) {
    place.textContent = `No name here matches “${typed}”. Try a part of it, or open the whole list below.`;
    return;
  }
  place.replaceChildren(`${found.length} names match: `);
  for (const choice of found.slice(0, MOST_SHOWN)) {
    const link = document.createElement("a");
    link.href = new URL(choice.address, root);
    link.textContent = choice.id;
    place.append(link, " ");
  }
  if (found.length > MOST_SHOWN) place.append("and more: type on.");
}

function listen() {
  for (const form of document.querySelectorAll("form[data-question]")) {
    const root = new URL("..", form.action);
    form.elements.q.addEventListener("focus", () => choicesOf(form, root), { once: true });
    form.addEventListener("submit", async (event) => {
      const typed = form.elements.q.value;
      if (!typed.trim()) return;
      event.preventDefault();
      const found = matches(typed, await choicesOf(form, root));
      if (found.length === 1) location.assign(new URL(found[0].address, root));
      else answer(form, typed.trim(), found, root);
    });
  }
}

if (window.document$) window.document$.subscribe(listen);
else listen();
