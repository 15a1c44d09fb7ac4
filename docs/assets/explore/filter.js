/* Which rows a view shows, and how many each further choice would leave. */

import { FACETS, NOT_PUBLISHED, RANGES, bounds } from "./query.js";

/** A condition as one byte for each value of a column: 1 where the value passes. */
function passes(rows, column, accept) {
  return { column, codes: rows.codes(column), pass: Uint8Array.from(rows.values(column), (value) => (accept(value) ? 1 : 0)) };
}

export const spelt = (value) => (value === null ? NOT_PUBLISHED : String(value));

/** Words that all must occur in the names of some column's value. */
function textMask(rows, text) {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const columns = ["model", "model_as_published", "family", "framework", "release", "instance", "accelerator", "dataset"];
  const said = columns.map((column) => ({
    codes: rows.codes(column),
    texts: rows.values(column).map((value) => (value === null ? "" : rows.names(column, value).join(" ").toLowerCase())),
  }));
  const hits = words.map((word) =>
    said.map(({ codes, texts }) => ({ codes, pass: Uint8Array.from(texts, (names) => (names.includes(word) ? 1 : 0)) })),
  );
  return (row) => hits.every((columnsOfWord) => columnsOfWord.some(({ codes, pass }) => pass[codes[row]]));
}

function conditions(rows, query) {
  const found = [];
  for (const [name, chosen] of query.facets) found.push({ name, ...passes(rows, name, (value) => chosen.has(spelt(value))) });
  for (const [name, text] of query.ranges) {
    const [low, high] = bounds(text);
    found.push({ name, ...passes(rows, name, (value) => value !== null && value >= low && value <= high) });
  }
  return found;
}

/** The rows that pass, in the order given, and for each facet the number of rows each value would leave. */
export function filter(rows, query, order) {
  const all = conditions(rows, query);
  const text = query.text ? textMask(rows, query.text) : null;
  const counts = new Map(FACETS.map((name) => [name, new Int32Array(rows.values(name).length)]));
  const tallies = FACETS.map((name) => ({ codes: rows.codes(name), tally: counts.get(name), index: all.findIndex((one) => one.name === name) }));
  const shown = [];
  const failing = new Int32Array(all.length + 1);
  for (const row of order) {
    let misses = 0;
    let only = -1;
    for (let index = 0; index < all.length && misses < 2; index += 1) {
      if (!all[index].pass[all[index].codes[row]]) {
        misses += 1;
        only = index;
      }
    }
    if (misses < 2 && text && !text(row)) {
      misses += 1;
      only = all.length;
    }
    if (misses === 0) {
      shown.push(row);
      for (const { codes, tally } of tallies) tally[codes[row]] += 1;
    } else if (misses === 1) {
      failing[only] += 1;
      // A row that only this facet's choice rules out is one that another value of the facet would show.
      const open = tallies.find(({ index }) => index === only);
      if (open) open.tally[open.codes[row]] += 1;
    }
  }
  const blocking = [...all.map(({ name }) => name), ...(text ? ["q"] : [])]
    .map((name, index) => ({ name, without: failing[name === "q" ? all.length : index] }))
    .filter(({ without }) => without > 0);
  return { shown, counts, blocking };
}

/** Whether a name can be compared by size. */
export const isRange = (name) => RANGES.includes(name);
