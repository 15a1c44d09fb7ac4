/* When nothing matches: the tests that come closest, and what differs in them. */

import { bounds, spelt } from "./query.js";

const MOST_NEAREST = 8;
const KINDS = [
  ["same model, same accelerator", "model", "accelerator"],
  ["same model, other hardware", "model"],
  ["same family, same instance", "family", "instance"],
  ["same family, same accelerator", "family", "accelerator"],
];

/** What is asked for, with the accelerator that an instance carries and the family that a model belongs to. */
function asked(rows, query) {
  const want = Object.fromEntries(["model", "instance", "accelerator", "family"].map((name) => [name, new Set(query.chosen.get(name))]));
  for (const instance of want.accelerator.size ? [] : want.instance) want.accelerator.add(rows.carries[instance]);
  if (want.family.size) return want;
  for (let row = 0; row < rows.count; row += 1) if (want.model.has(rows.at(row, "model"))) want.family.add(rows.at(row, "family"));
  return want;
}

function differences(rows, query, row) {
  const meets = (name, wanted) => {
    const value = rows.at(row, name);
    if (wanted instanceof Set) return wanted.has(spelt(value));
    const [low, high] = bounds(wanted);
    return value !== null && value >= low && value <= high;
  };
  return [...query.chosen].filter(([name, wanted]) => name !== "text" && !meets(name, wanted)).map(([name]) => name);
}

/** The closest tests, the best kind first. */
export function nearest(rows, query) {
  const want = asked(rows, query);
  const found = new Map();
  for (const [words, ...needs] of KINDS) {
    for (let row = 0; row < rows.count && found.size < MOST_NEAREST; row += 1) {
      if (!found.has(row) && needs.every((name) => want[name].has(rows.at(row, name)))) found.set(row, { row, words, differs: differences(rows, query, row) });
    }
  }
  return [...found.values()];
}
