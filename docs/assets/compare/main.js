/* The free comparison. Its address, for ever: models, instances, accelerators, frameworks or releases=ids;
   differences=1; and beside accelerators the model=id of which is said what runs on them. */

import { ROOT, button, element, offer, readJson, verdict } from "../dom.js";
import { watch } from "../reading.js";
import { lettersOf, readNames } from "../names.js";

const MOST = 4;
const MOST_NAMED = 4;
/* Rows of a short part, all of which stand open, and of one in which nothing is known of all. */
const [FEW, MOST_OF_SOME] = [9, 3];
const place = document.querySelector("#comparing");
const giveUp = (error) => {
  place.remove(); // what stands below it waits for it
  throw error;
};
const kinds = await readJson("compare/facts.json").catch(giveUp);
const [form, status, doubt, table, printed] = place.content.querySelectorAll("form, table, p");
const { choice, input, only } = form.elements;
let [kind, ids, model] = ["models"];

/* The question that names of some kinds answer; others are only asked for as they are. */
const QUESTIONS = { models: "models", accelerators: "hardware", instances: "hardware" };

/* The ids of the chosen kind that a text may mean. */
async function meant(text) {
  const { names, records } = kinds[kind];
  const own = Object.hasOwn(records, text) ? [text]
    : names.filter(([name]) => lettersOf(name) === lettersOf(text)).map(([, id]) => id);
  if (own.length || !QUESTIONS[kind]) return [...new Set(own)];
  const named = (await readNames())[QUESTIONS[kind]].records(text);
  return named.filter((one) => one.kind === kind).map(({ id }) => id);
}

/** Takes what is named, or says why not. */
async function take(text, taken, odd) {
  const [id, ...more] = await meant(text);
  if (!id) odd.push(`${text} (unknown)`);
  else if (more.length) odd.push(`${text} (may be ${[id, ...more].join(" or ")})`);
  else if (taken.size < MOST || taken.has(id)) taken.add(id);
  else odd.push(`${text} (over ${MOST})`);
}

async function read() {
  const odd = [];
  const taken = new Set();
  only.checked = false;
  model = "";
  for (const [name, text] of new URLSearchParams(location.search)) {
    const said = `${name}=${text}`;
    if (said === "differences=1") only.checked = true;
    else if (name === "model" && kinds.models.records[text]) model = text;
    else if (!kinds[name]?.names) odd.push(`${said} (unknown)`);
    else if (taken.size && name !== kind) odd.push(`${said} (another kind)`);
    else {
      kind = name;
      for (const one of text.split(",").filter(Boolean)) await take(one, taken, odd);
    }
  }
  paint([...taken], odd);
}

function go(next) {
  const more = (only.checked ? "&differences=1" : "") + (model && `&model=${model}`);
  history.pushState(null, "", `${ROOT}compare/?${kind}=${next}${more}`);
  paint(next);
}

const row = ({ label, says }) => element("tr", {}, element("th", { scope: "row" }, ...[label].flat()),
  ...says.map((one) => cell(one)));
/* Groups whose rows that are known of some only were asked for. */
const opened = new Set();

/* A part of the table: rows that are known of all, or else a few, then a button for the others. */
function body({ title, is_answer: isAnswer, first: most }, lines) {
  const shared = isAnswer ? sharing(lines) : lines;
  const first = isAnswer ? firstOf(shared, most) : shared;
  const others = shared.filter((one) => !first.includes(one));
  const more = element("tr", {}, element("td", { colspan: ids.length + 1 },
    button(`Show ${others.length} more rows`, () => {
      opened.add(title);
      more.replaceWith(...others.map(row));
    })));
  return element("tbody", {}, first[0] && element("tr", { class: "group" },
    element("th", { scope: "rowgroup", colspan: ids.length + 1 }, element("div", {}, title))), ...first.map(row),
  ...(opened.has(title) ? others.map(row) : [others[0] && more]));
}

/* Rows of answers that stand open: of many, those among the `most` first of which all say something. */
function firstOf(lines, most) {
  const known = lines.length > FEW ? lines.filter(({ at, says }) => at < most && says.every(isKnown)) : lines;
  return known.length ? known : lines.slice(0, MOST_OF_SOME);
}

