/* The memory calculator: a model, how it is run, and each machine against that. All of that is in the address. */

import { FIRST_SHOWN, cut } from "../cut.js";
import { ROOT, element, framed, offer, readJson } from "../dom.js";
import { inference, training } from "./formulas.js";
import { label } from "../labels.js";
import { readNames } from "../names.js";
import { compare, fixed, hasWords, number } from "../numbers.js";
import { isContested, isTooLarge, runsToday } from "../outcomes.js";

const gib = (size) => fixed(size, size && Math.abs(size) < 0.05 ? 3 : 1);
const usd = (price) => `$${fixed(price, 2)}`;
const [MOST_ROWS, MOST_NAMED] = [12, 6];
/* With those that show first once the reader wants all. */
const MOST_MADE = MOST_ROWS + FIRST_SHOWN;
/* A size in place of a model: 70B. */
const SIZE = /^(\d+(?:\.\d+)?)\s*b$/i;
const HEADS = ["Hardware", "Accelerators", "US dollars an hour", "GiB each", "Needed each",
  "Left each, beside the margin", "Fits", "Evidence"];
const FIGURES = "3 4 5 6";
const RUNNABLE = "with software that is supported or maintained today";

const memoryOf = ({ machine }) => machine.count * machine.gib;
const priceOf = ({ machine }) => machine.usd_per_hour ?? Infinity;

/* The words for the first of some lines, the smallest first, with others that have as much memory in all. */
function smallestOf([first, ...others], name) {
  const equal = others.filter((line) => memoryOf(line) === memoryOf(first)).slice(0, MOST_NAMED);
  const alike = equal.flatMap((line, at) => [at ? ", " : "; as much memory: ", name(line)]);
  return [name(first), ` (${first.machine.count} × ${first.machine.gib} GiB, ${gib(first.left)} left each)`,
    ...alike];
}

const place = document.querySelector("[data-memory]");
const [form, result] = ["form", ".memory-result"].map((part) => place.querySelector(part));
const facts = await readJson("memory/facts.json");
form.reset();
const initial = new FormData(form);
/* By model what runs today, for each workload and hardware. */
const todayOf = new Map();
let names;
let showsAll = false;

function read() {
  form.reset();
  for (const [name, value] of new URLSearchParams(location.search)) {
    const field = form.elements[name];
    if (field) field.value = value;
    field?.closest("details")?.setAttribute("open", "");
  }
  show();
}

function write() {
  const isChosen = ([name, value]) => value !== initial.get(name);
  const words = String(new URLSearchParams([...new FormData(form)].filter(isChosen))).replace(/%2F/g, "/");
  history.replaceState(null, "", words ? `?${words}` : location.pathname);
}

const atLeast = (least, typed) => Math.max(least, Number(typed) || 0);

function show() {
  write();
  const { model: name, type: chosen, context, batch, shards, work, margin, instance, devices } =
    Object.fromEntries(new FormData(form));
  const [id, model] = modelNamed(name);
  if (!model) {
    const unknown = "No model of that name has a recorded number of parameters. The field offers those that have.";
    return result.replaceChildren(element("p", { class: "nothing" }, name ? unknown : "Choose a model."));
  }
  // Of a size nothing was tested: what is known is the state of the software.
  if (SIZE.test(id)) todayOf.set(id, facts.software);
  if (!todayOf.has(id)) return fetchToday(id);
  const isTraining = work === "training";
  // Weights that are published in 8 bits are trained in more.
  const published = !isTraining && model.type;
  const type = chosen || published || facts.held_in;
  // Software unpacks weights that hardware does not compute with. What is kept of former tokens is not quantised.
  const isWide = facts.bytes[chosen] >= 2;
  const run = { type, unpacks: !(isTraining || isWide), cacheType: isWide ? chosen : facts.held_in,
    context: atLeast(1, context), batch: atLeast(1, batch), shards: atLeast(0, shards), training: isTraining,
    margin: atLeast(0, margin) };
  const today = todayOf.get(id)[work] ?? {};
  const lines = machines(+devices)
    .map((one) => ({ ...lineOf(one, model, run), today: answerOf(today, one, chosen) }))
    .filter((line) => hasWords(`${line.name} ${line.machine.accelerator}`.toLowerCase(), instance));
  return result.replaceChildren(summary(id, model, run, lines), table(lines));
}

/* What is known on a machine. Answers weigh the model as it is published: in another format, that is not said. */
function answerOf(today, { instance, accelerator }, chosen) {
  const known = (!chosen && today[instance]) || today[accelerator];
  return chosen && known && isTooLarge(known, facts.refused) ? undefined : known;
}

