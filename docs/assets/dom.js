/* Elements, made without a word of HTML in a string; and where the site and its data are. */

/** The root of the site. */
export const ROOT = new URL("..", import.meta.url);

/** What a JSON file of the site holds. */
export const readJson = async (path) => (await fetch(ROOT + path)).json();

const MOST_OFFERED = 40;

function filled(made, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) made.addEventListener(name.slice(2), value);
    else if (value || value === "" || value === 0) made.setAttribute(name, value === true ? "" : value);
  }
  made.append(...children.filter((child) => child || child === 0));
  return made;
}

/** An element with attributes and `on…` listeners; false, null and undefined leave an attribute out, and a child. */
export const element = (tag, attributes = {}, ...children) => filled(document.createElement(tag), attributes, children);

/** The same of a drawing. */
export const draw = (tag, attributes, ...children) =>
  filled(document.createElementNS("http://www.w3.org/2000/svg", tag), attributes, children);

export const button = (words, onclick, attributes) =>
  element("button", { type: "button", onclick, ...attributes }, words);

/** A verdict with its symbol, in its tone. */
export const verdict = (words, { tone, symbol }) =>
  element("span", { class: `verdict tone-${tone}`, "data-symbol": symbol }, words);

/** A table of facts in its frame, as the macro `table` of the templates writes it, which columns
    hold `numbers` included. */
export const framed = (label, heads, body, numbers) =>
  element("div", { class: "frame", tabindex: "0", role: "region", "aria-label": label },
    element("table", { class: "data rows", "data-n": numbers },
      element("caption", { class: "visually-hidden" }, label),
      element("thead", {}, element("tr", {}, ...heads.map((words) => element("th", { scope: "col" }, words)))), body));

/** Offers names, [value, label], in the list of a field: those that have what is typed there. A browser is slow with
    thousands. */
export function offer(input, namesOf) {
  const fill = () => {
    const typed = input.value.trim().toLowerCase();
    const found = namesOf().filter((name) => name.join(" ").toLowerCase().includes(typed)).slice(0, MOST_OFFERED);
    input.list.replaceChildren(...found.map(([value, label = ""]) => element("option", { value }, label)));
  };
  input.addEventListener("input", fill);
  fill();
}

/** Runs what may wait until the browser has painted what was changed so far. */
export const afterPaint = (run) => requestAnimationFrame(() => setTimeout(run));

/** A button that copies what `content` gives, and a word when it has. */
export function copier(words, content) {
  const said = element("span", { role: "status", class: "aside" });
  const copy = async () => {
    await navigator.clipboard.writeText(content());
    said.textContent = "Copied.";
  };
  return [button(words, copy, { class: "copy" }), said];
}
