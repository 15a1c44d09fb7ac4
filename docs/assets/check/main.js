/* Check my stack: what a pasted text installs or runs, with the state of each thing today. Nothing leaves the page. */

import { ROOT, button, copier, element, framed, readJson, verdict } from "../dom.js";
import { label } from "../labels.js";
import { judge, nameOf } from "./judging.js";
import { LINE_BREAK, reader } from "./reading.js";

const PATIENCE = 150; // ms without a keystroke before a text is read
const LONGEST_LINK = 8000; // characters
const LONGEST_LINE = 200; // characters
const ALWAYS_COUNTED = ["fine", "unknown"];

const place = document.querySelector("[data-check]");
const form = place.querySelector("form");
const field = form.elements.text;
const shown = place.querySelector("[role=status]");
const { result: [data] } = await readJson("api/v1/stack.json");
const { levels } = data;
const [read, findings] = [reader(data), judge(data, Date.now())];
let found = [];

const told = () => found.filter(({ level }) => levels[level].is_told);
const line = ({ state, until, instead, together }) =>
  [state, until && `until ${until}`, instead && `instead: ${instead}`, together].filter(Boolean).join("; ");

/* What was found without the text around it: a package a line, with its version. */
const list = () => found.filter(({ item: { kind } }) => kind !== "line").map(({ item: { kind, name, version } }) =>
  (kind === "package" && version ? `${name}==${version}` : name)).join("\n");

const markdown = () => [
  ...told().map((one) => `- **${levels[one.level].label}** (line ${one.item.line}): ${nameOf(one)}: ${line(one)}`),
  "", ...counted().map(({ words, found: of }) => words + (of.length ? `: ${of.map(nameOf).join(", ")}` : "")),
].join("\n").trim();

const json = () => JSON.stringify(found.map(({ item: { kind, name, version, line: number }, level, ...one }) =>
  ({ level, kind, name, version, line: number, state: one.state, until: one.until ?? null,
    instead: one.instead ?? null, together: one.together ?? null, page: one.page ?? null })), null, 2);

const sarif = () => JSON.stringify({
  $schema: "https://json.schemastore.org/sarif-2.1.0.json", version: "2.1.0",
  runs: [{ tool: { driver: { name: "Accelerator Atlas" } }, results: told().map((one) => ({
    ruleId: one.level, level: levels[one.level].sarif, message: { text: `${nameOf(one)}: ${line(one)}` },
    locations: [{ physicalLocation: { artifactLocation: { uri: "pasted.txt" },
      region: { startLine: one.item.line } } }],
  })) }],
}, null, 2);

/* What is not told one by one, by level. */
function counted() {
  return Object.entries(levels).filter(([, { is_told: isTold }]) => !isTold).map(([key, { label }]) => {
    const of = found.filter(({ level }) => level === key);
    return { words: `${label}: ${of.length}`, found: of, isShown: of.length || ALWAYS_COUNTED.includes(key) };
  }).filter(({ isShown }) => isShown);
}

const named = (one) => (one.page ? element("a", { href: ROOT + one.page }, nameOf(one)) : nameOf(one));

/* Each with its page, and lines with what stands in them. */
function fold({ words, found: of }) {
  if (!of.length) return element("p", { class: "aside" }, words);
  const lines = field.value.split(LINE_BREAK);
  const items = of.map((one) => element("li", {}, named(one),
    one.item.kind === "line" && `: ${lines[one.item.line - 1].trim().slice(0, LONGEST_LINE)}`));
  return element("details", { class: "fold" }, element("summary", {}, words), element("ul", {}, ...items));
}

const HEADS = ["What", "Today", "Goes together with", "Since or why", "Until", "Instead", "Line"];

function row(one) {
  const level = levels[one.level];
  return element("tr", {}, element("th", { scope: "row" }, named(one)),
    ...[verdict(level.label, level), one.together, one.state, one.until, one.instead, one.item.line].map((words) =>
      element("td", { class: !words && "nil" }, words ?? "–")));
}

function table() {
  const made = framed("Findings", HEADS, element("tbody", {}, ...told().map(row)));
  label(made.querySelector("table"));
  return made;
}

function show() {
  found = findings(read(field.value));
  history.replaceState(history.state, "", location.pathname + location.search);
  if (!field.value.trim()) return shown.replaceChildren();
  const items = found.filter(({ level }) => level !== "unread");
  const unknown = items.filter(({ level }) => level === "unknown").length;
  const others = unknown ? `: the other ${unknown} are not known here, which does not mean fine.` : ".";
  const nothing = items.length ? `No finding among ${items.length - unknown} of ${items.length}${others}`
    : "Nothing to check here.";
  return shown.replaceChildren(told().length ? table() : element("p", { class: "nothing" }, nothing),
    ...counted().map(fold),
    element("p", { class: "files" }, ...copier("Copy as Markdown", markdown), " ", ...copier("Copy as JSON", json), " ",
      ...copier("Copy as SARIF", sarif), " ", ...copier("Copy link", link)));
}

/* The address keeps what was found, not the text. */
function link() {
  const address = new URL(location);
  address.hash = encodeURIComponent(list()).slice(0, LONGEST_LINK);
  return address.href;
}

async function take(file) {
  field.value = await file.text();
  show();
}

let waiting;
field.addEventListener("input", () => {
  clearTimeout(waiting);
  waiting = setTimeout(show, PATIENCE);
});
form.addEventListener("submit", (event) => event.preventDefault());
form.elements.file.addEventListener("change", ({ target }) => target.files[0] && take(target.files[0]));
field.addEventListener("dragover", (event) => event.preventDefault());
field.addEventListener("drop", (event) => {
  const [file] = event.dataTransfer.files;
  if (!file) return;
  event.preventDefault();
  take(file);
});
form.append(button("Clear", () => { field.value = ""; show(); field.focus(); }));
if (location.hash.length > 1) {
  field.value = decodeURIComponent(location.hash.slice(1));
  show();
}