/** The id and the sizes of a model by its name, or those of weights alone by their number; nothing for others. */
function modelNamed(name) {
  const [, billions] = SIZE.exec(name.trim()) ?? [];
  if (billions) return [name, { billions: +billions, page: "models/", ran: [] }];
  const { models } = facts;
  const spelt = name.trim().toLowerCase();
  if (!spelt) return [];
  if (Object.hasOwn(models, spelt)) return [spelt, models[spelt]];
  // Other names, by the reading that all pages share.
  if (!names) {
    readNames().then((found) => { names = found; show(); });
    return [];
  }
  const found = names.models.records(name).find(({ id }) => Object.hasOwn(models, id));
  return found ? [found.id, models[found.id]] : [];
}

/** All hardware, or that with a number of accelerators: of a single one, any number that no instance type carries. */
function machines(devices) {
  const { hardware } = facts;
  if (!devices) return hardware;
  const rented = hardware.filter(({ instance, count }) => instance && count === devices);
  const isRented = (card) => rented.some(({ accelerator }) => accelerator === card.accelerator);
  const cards = hardware.filter((one) => !one.instance && one.count === 1 && !isRented(one));
  return [...rented, ...cards.map((one) => ({ ...one, count: devices }))];
}

/** What runs today of a model, by workload and hardware, as the API says; nothing where it could not be read. */
async function fetchToday(id) {
  const found = await readJson(`api/v1/today/${id}.json`).catch(() => ({ result: [] }));
  const today = {};
  for (const { workload, accelerator, outcome, short, instances } of found.result) {
    Object.assign((today[workload] ??= {}), { [accelerator]: { outcome, short } },
      Object.fromEntries(instances.map((one) => [one.instance, one])));
  }
  todayOf.set(id, today);
  show();
}

/** Over how many accelerators of a machine a model is split: attention heads divide evenly. Where their number is not
    known, as of a plain size, it is taken for a power of two. */
function splitOver(count, { shape }, isTraining) {
  if (isTraining) return count;
  const heads = shape?.attention_heads ?? 2 ** 20;
  let shards = count;
  while (heads % shards) shards -= 1;
  return shards;
}

/** One machine: what each of its accelerators needs, and whether it holds that. */
function lineOf(machine, model, run) {
  const shards = run.shards || splitOver(machine.count, model, run.training);
  const bytes = facts.bytes[run.type];
  const parts = run.training ? training(model, bytes, facts.optimizer_bytes, { ...run, shards })
    : inference(model, bytes, { ...run, cacheBytes: facts.bytes[run.cacheType], shards });
  const unknown = Object.values(parts).includes(null);
  const needed = Object.values(parts).reduce((sum, part) => sum + (part ?? 0), 0);
  const has = run.unpacks || machine.types.includes(run.type);
  const room = machine.gib * (1 - run.margin / 100);
  const fits = has && shards <= machine.count && needed <= room;
  const name = machine.name ?? `${machine.count} × ${facts.accelerators[machine.accelerator]}`;
  return { name, machine, shards, parts, needed, unknown, has, fits, left: room - needed,
    ran: model.ran.includes(machine.instance) };
}

