/* The list of models as a hit: of those for a task, or of a size, on hardware. */

import { idOf } from "./entries.js";
import { isSize, memoryOf } from "./memory.js";
import { acceleratorOf } from "./rows.js";
import { demandOf, partOf } from "./words.js";

/* Of a vendor or a series: those with the most models. */
const MOST_CHIPS = 3;

function forTask({ location, title, runs }, hardware) {
  const count = (page) => runs[acceleratorOf(page)] ?? 0;
  const pages = hardware.sort((one, other) => count(other) - count(one)).slice(0, MOST_CHIPS);
  const first = pages.map((page) => ({ location: `${location}&accelerator=${acceleratorOf(page)}`,
    title: `${title} on ${page.title}`, text: `${count(page)} known to run there today.` }));
  return { first, pages };
}

function ofSize(size, needed, pages) {
  const memory = pages.map((page) => memoryOf(needed, page)).filter(Boolean);
  if (!memory.length) return undefined;
  const text = "What is known of them there today, the newest results first.";
  const models = pages.map((page) => {
    const fields = { filter: `-${size}`, accelerator: acceleratorOf(page), sort: "-Newest result" };
    const location = `models/?${new URLSearchParams(fields)}`;
    return { location, title: `Models of ${size.toUpperCase()} on ${page.title}`, text };
  });
  return { first: partOf(needed) === "memory" ? [...memory, ...models] : [...models, ...memory], pages };
}

/** For a task, or a size that is of several models, beside hardware: the hits that lead to these models there, with a
    size also to the memory they need, and the pages of the hardware; undefined for other words. */
export function listOn(answers, words) {
  const { found, others } = answers.hardwareIn(words);
  const { needed } = demandOf(others);
  const task = answers.otherNames.get(needed.join(" "));
  if (task?.runs && found.length) return forTask(task, found.flatMap(({ named, entries }) => named ?? entries));
  const size = needed.find(isSize);
  if (!size || answers.models.named(size)?.answer === "one") return undefined;
  return ofSize(size, needed, found.flatMap(({ named }) => named ?? []));
}
