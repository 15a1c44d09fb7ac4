/* The search: a dialog with one field and a list of what was found, which the arrow keys walk. The theme has no part in
   it. Nothing is fetched for it before it is opened. */

import { copier } from "./dom.js";
import { option } from "./search/results.js";

const ROOT = new URL("..", import.meta.url);
const EMPTY = "Type a model, hardware, a framework or a question.";

const opener = document.querySelector(".search-opener");
const dialog = document.querySelector("dialog.search");
const [field, said, list] = ["input", "[role=status]", "[role=listbox]"].map((one) => dialog.querySelector(one));

let worker;
let asked = 0;

function ask() {
  asked += 1;
  list.setAttribute("aria-busy", "true");
  worker.postMessage({ number: asked, typed: field.value });
}

function start() {
  if (worker) return;
  worker = new Worker(new URL("search-worker.js", import.meta.url), { type: "module" });
  worker.addEventListener("message", ({ data }) => data.number === asked && show(data));
  worker.addEventListener("error", () => show({ failed: true }));
}

function summary({ total, words, hits, failed }) {
  if (failed) return "The search could not be loaded. The next key tries again.";
  if (!words.length) return EMPTY;
  if (total) return `${total} ${total === 1 ? "result" : "results"}`;
  return hits.length ? "Nothing found. The nearest names:" : "Nothing found.";
}

function show(answer) {
  const { words = [], hits = [] } = answer;
  list.replaceChildren(...hits.map((hit, number) => option(hit, number, words, ROOT)));
  list.hidden = !hits.length;
  list.setAttribute("aria-busy", "false");
  field.setAttribute("aria-expanded", String(hits.length > 0));
  said.textContent = summary(answer);
  select(0);
}

const selected = () => list.querySelector("[aria-selected=true]");

/* Makes one option the current one; past the last stands the first. */
function select(number) {
  const options = [...list.children];
  selected()?.setAttribute("aria-selected", "false");
  const chosen = options.at(number % options.length);
  chosen?.setAttribute("aria-selected", "true");
  chosen?.scrollIntoView({ block: "nearest" });
  if (chosen) field.setAttribute("aria-activedescendant", chosen.id);
  else field.removeAttribute("aria-activedescendant");
}

const move = (steps) => select([...list.children].indexOf(selected()) + steps);

const KEYS = { ArrowDown: () => move(1), ArrowUp: () => move(-1), Enter: () => selected()?.click() };

function openSearch(typed = field.value) {
  if (!dialog.open) dialog.showModal();
  field.value = typed;
  field.focus();
  field.select();
  start();
  ask();
}

/* The address of a shared search has it as its query: /?q=gpt2. */
function shared() {
  const address = new URL(ROOT);
  address.searchParams.set("q", field.value);
  return address.href;
}

/* Without its own query an address stays that of the page when the search is closed. */
function forgetQuery() {
  const address = new URL(location.href);
  if (!address.searchParams.has("q")) return;
  address.searchParams.delete("q");
  history.replaceState(history.state, "", address);
}

const isTyping = ({ target }) => target.closest?.("input, textarea, select, [contenteditable]");

function opens(event) {
  const { key, ctrlKey, metaKey, altKey } = event;
  if ((ctrlKey || metaKey) && !altKey && key.toLowerCase() === "k") return true;
  return key === "/" && !ctrlKey && !metaKey && !altKey && !isTyping(event);
}

document.addEventListener("keydown", (event) => {
  if (dialog.open || !opens(event)) return;
  event.preventDefault();
  openSearch();
});

opener.addEventListener("submit", (event) => {
  event.preventDefault();
  openSearch();
});

field.addEventListener("input", ask);
field.addEventListener("keydown", (event) => {
  if (event.isComposing || !KEYS[event.key]) return;
  event.preventDefault();
  KEYS[event.key]();
});

dialog.querySelector(".search-close").addEventListener("click", () => dialog.close());
dialog.querySelector(".search-foot").prepend(...copier("Copy link", shared));
dialog.addEventListener("click", ({ target }) => target === dialog && dialog.close());
dialog.addEventListener("close", forgetQuery);

/* A chosen place on this very page closes the dialog, too. */
list.addEventListener("click", ({ target, ctrlKey, metaKey }) => target.closest("a") && !ctrlKey && !metaKey && dialog.close());

const query = new URLSearchParams(location.search).get("q");
if (query) openSearch(query);
