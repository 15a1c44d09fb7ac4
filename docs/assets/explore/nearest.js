/* When nothing matches: the tests that come closest, and what differs in them. */

import { bounds, within } from "./query.js";
import { spelt } from "./rows.js";

const MOST_NEAREST = 8;
const KINDS = [
  ["same model, same accelerator", "model", "accelerator"],
  ["same model, other hardware", "model"],
  ["same family, same instance", "family", "instance"],
  ["same family, same accelerator", "family", "accelerator"],
];

/** What is asked for, with the accelerator that an instance carries and the family that a model belongs to. */
function asked(rows, query) {
  const want = Object.fromEntries(["model", "instance", "accelerator", "family"]
    .map((name) => [name, new Set(query.chosen.get(name))]));
  for (const instance of want.accelerator.size ? [] : want.instance) want.accelerator.add(rows.carries[instance]);
  if (want.family.size) return want;
  for (let row = 0; row < rows.count; row += 1) {
    if (!want.model.has(rows.at(row, "model"))) continue;
    for (const family of [rows.at(row, "family") ?? []].flat()) want.family.add(family);
  }
  return want;
}

function differences(rows, query, row) {
  const meets = (name, wanted) => {
    const value = rows.at(row, name);
    if (wanted instanceof Set) return [value].flat().some((one) => wanted.has(spelt(one)));
    return within(value, bounds(wanted));
  };
  return [...query.chosen].filter(([name, wanted]) => name !== "text" && !meets(name, wanted)).map(([name]) => name);
}

/** The closest tests, the best kind first. */
export function nearest(rows, query) {
  const want = asked(rows, query);
  const found = new Map();
  for (const [words, ...needs] of KINDS) {
    for (let row = 0; row < rows.count && found.size < MOST_NEAREST; row += 1) {
      const meets = (name) => [rows.at(row, name)].flat().some((one) => want[name].has(one));
      if (found.has(row) || !needs.every(meets)) continue;
      found.set(row, { row, words, differs: differences(rows, query, row) });
    }
  }
  return [...found.values()];
}
