/* Opens what an address points to: the line of some hardware (models/gpt2/?on=trn1.32xlarge) with rows about it first
   (families/?on=trainium), or about some software there (&with=vllm), and the folded part of the section in its
   fragment (#listed). */

import { afterPaint, element, readJson, verdict } from "./dom.js";
import { label } from "./labels.js";

const asked = new URLSearchParams(location.search);
/* With its preposition, as answers have it; empty where none is asked for. */
const askedFor = asked.has("for") ? `for ${asked.get("for")}` : "";

function openAround(element) {
  for (let part = element.closest("details"); part; part = part.parentElement.closest("details")) part.open = true;
}

/* How far down the screen an opened line may begin. It moves to the top of the answer, and only what is still too low
   is scrolled to: so the page's title stays in view. */
const LOWEST = 0.6;

/* Whether a row is about some hardware; one may be about several instance types. Ids are names in lower case. */
const names = (row, hardware) =>
  [...row.querySelectorAll("code")].some((one) => one.textContent.toLowerCase() === hardware);

/* The answer for an instance type, from the table in the line of its accelerator, in the place of that for both. */
function showInstance(line, instance) {
  line.querySelector("summary b").append(element("small", {}, instance));
  const rows = [...line.querySelectorAll('[aria-label="Instance types"] tbody tr')];
  const answer = rows.find((one) => names(one, instance))?.querySelector(TODAY);
  if (!answer) return;
  const place = line.querySelector("summary .short");
  const parts = answer.querySelector("li") ? answer.querySelectorAll("li") : [answer];
  place.replaceChildren(...[...parts].map((part) => element("span", {}, ...part.cloneNode(true).childNodes)));
  const tone = [...place.querySelector(".verdict").classList].find((one) => one.startsWith("tone-"));
  line.className = line.className.replace(/tone-\w+/, tone);
  for (const panel of line.querySelectorAll(".install")) panel.hidden = tone === "tone-bad";
}

const read = (path) => readJson(`api/v1/${path}.json`).catch(() => undefined);

/* A link to the line of the best hardware on which it runs, for a workload if one is asked for, first of the same
   vendor. */
function nearestKnown(vendor, workload = "") {
  const answers = [...document.querySelectorAll("details[data-on] .short > span:not(:has(.tone-bad))")]
    .filter((one) => one.textContent.includes(workload));
  const lineOf = (one) => one.closest("details");
  const own = answers.find((one) => lineOf(one).dataset.vendor === vendor);
  const best = own ?? answers.find((one) => one.querySelector(".tone-good"));
  if (!best) return [];
  const line = lineOf(best);
  const name = line.querySelector("summary b").textContent;
  const words = own ? [` Best known of ${vendor}: `, name]
    : [" Strongest evidence elsewhere: ", `${line.dataset.vendor} ${name}`];
  const { textContent: label, nextSibling: rest } = best.querySelector(".verdict");
  return [words[0], element("a", { href: `#${line.id}` }, words[1]), `, ${label.toLowerCase()}${rest.textContent}.`];
}

/* Where the page has batch sizes, a reader who looks for one learns that they are of other hardware. */
const measuredElsewhere = () => (document.getElementById("batch-sizes") && location.hash !== "#batch-sizes"
  ? [" ", element("a", { href: "#batch-sizes" }, "Batch sizes"), " are of other hardware."] : []);

/* Says before a chart or a table of the page that it has nothing of some hardware, by its name. */
const sayNone = (place, name) =>
  place?.before(element("p", {}, "No figure of this model is on record for ", element("b", {}, name), "."));
/* The newest batch sizes. With software that words name, they answer who asks for it where it was not tested. */
const batchSizes = () => document.querySelector("#batch-sizes ~ figure.batch-sizes");
const sizesOf = (words) => [batchSizes()]
  .filter((sizes) => sizes?.dataset.compilers.split("|").some((name) => words.includes(name)))
  .map((sizes) => sizes.cloneNode(true));
const throughput = () => document.querySelector("figure.throughput");
const benchmarks = () => document.querySelector('[aria-label="Benchmarks"]');
const ofBenchmarks = () => throughput() ?? benchmarks();

/* What is installed as on other hardware stands in the line of that: the asked line gets a copy, before reading.js adds
   buttons to its code. */
function copyPanels(line) {
  for (const link of line.querySelectorAll(".install > a[href^='#']")) {
    const panel = document.querySelector(link.hash).cloneNode(true);
    panel.removeAttribute("id");
    link.parentElement.replaceWith(panel);
  }
}

