/* The search: a dialog with one field and a list of what was found, which the arrow keys walk. Nothing is fetched for
   it before it is opened. */

import { ROOT, button, copier, element } from "./dom.js";
import { option } from "./search/results.js";

const EMPTY = "Type a model, hardware, a framework or a question.";
const MOST_TRIES = 2;

const field = element("input", { role: "combobox", "aria-label": "Search models, hardware, frameworks",
  placeholder: "llama 3.1 8b on inf2, torch-neuronx 2.9 …", "aria-autocomplete": "list", "aria-expanded": "false",
  "aria-controls": "search-list", autocapitalize: "off", autocorrect: "off", autocomplete: "off", spellcheck: "false",
  enterkeyhint: "go" });
const said = element("p", { class: "search-said", role: "status" });
const list = element("div", { id: "search-list", role: "listbox", "aria-label": "Results", hidden: true });
const key = (name) => element("kbd", {}, name);
const dialog = element("dialog", { class: "search", "aria-label": "Search" }, element("div", { class: "search-box" },
  element("div", { class: "search-head" }, field, button("Close", () => dialog.close())),
  said, list,
  element("div", { class: "search-foot" }, ...copier("Copy link", shared),
    element("span", { class: "search-keys" }, key("↑"), " ", key("↓"), " to choose, ", key("Enter"), " to open, ",
      key("Esc"), " to close"))));
document.body.append(dialog);

let worker;
/* What the worker is asked now. It has one question at a time: what is typed meanwhile is asked when that is answered,
   and nothing that was typed in between. */
let asked;
let tries = 0;
let opensFirst = false;

function start() {
  const own = new Worker(new URL("search-worker.js", import.meta.url), { type: "module" });
  own.addEventListener("message", ({ data }) => worker === own && (data.failed ? replace() : take(data)));
  own.addEventListener("error", () => worker === own && replace());
  worker = own;
}

function ask() {
  list.setAttribute("aria-busy", "true");
  if (asked !== undefined) return;
  if (!worker) start();
  asked = field.value;
  worker.postMessage(asked);
}

function take(answer) {
  const isNewest = asked === field.value;
  [asked, tries] = [undefined, 0];
  if (isNewest) show(answer);
  else ask();
}

/* A worker that failed is not used again. Its question goes to another, once. */
function replace() {
  worker.terminate();
  [worker, asked, tries] = [undefined, undefined, tries + 1];
  if (tries < MOST_TRIES) return ask();
  tries = 0;
  return show({ failed: true });
}

function typed() {
  opensFirst = false;
  ask();
}

function summary({ words, cut, failed, total, hits, read, unknown, note, several }) {
  if (failed) return "The search could not be loaded. The next key tries again.";
  if (!words.length) return EMPTY;
  const nothing = `Nothing found: no record here has that name.${hits.length ? " The nearest names:" : ""}`;
  const bound = cut ? ` Only the beginning of a long text is searched, at most ${cut} words.` : "";
  if (!total) return nothing + bound;
  const missing = unknown.length ? `, none with “${unknown.join("”, “")}”` : "";
  const others = several ? ` “${several.typed}” may mean ${several.count} models: answered for ${several.name}, ` +
    "see below for the others." : "";
  const asRead = read ? ` for “${read}”` : "";
  return `${total} ${total === 1 ? "result" : "results"}${asRead}${missing}.${note}${others}${bound}`;
}

function show(answer) {
  const { words = [], hits = [] } = answer;
  list.replaceChildren(...hits.map((hit, number) => option(hit, number, words)));
  list.hidden = !hits.length;
  list.setAttribute("aria-busy", "false");
  field.setAttribute("aria-expanded", String(hits.length > 0));
  said.textContent = summary(answer);
  select(0);
  if (opensFirst) openSelected();
}

const selected = () => list.querySelector("[aria-selected=true]");

/* Makes one option the current one; past the last stands the first. */
function select(number) {
  const options = [...list.children];
  selected()?.setAttribute("aria-selected", "false");
  const chosen = options.at(number % options.length);
  chosen?.setAttribute("aria-selected", "true");
  if (number) chosen?.scrollIntoView({ block: "nearest" });
  else list.scrollTop = 0;
  if (chosen) field.setAttribute("aria-activedescendant", chosen.id);
  else field.removeAttribute("aria-activedescendant");
}

const move = (steps) => select([...list.children].indexOf(selected()) + steps);

/* Opens the chosen option; while an answer is awaited, its first when it is there. */
function openSelected() {
  opensFirst = list.getAttribute("aria-busy") === "true";
  if (!opensFirst) selected()?.click();
}

const KEYS = { ArrowDown: () => move(1), ArrowUp: () => move(-1), Enter: openSelected };

function openSearch(text = field.value) {
  if (!dialog.open) dialog.showModal();
  field.value = text;
  field.focus();
  field.select();
  ask();
}

/* The address of a shared search has it as its query: /?q=gpt2. */
function shared() {
  return `${ROOT}?${new URLSearchParams({ q: field.value })}`;
}

/* The address of this page, with a question or without. */
function keep(question) {
  const address = new URL(location.href);
  if (question) address.searchParams.set("q", question);
  else address.searchParams.delete("q");
  if (address.href !== location.href) history.replaceState(history.state, "", address);
}

/* Closed, the search leaves the address of the page without its query; and what was to open stays shut. */
function closed() {
  opensFirst = false;
  keep();
}

function opens({ key, ctrlKey, metaKey, altKey, target }) {
  if ((ctrlKey || metaKey) && !altKey && key.toLowerCase() === "k") return true;
  const isTyping = target.closest?.("input, textarea, select, [contenteditable]");
  return key === "/" && !ctrlKey && !metaKey && !altKey && !isTyping;
}

document.addEventListener("keydown", (event) => {
  if (dialog.open || !opens(event)) return;
  event.preventDefault();
  openSearch();
});

document.querySelector(".search-opener").addEventListener("submit", (event) => {
  event.preventDefault();
  openSearch();
});

field.addEventListener("input", typed);
field.addEventListener("keydown", (event) => {
  if (event.isComposing || !KEYS[event.key]) return;
  event.preventDefault();
  KEYS[event.key]();
});

dialog.addEventListener("click", ({ target }) => target === dialog && dialog.close());
dialog.addEventListener("close", closed);

/* A chosen place on this very page closes the dialog; who comes back from another page finds the question again. */
list.addEventListener("click", ({ target, ctrlKey, metaKey }) => {
  const link = target.closest("a");
  if (!link || ctrlKey || metaKey) return;
  if (link.pathname === location.pathname) dialog.close();
  else keep(field.value);
});

const query = new URLSearchParams(location.search).get("q");
if (query) openSearch(query);
