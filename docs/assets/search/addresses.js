/* Where answers lead: to a model's page opened at hardware, to the memory calculator, or to what compares them. */

import { pageOf } from "../names.js";
import { TO_COMPARE } from "../numbers.js";
import { idOf, sectionOf } from "./entries.js";

/** Where the answer, or a part of it, is: how much fits is said by the memory calculator; the benchmarks of a checkpoint
   stand on its own page. */
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
   accelerators were asked for, at their benchmarks side by side, a hit of its own; where these are asked for and not of
   several, at the accelerators themselves. */
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