/* The part of the page that its address leads to. */
const addressed = () => document.getElementById(decodeURIComponent(location.hash.slice(1)));

/* Parts of a sentence, nodes each, with semicolons between them. */
const enumerated = (parts) => parts.flatMap((nodes, at) => [at ? "; " : "", ...nodes]);

/* Below the heading that the address leads to: the answer again, which stands above it and out of sight. */
function repeat(...answer) {
  const heading = addressed();
  if (heading?.matches("h2:not(#where-it-runs)")) heading.after(element("p", {}, ...answer));
}

/* The accelerator of hardware, with the name and the vendor of that. */
async function hardwareOf({ kind, id }) {
  const isInstance = kind === "instances";
  const chip = isInstance ? (await read(`instances/${id}`))?.result[0].accelerator : id;
  const { name = chip, vendor } = (await read(`accelerators/${chip}`))?.result[0] ?? {};
  return { isInstance, chip, name, vendor };
}

/* The line about hardware of which nothing is known, which the page holds hidden: of a model with what the API says.
   Of several, such as all of a vendor, only that nothing is known. */
async function fillNothingKnown(line, record, others) {
  const { id: hardware } = record;
  const { isInstance, chip, name, vendor } = await hardwareOf(record);
  const asked = others[0] ? `${name} and ${others.length} more` : isInstance ? `${hardware} (${name})` : name;
  const model = line.dataset.nothingKnown;
  const known = model && !others[0] ? (await read(`answers/${model}`))?.result ?? [] : [];
  const { answer = "not-known", short, software } = known.find(({ instance }) => instance === hardware)
    ?? known.find(({ accelerator }) => accelerator === chip) ?? {};
  line.querySelector("b").textContent = asked;
  for (const place of [batchSizes(), ofBenchmarks()]) sayNone(place, isInstance ? hardware : asked);
  const unknown = [...(software ? [`${software}.`] : []), "No data does not mean unsupported."];
  const said = answer === "not-known" ? unknown.join(" ") : `${short}.`;
  const workload = askedFor || /for (?:training|inference)/.exec(software)?.[0];
  line.querySelector("span").replaceChildren(said, ...nearestKnown(vendor, workload), ...measuredElsewhere());
  repeat(...line.cloneNode(true).childNodes);
  line.after(...sizesOf(software ?? ""));
}

/* Says of which hardware the rows and statements stand first. */
async function sayFirst(record) {
  const { name } = await hardwareOf(record);
  document.querySelector("article .lede")?.after(
    element("p", {}, "Verdicts about ", element("b", {}, name), " stand first."));
}

/* Hardware that no line is about: it may be called by a name in place of its id. */
async function openElsewhere([hardware, ...others], orderAll) {
  const { readNames } = await import("./names.js");
  const meant = (await readNames()).hardware.records(hardware);
  const record = meant.find(({ id }) => id === hardware);
  if (meant[0] && !record) return void openLine(meant.map(({ id }) => id).join());
  orderAll();
  const line = document.querySelector("[data-nothing-known]");
  if (!line) return void (record && sayFirst(record));
  if (record) await fillNothingKnown(line, record, others);
  else line.replaceChildren("No hardware here is called ", element("b", {}, hardware), ".");
  line.hidden = false;
}

const MOST_ISSUES = 6;

/* The known issues of the opened line's hardware, by name: their tables stand far below. Of those of software, whose
   titles begin with it, only these about the software of the line. */
function nameIssues(line, isHere) {
  const software = [...line.querySelectorAll("tbody th a")].map((one) => one.textContent);
  const rows = [...document.querySelectorAll('[aria-label^="Known issues"] tbody tr')].filter(isHere);
  const issues = rows.filter((row) => !row.closest('[aria-label$="software"]')
    || software.some((name) => row.textContent.trim().startsWith(name)));
  // A state that all rows of a table have stands above it.
  const links = enumerated(issues.slice(0, MOST_ISSUES).map((row) => {
    const state = row.querySelector("td [data-symbol]")?.textContent.toLowerCase();
    return [row.querySelector("th a").cloneNode(true), state ? ` (${state})` : ""];
  }));
  const left = issues.length - MOST_ISSUES;
  if (links.length) line.querySelector(".frame")?.before(
    element("p", {}, element("b", {}, "Known issues here: "), ...links, left > 0 ? ` and ${left} more below.` : "."));
}

const HARDWARE = '[href*="/accelerators/"], [href*="/instances/"]';

