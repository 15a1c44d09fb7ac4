/* The list of models as a hit: of those for a task, or of a size, on hardware. */

import { singleOf } from "./answer.js";
import { isSize, memoryOf } from "./memory.js";
import { acceleratorOf } from "./rows.js";
import { demandOf, partOf } from "./words.js";

/* Of a vendor or a series: those with the most models. */
const MOST = 3;

function forTask({ location, title, runs }, hardware) {
  const count = (page) => runs[acceleratorOf(page)] ?? 0;
  const pages = hardware.sort((a, b) => count(b) - count(a)).slice(0, MOST);
  const first = pages.map((page) => ({ location: `${location}&accelerator=${acceleratorOf(page)}`,
    title: `${title} on ${page.title}`, text: `${count(page)} known to run there.` }));
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