function summary(id, model, run, lines) {
  const fitting = lines.filter(({ fits }) => fits).sort((a, b) => memoryOf(a) - memoryOf(b));
  const isSize = SIZE.test(id);
  const runnable = fitting.filter(({ today, unknown }) => today && runsToday(today) && (isSize || !unknown));
  const tested = fitting.find(({ today }) => today?.outcome === "ran");
  const one = lineOf({ count: 1, gib: Infinity, types: [run.type] }, model, { ...run, shards: 1 });
  const size = (number) => (number === null ? "not recorded" : `${gib(number)} GiB`);
  const parts = Object.entries(one.parts).map(([part, number]) => `${part} ${size(number)}`).join(" + ");
  const total = one.unknown ? "" : ` = ${size(one.needed)}`;
  const cache = run.training || run.cacheType === run.type ? "" : `, its KV cache in ${run.cacheType}`;
  const link = element("a", { href: ROOT + model.page }, model.name ?? id);
  const kind = facts.attention[model.shape?.attention];
  const about = [`: ${number(model.billions)} B parameters`, kind].filter(Boolean).join(", ");
  const name = (line) => element("a", { href: ROOT + line.machine.page }, line.name);
  const doubt = ({ today }) => (today && isContested(today) ? ", contested" : "");
  const unpriced = (all) => {
    const count = all.filter(({ machine }) => machine.instance && !machine.usd_per_hour).length;
    return count ? `; ${count} more hold it, of unrecorded price` : "";
  };
  const software = runnable.length || isSize ? "" : ", with no software known to run it there";
  const holds = `${one.unknown ? "that holds the weights" : "that holds it"}${software}`;
  // Nobody is sent to rent what sources contest, unless all of it is.
  const undisputed = runnable.filter(({ today }) => !isContested(today));
  const suchAsRun = isSize ? `${holds}, ${RUNNABLE}` : RUNNABLE;
  const [some, such] = runnable.length ? [undisputed[0] ? undisputed : runnable, suchAsRun] : [fitting, holds];
  const [cheapest] = [...some].sort((a, b) => compare(priceOf(a), priceOf(b)));
  const again = cheapest?.machine.usd_per_hour ? "with such software" : suchAsRun;
  const [first, ...others] = [
    cheapest?.machine.usd_per_hour && [`Cheapest on demand ${such}: `, name(cheapest),
      `, ${usd(priceOf(cheapest))} an hour${doubt(cheapest)}${unpriced(some)}.`],
    runnable.length && [`Smallest ${again}: `, ...smallestOf(some, name), `${doubt(some[0])}.`],
    !runnable.length && tested && ["Smallest on which it is on record, with software whose support is not stated: ",
      ...smallestOf([tested], name), "."],
    fitting[0] && fitting[0] !== runnable[0] && [`Smallest ${holds}: `, ...smallestOf(fitting, name), "."],
    !fitting.length && [lines.length ? "No recorded hardware holds it." : "No hardware here has that name."],
    one.unknown && ["Its KV cache is not recorded: nothing here says that it fits."],
    run.context > model.shape?.positions &&
      [`Its configuration allows ${number(model.shape.positions)} tokens of context: the asked length is beyond that.`],
  ].filter(Boolean);
  return element("div", { class: "memory-answer" },
    element("p", {}, element("b", {}, ...first), ...others.flatMap((words) => [" ", ...words])),
    element("p", { class: "aside" }, link, about, `; ${parts}${total} in ${run.type}${cache}, `,
      `for ${number(run.context)} tokens × ${run.batch}; `,
      `${run.margin} % of the memory is left free.`));
}

const refused = ({ fits, today }) => fits && today?.outcome === "unsupported";

/* What fits first, of that the cheapest, then the smallest, last what does not run; of what does not fit, that which
   lacks the least. All but the first rows show on demand. */
function table(lines) {
  const sorted = [...lines].sort((one, other) => other.fits - one.fits || refused(one) - refused(other) ||
    (one.fits ? 0 : other.left - one.left) || compare(priceOf(one), priceOf(other)) || memoryOf(one) - memoryOf(other));
  const rows = (showsAll ? sorted : sorted.slice(0, MOST_MADE)).map(rowOf);
  const body = element("tbody", {}, ...rows);
  const made = element("div", {}, framed("Hardware", HEADS, body, FIGURES));
  label(made.querySelector("table"));
  if (!showsAll) cut(made, () => {
    showsAll = true;
    body.append(...sorted.slice(MOST_MADE).map(rowOf));
  })(rows, MOST_ROWS, sorted.length);
  return made;
}

function rowOf(line) {
  const { name, machine, needed, left, has, fits, unknown, shards } = line;
  const why = !has ? "format not stated"
    : shards > machine.count ? `has ${machine.count} accelerators`
      : unknown && fits ? "weights\u00a0do"
        : !fits ? "no" : shards < machine.count ? `yes, over ${shards}` : "yes";
  const said = [[`${machine.count} × ${facts.accelerators[machine.accelerator]}`],
    [machine.usd_per_hour ? usd(machine.usd_per_hour) : "–"], [machine.gib],
    [has ? gib(needed) : "–"], [has ? gib(left) : "–"], [why], evidence(line)];
  return element("tr", { class: fits ? "" : "historic" },
    element("th", { scope: "row" }, element("a", { href: ROOT + machine.page },
      element(machine.instance ? "code" : "span", {}, name))),
    ...said.map((words) => element("td", {}, ...words)));
}

/** What is known of the model there, and where it contradicts the arithmetic. */
function evidence({ ran, today, fits }) {
  // Whether the weights alone fit, other columns say with all that was asked for.
  const words = [ran && "ran here", today?.short.replace(/, (?:fits|tight): .*/, "")].filter(Boolean).join("; ");
  const doubted = (doubt) => [words, element("b", { class: "doubt" }, doubt)];
  if (ran && !fits) return doubted(" It ran, although by these settings it should not fit: its test used others.");
  if (fits && today?.outcome === "unsupported") return doubted(" It would fit, but does not run.");
  return [words || "–"];
}

// Addresses of the former table of sizes: memory/#70b.
if (SIZE.test(location.hash.slice(1))) history.replaceState(null, "", `?model=${location.hash.slice(1)}`);
const offered = Object.values(facts.models).map((model) => [model.name]);
offer(form.elements.model, () => offered);
form.addEventListener("input", show);
form.addEventListener("submit", (event) => event.preventDefault());
addEventListener("popstate", read);
read();