/* Puts rows and statements about some hardware first, and those about other hardware last; rows under a heading. */
function order(isHere) {
  const isElsewhere = (part) => part.querySelector(HARDWARE) && !isHere(part);
  for (const list of document.querySelectorAll("article .rows :is(tbody, .statements):not(.today *)")) {
    list.prepend(...[...list.children].filter(isHere));
    const others = [...list.children].filter(isElsewhere);
    if (list.matches("tbody") && others.length) {
      const heading = element("th", { colspan: others[0].cells.length, scope: "rowgroup" },
        element("div", {}, "Of other hardware"));
      list.after(element("tbody", {}, element("tr", { class: "group" }, heading), ...others));
    } else list.append(...others);
  }
  // And the column with statements about it.
  for (const table of document.querySelectorAll("article .rows:not(.today *)")) {
    const at = [...table.querySelectorAll("td:has(.statements)")].find(isHere)?.cellIndex;
    if (!(at > 1)) continue;
    for (const { cells } of table.rows) if (cells[at]) cells[0].after(cells[at]);
    label(table);
  }
}

/* What a line says of each software. */
const SOFTWARE = '[aria-label="Software"] tbody tr';
const TODAY = "td:has(.verdict)";

const unknown = (words) => element("span", {}, verdict("Not known", { tone: "unknown", symbol: "○" }), ` ${words}`);

/* Whether the newest event of software is its end. */
const hasEnded = (events) => ["ended", "removed"].includes(events.at(-1)?.state);

/* Puts first what a line says of a workload: its answer, what to install for it, the rows of its software and what is
   contested of that. What stands beside the answers is about the first of them. */
function lead(line, workload) {
  const isAsked = (part) => part.textContent.includes(workload);
  const answers = line.querySelector(".short");
  if (![...answers.children].some(isAsked)) {
    answers.prepend(unknown(workload));
  }
  const beside = line.querySelectorAll("summary > :is(.beside, .dated, .contest:not(.detail))");
  if (!isAsked(line.querySelector(".short > span"))) for (const part of beside) part.textContent = "";
  const software = [...line.querySelectorAll(SOFTWARE)].filter(isAsked).map((row) => row.cells[0].textContent);
  const isOfAsked = (dispute) => software.includes(dispute.querySelector("a").textContent);
  for (const [parts, isFirst] of [[".short > span", isAsked], ["div > .install", isAsked], [SOFTWARE, isAsked],
    [".disputes > li", isOfAsked]]) {
    const found = [...line.querySelectorAll(parts)];
    found[0]?.before(...found.filter(isFirst));
  }
}

/* The row of some software, by its id, in a line. */
const rowOf = (id, line) => line.querySelector(`${SOFTWARE}:has(th [href$="/frameworks/${id}/"])`);
const saidIn = (row) => row.querySelector(TODAY).cloneNode(true).childNodes;

/* Puts first what a line says of some software: its row, its answer, and how to install it. */
function leadWith(line, row) {
  row.parentElement.prepend(row);
  const withIt = ` with ${row.cells[0].textContent.trim()}`;
  const [answers, ...panels] = line.querySelectorAll(".short, .install");
  const isOfIt = ({ textContent }) => textContent.includes(withIt.slice(6));
  const [label, ...rest] = saidIn(row);
  answers.prepend([...answers.children].find(isOfIt) ?? element("span", {}, label, withIt, ...rest));
  const panel = panels.find(isOfIt);
  if (panel) panels[0].before(panel);
  else row.closest(".frame").after(...panels);
}

/* Says first that nothing is known with some software on the hardware of a line, and what is on other hardware. */
async function sayUnknown(line, id) {
  const { name, lifecycle } = (await read(`frameworks/${id}`))?.result[0] ?? {};
  if (!name) return;
  const others = [...document.querySelectorAll("details[data-on]")].filter((one) => rowOf(id, one));
  const byWords = Map.groupBy(others, (one) => rowOf(id, one).querySelector(TODAY).textContent);
  const linkTo = (one) => element("a", { href: `#${one.id}` }, one.querySelector("summary b").textContent);
  const elsewhere = [...byWords.values()].map((same) =>
    [...same.flatMap((one, at) => [at ? ", " : "", linkTo(one)]), ": ", ...saidIn(rowOf(id, same[0]))]);
  const said = elsewhere[0] ? enumerated(elsewhere) : ["nothing on record"];
  line.querySelector(".short").prepend(unknown(`with ${name}${hasEnded(lifecycle) ? ", which has ended" : ""}`));
  line.querySelector("div").prepend(element("p", {}, `This model with ${name}: `, ...said, "."), ...sizesOf(name));
}

