/* When nothing matches: what rules everything out, and which tests come closest, with what differs. */

import { NOT_PUBLISHED, bounds } from "./query.js";

const MOST_NEAREST = 8;

/** The values wanted of a column; the accelerator also follows from an instance nobody tested. */
function wanted(rows, query, column) {
  const chosen = query.facets.get(column) ?? new Set();
  if (column !== "accelerator" || chosen.size) return chosen;
  const carried = [...(query.facets.get("instance") ?? [])].map((instance) => rows.carries[instance]);
  return new Set(carried.filter(Boolean));
}

function familiesOf(rows, query) {
  const chosen = wanted(rows, query, "family");
  if (chosen.size) return chosen;
  const models = wanted(rows, query, "model");
  const found = new Set();
  for (let row = 0; row < rows.count && models.size; row += 1) {
    if (models.has(rows.at(row, "model"))) found.add(rows.at(row, "family"));
  }
  return found;
}

const KINDS = [
  { words: "same model, same accelerator", needs: ["model", "accelerator"] },
  { words: "same model, other hardware", needs: ["model"] },
  { words: "same family, same instance", needs: ["family", "instance"] },
  { words: "same family, same accelerator", needs: ["family", "accelerator"] },
];

/** The closest tests, best kind first; each with the kind and the columns in which it is not what was asked. */
export function nearest(rows, query) {
  const want = new Map(["model", "instance", "accelerator"].map((column) => [column, wanted(rows, query, column)]));
  want.set("family", familiesOf(rows, query));
  const found = [];
  const taken = new Set();
  for (const { words, needs } of KINDS) {
    if (needs.some((column) => !want.get(column).size)) continue;
    for (let row = 0; row < rows.count && found.length < MOST_NEAREST; row += 1) {
      if (taken.has(row) || needs.some((column) => !want.get(column).has(rows.at(row, column)))) continue;
      taken.add(row);
      found.push({ row, words, differs: differences(rows, query, row) });
    }
  }
  return found;
}

function differences(rows, query, row) {
  const found = [];
  for (const [name, chosen] of query.facets) {
    const value = rows.at(row, name);
    if (!chosen.has(value === null ? NOT_PUBLISHED : String(value))) found.push(name);
  }
  for (const [name, text] of query.ranges) {
    const [low, high] = bounds(text);
    const value = rows.at(row, name);
    if (value === null || value < low || value > high) found.push(name);
  }
  return found;
}