/* Neighbours of which the same is said share a row, whose label opens where it names many. */
function sharing(lines) {
  const shared = [];
  for (const { label, says, at } of lines) {
    const last = shared.at(-1);
    if (String(last?.says) === String(says)) last.labels.push(label);
    else shared.push({ labels: [label], says, at });
  }
  return shared.map(({ labels, ...line }) => ({ label: named(labels), ...line }));
}

function named(labels) {
  const more = labels.slice(MOST_NAMED);
  const fold = element("details", { class: "fold" }, element("summary", {}, `and ${more.length} more`),
    more.join(", "));
  return [labels.slice(0, MOST_NAMED).join(", "), " ", more[0] && fold];
}

/* Whether a text says anything. */
const isKnown = (one) => one && one[1] !== "not-known";

/* What is said of a record of some kind in a line of a part. */
const saidOf = ({ records, texts }, id, part, line) => texts[records[id].says[part][line]];

/* The parts of what runs, of the model in the address on the accelerators that are chosen. */
function ofModel() {
  if (!model || kind !== "accelerators") return [];
  const { models, accelerators: { records } } = kinds;
  const { label } = models.records[model];
  return models.groups.filter((one) => one.is_answer).map((group, part) => {
    const lines = ids.map((id) => models.groups[0].rows.indexOf(records[id].label));
    return body(group, [{ label, says: lines.map((line) => saidOf(models, model, part, line)) }]);
  });
}

/* An answer with the symbol of its verdict beside its first words: Not supported, Does not fit. */
function answer(words, outcome) {
  const { label, ...look } = kinds[kind].looks[outcome];
  const end = words.startsWith(label) ? label.length : words.search(/ for | \(|,|$/);
  return element("div", {}, verdict(words.slice(0, end), look), words.slice(end));
}

/* What is said of a record. */
function cell([words, outcomes] = []) {
  const each = outcomes?.split("\n");
  const said = each ? words.split("\n").map((line, at) => answer(line, each[at])) : [words ?? "not recorded"];
  return element("td", { class: words === undefined && "not-published" }, ...said);
}

function heading(id) {
  const { label, page } = kinds[kind].records[id];
  const remove = button("×", () => { go(ids.filter((one) => one !== id)); input.focus(); },
    { "aria-label": `Remove ${label}` });
  return element("th", { scope: "col" }, element("a", { href: ROOT + page }, label), " ", remove);
}

function paint(next, odd = []) {
  ids = next;
  const { groups } = kinds[kind];
  choice.value = kind;
  let count = 0;
  const bodies = groups.map((group, place) => body(group, group.rows.flatMap((label, line) => {
    const says = ids.map((id) => saidOf(kinds[kind], id, place, line));
    const differs = new Set(says).size > 1;
    count += differs;
    return says.some(isKnown) && (differs || !ids[1] || !only.checked) ? [{ label, says, at: line }] : [];
  })));
  table.tHead.rows[0].replaceChildren(element("td"), ...ids.map(heading));
  table.replaceChildren(table.caption, table.tHead, ...ofModel(), ...bodies);
  doubt.textContent = odd[0] ? `Left out: ${odd.join(", ")}.` : "";
  status.textContent = `${ids.length} of ${MOST} chosen, ${count} rows differ.`;
  printed.textContent = location.href;
}

choice.onchange = () => { kind = choice.value; model = ""; go([]); };
only.onchange = () => go(ids);
form.onsubmit = async (event) => {
  event.preventDefault();
  const odd = [];
  const taken = new Set(ids);
  await take(input.value, taken, odd);
  if (odd[0]) return paint(ids, odd);
  input.value = "";
  go([...taken]);
};
form.onkeydown = ({ key }) => { if (key === "Escape") doubt.textContent = input.value = ""; };
addEventListener("popstate", read);
await read().catch(giveUp);
place.replaceWith(place.content);
offer(input, () => kinds[kind].names);
watch();
