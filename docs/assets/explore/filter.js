/* Which rows a view shows, and how many each further choice would leave. */

import { FACETS, bounds, spelt } from "./query.js";

const LOOKED_UP = ["model", "model_as_published", "family", "framework", "release", "instance", "accelerator", "dataset"];

/** One byte for each value of a column: 1 where the value passes. */
const passing = (rows, column, accept) => ({ codes: rows.codes(column), pass: Uint8Array.from(rows.values(column), (value) => (accept(value) ? 1 : 0)) });

/** Conditions as tests of a row; free text passes where each of its words is in a name of some column. */
function tests(rows, query) {
  return [...query.chosen].map(([name, wanted]) => {
    if (name === "text") {
      const words = wanted.toLowerCase().split(/\s+/).filter(Boolean);
      const hits = words.map((word) => LOOKED_UP.map((column) => passing(rows, column, (value) => rows.names(column, value).includes(word))));
      return { name, test: (row) => hits.every((columns) => columns.some(({ codes, pass }) => pass[codes[row]])) };
    }
    const [low, high] = wanted instanceof Set ? [] : bounds(wanted);
    const accept = wanted instanceof Set ? (value) => wanted.has(spelt(value)) : (value) => value !== null && value >= low && value <= high;
    const { codes, pass } = passing(rows, name, accept);
    return { name, test: (row) => pass[codes[row]] };
  });
}

/** The rows that pass, in the order given; for each facet the number of rows each value would leave; and for each
    condition the number of rows that it alone rules out. */
export function filter(rows, query, order) {
  const all = tests(rows, query);
  const facets = FACETS.map((name) => ({ name, codes: rows.codes(name), count: new Int32Array(rows.values(name).length) }));
  const byName = new Map(facets.map((facet) => [facet.name, facet]));
  const blocking = new Map();
  const shown = [];
  for (const row of order) {
    let misses = 0;
    let only;
    for (let index = 0; index < all.length && misses < 2; index += 1) {
      if (!all[index].test(row)) {
        misses += 1;
        only = all[index].name;
      }
    }
    if (misses === 0) {
      shown.push(row);
      for (const { codes, count } of facets) count[codes[row]] += 1;
    } else if (misses === 1) {
      blocking.set(only, (blocking.get(only) ?? 0) + 1);
      // Only this facet's choice rules the row out: another value of the facet would show it.
      const facet = byName.get(only);
      if (facet) facet.count[facet.codes[row]] += 1;
    }
  }
  return { shown, blocking, counts: new Map(facets.map(({ name, count }) => [name, count])) };
}
