/* The memory calculator as a hit, filled in with what was typed. */

import { idOf } from "./entries.js";
import { partOf } from "./words.js";

/** Whether a word is a size of models, such as 70b. */
export const isSize = (word) => /^\d+(\.\d+)?b$/.test(word);
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