/* Puts the name of an accelerator first in its line, which may be about several. */
function nameFirst(line, chip) {
  const { name } = document.getElementById(`on-${chip}`).dataset;
  const names = line.querySelector("summary b");
  const others = names.textContent.replace(name, "").replace(/^, |, $/g, "");
  if (name) names.replaceChildren(name, element("small", {}, `as on ${others}`));
}

/* Opens the line of some hardware; of several accelerators, the first: the best come first. */
async function openLine(on) {
  if (!on) return;
  const all = on.toLowerCase().split(",");
  const askedOn = (line) => all.find((name) => line.dataset.on.split(/[ ,]/).includes(name));
  const line = [...document.querySelectorAll("details[data-on]")].find(askedOn);
  const hardware = line ? askedOn(line) : all[0];
  // Each accelerator of the line stands before its instance types.
  const own = line?.dataset.on.split(",").find((one) => one.split(" ").includes(hardware)) ?? hardware;
  const [chip, ...types] = own.split(" ");
  const isHere = (part) =>
    part.querySelector(`[href$="accelerators/${chip}/"]`) || types.some((type) => names(part, type));
  if (!line) return void openElsewhere(all, () => order(isHere));
  order(isHere);
  nameIssues(line, isHere);
  copyPanels(line);
  nameFirst(line, chip);
  if (chip !== hardware) showInstance(line, hardware);
  if (askedFor) lead(line, askedFor);
  const software = asked.get("with");
  const row = software && rowOf(software, line);
  if (row) leadWith(line, row);
  else if (software) await sayUnknown(line, software);
  if (location.hash === "#install") for (const panel of line.querySelectorAll("details.install")) panel.open = true;
  const vendor = line.closest(".vendor");
  document.querySelector(".vendor")?.before(vendor ?? line.parentElement.closest("details"));
  (vendor?.querySelector(".today-lines") ?? line.parentElement).prepend(line);
  openAround(line);
  if (line.getBoundingClientRect().top > innerHeight * LOWEST) line.scrollIntoView({ block: "start" });
  for (const row of document.querySelectorAll(".dumbbells > li, .today tbody tr")) {
    row.classList.toggle("asked", names(row, hardware));
  }
  const name = line.querySelector("summary b").firstChild.textContent;
  const isOnIt = (row) => [hardware, ...(chip === hardware ? types : [])].some((one) => names(row, one));
  if (![...document.querySelectorAll(".dumbbells > li")].some(isOnIt)) {
    sayNone(batchSizes(), chip === hardware ? name : hardware);
  }
  // What all rows have in common stands before their table.
  const ofMeasured = [throughput(), benchmarks(), benchmarks()?.previousElementSibling];
  if (!ofMeasured.some((part) => part && isHere(part))) sayNone(ofBenchmarks(), name);
  else if (throughput() && !isHere(throughput())) {
    throughput().before(element("p", {}, "Figures of ", element("b", {}, name), " compare with none of these bars: ",
      "they stand in the rows below."));
  }
  const [first, ...others] = line.querySelectorAll(".short > span");
  const instead = line.querySelectorAll(`${SOFTWARE}:first-child > td:has(.verdict) > small`);
  const answers = [first, ...instead, ...others].map((one) => one.cloneNode(true).childNodes);
  const title = document.querySelector("h1").textContent;
  repeat(`${title} on `, element("a", { href: `#${line.id}` }, name), ": ", ...enumerated(answers), ".");
}

/* Opens what is folded below a heading. */
function openBelow(heading) {
  const ends = ({ tagName }) => /^H\d$/.test(tagName) && tagName <= heading.tagName;
  for (let part = heading?.nextElementSibling; part && !ends(part); part = part.nextElementSibling) {
    if (part.matches("details.fold")) part.open = true;
  }
}

function openSection() {
  const target = addressed();
  if (!target) return;
  const wasClosed = target.closest("details:not([open])");
  openAround(target);
  openBelow(target);
  // What is said of the software follows what is said of the model.
  openBelow(document.getElementById(`software-${target.id}`));
  // What was open, the browser has scrolled to.
  if (wasClosed) target.scrollIntoView({ block: "start" });
}

/* The address of a line that was opened is that of its page with its first accelerator, until it is closed: what is
   seen can be sent. */
addEventListener("click", ({ target }) => {
  const line = target.closest("details[data-on] > summary")?.parentElement;
  if (!line) return;
  const address = line.open ? location.pathname : `?on=${line.id.slice(3)}`;
  afterPaint(() => history.replaceState(null, "", address));
});

openLine(asked.get("on"));
openSection();
addEventListener("hashchange", openSection);
