/* Tools as hits, filled in with what was typed: the list of models, of those for a task or of a size, on hardware; the
   memory calculator; what compares answers. */

import { pageOf } from "../names.js";
import { TO_COMPARE } from "../numbers.js";
import { acceleratorOf, idOf, sectionOf, singleOf } from "./entries.js";
import { demandOf, isSize, partOf } from "./words.js";

/* Number formats of the calculator. */
const TYPES = new Set(["fp32", "bf16", "fp16", "fp8"]);
const text = "Which hardware holds the weights, the cheapest first.";
/* What is asked for by its memory. */
const ASKED_FOR = /^((model|gpu|chip|instance|machine)s?|hardware)$/;

/** The memory calculator as a hit, for words that are a size with hardware, with a number format, or that ask for
    memory: 70b bf16, gpu for a 70b model; for training, where that is asked for. */
export function memoryOf(words, hardware, workload) {
  const size = words.find(isSize);
  const others = words.filter((word) => word !== size);
  const isOfMemory = (word) => TYPES.has(word) || ASKED_FOR.test(word) || partOf([word]) === "memory";
  const isMemory = (others.length || hardware) && others.every(isOfMemory);
  if (!size || !isMemory) return undefined;
  const type = others.find((word) => TYPES.has(word));
  const query = new URLSearchParams({ model: size, ...(type && { type }),
    ...(hardware && { instance: idOf(hardware) }), ...(workload === "training" && { work: workload }) });
  const where = hardware ? ` on ${hardware.title}` : "";
  return { location: `memory/?${query}`, title: `Memory for ${size.toUpperCase()} parameters${where}`, text };
}

/** The memory calculator with a model filled in, as hits: none for a model of unknown size. */
export const memoryFor = (model) => (/ GiB in /.test(model.text)
  ? [{ location: `memory/?model=${idOf(model)}`, title: `Memory for ${model.title}`, text }] : []);

/* Of a vendor or a series: those with the most models. */
const MOST = 3;

function forTask({ location, title, runs }, hardware) {
  const count = (page) => runs[acceleratorOf(page)] ?? 0;
  const pages = hardware.sort((a, b) => count(b) - count(a)).slice(0, MOST);
  const first = pages.map((page) => ({ location: `${location}&accelerator=${acceleratorOf(page)}`,
    title: `${title} on ${page.title}`, text: `${count(page)} said to run there.` }));
  return { first, pages };
}

function ofSize(size, needed, pages, workload) {
  const memory = pages.map((page) => memoryOf(needed, page, workload)).filter(Boolean);
  const models = pages.map((page) => {
    const fields = { filter: `-${size}`, accelerator: acceleratorOf(page), sort: "-Newest result" };
    const title = `Models of ${size.toUpperCase()} on ${page.title}`;
    return { location: `models/?${new URLSearchParams(fields)}`, title, text: "" };
  });
  const isMemory = partOf(needed) === "memory" || workload === "training";
  const first = isMemory ? [...memory, ...models] : [...models, ...memory];
  return memory[0] && { first, pages };
}

/** For a task, or a size that is of several models, beside hardware: the hits that lead to these models there, with a
    size also to the memory they need, and the pages of the hardware; undefined for other words. */
export function listOn(answers, words) {
  // Furiosa-LLM is a framework.
  const { found, others } = answers.hardwareIn(answers.frameworksIn(words).others);
  const { needed, workload } = demandOf(others);
  const task = answers.otherNames.get(needed.join(" "));
  if (task?.runs && found[0]) return forTask(task, found.flatMap(({ named, entries }) => named ?? entries));
  const size = needed.find(isSize);
  if (!size || answers.models.named(size)?.answer === "one") return undefined;
  return ofSize(size, needed, singleOf(found), workload);
}

/** Where the answer, or a part of it, is: how much fits is said by the memory calculator; the benchmarks of a
    checkpoint stand on its own page. */
export function addressOf(model, hardware, { part, workload, software, measured } = {}) {
  const on = encodeURIComponent(hardware) + (workload === "training" ? "&for=training" : "")
    + (software ? `&with=${software}` : "");
  if (part === "benchmarks" && measured) return `${pageOf("models", measured)}?on=${on}#${part}`;
  if (part === "memory" && sectionOf(model) === "models") return `memory/?model=${idOf(model)}&instance=${on}`;
  return `${model.location}${on && `?on=${on}`}${part && part !== "memory" ? `#${part}` : ""}`;
}

/** Several accelerators, with what runs there of a model, instance types or frameworks side by side; nothing for a
    mixture. */
export function sideBySide(records, text = "", model = undefined) {
  const [section, other] = new Set(records.map(sectionOf));
  const title = `${records.map((one) => one.title).join(" and ")} side by side`;
  const of = section === "accelerators" && model && sectionOf(model) === "models" ? `&model=${idOf(model)}` : "";
  return records.length < 2 || other ? []
    : [{ location: `compare/?${section}=${records.map(idOf)}${of}`, title, text, whole: true }];
}

/** Answers of which several tell a speed, with what to look at before they are compared: at the first, or where several
    accelerators were asked for, at their benchmarks side by side, a hit of its own; where these are asked for and not
    of several, at the accelerators themselves. */
export function compared({ model, name, part }, hits, hardware) {
  const found = hits.filter(({ measured }) => measured);
  const none = `No throughput or cost of ${name} to compare.`;
  if (found.length < 2) return part === "benchmarks" ? [...sideBySide(hardware, none, model), ...hits] : hits;
  const [first, ...others] = hits;
  const each = (field) => [...new Set(found.map((hit) => hit[field]))];
  const isOne = hardware.length < 2 || each("accelerator").length === 1;
  if (isOne) return [{ ...first, text: [TO_COMPARE, ...first.text] }, ...others];
  const query = new URLSearchParams({ show: "benchmarks", model: each("measured"), accelerator: each("accelerator") });
  return [{ location: `explore/?${query}`, title: `Benchmarks of ${name} on ${each("where").join(" and ")}`,
    text: TO_COMPARE, whole: true }, ...hits];
}
