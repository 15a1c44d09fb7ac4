/* Which rows a view shows, and how many each further choice would leave: columns are gone through one by one, which
   is what typed arrays are quick at. */

import { bounds, within } from "./query.js";
import { typedWords } from "../numbers.js";

const LOOKED_UP = ["model", "model_as_published", "as_published", "architectures", "family", "framework", "release",
  "instance", "accelerator", "dataset", "sdk", "table", "catalogue"];

/** One byte for each value of a column: 1 where the condition lets the value pass. */
function passing(rows, name, wanted) {
  const values = rows.values(name);
  const pass = new Uint8Array(values.length);
  if (wanted instanceof Set) {
    for (const value of wanted) for (const code of rows.singles(name).get(value)?.codes ?? []) pass[code] = 1;
  } else {
    const wide = bounds(wanted);
    values.forEach((value, code) => { pass[code] = within(value, wide); });
  }
  return pass;
}

/** One byte for each row: 1 where a word is in a name of some column. */
function mentioning(rows, word) {
  const found = new Uint8Array(rows.count);
  for (const name of LOOKED_UP.filter((one) => one in rows.columns)) {
    const codes = rows.codes(name);
    const hit = Uint8Array.from(rows.names(name), (names) => names.includes(word));
    if (hit.includes(1)) for (let row = 0; row < found.length; row += 1) found[row] |= hit[codes[row]];
  }
  return found;
}

/** Calls `miss` with every row that a condition rules out; free text asks for each of its words. */
function ruledOut(rows, [name, wanted], miss) {
  if (name === "text") {
    const words = typedWords(wanted).map((word) => mentioning(rows, word));
    for (let row = 0; row < rows.count; row += 1) if (!words.every((found) => found[row])) miss(row);
    return;
  }
  const pass = passing(rows, name, wanted);
  const codes = rows.codes(name);
  for (let row = 0; row < rows.count; row += 1) if (!pass[codes[row]]) miss(row);
}

/** The rows that pass, in the order given; for each facet the number of rows each value would leave; and for each
    condition the number of rows that it alone rules out. */
export function filter(rows, query, order) {
  const conditions = [...query.chosen];
  const misses = new Uint8Array(rows.count);
  const last = new Uint8Array(rows.count);
  conditions.forEach((condition, index) => ruledOut(rows, condition, (row) => {
    misses[row] += 1;
    last[row] = index;
  }));
  const shown = [];
  const near = conditions.map(() => []);
  for (const row of order) {
    if (!misses[row]) shown.push(row);
    else if (misses[row] === 1) near[last[row]].push(row);
  }
  const blocking = new Map(conditions.map(([name], index) => [name, near[index].length]).filter(([, count]) => count));
  const counts = new Map(rows.facets.map((name) => {
    const codes = rows.codes(name);
    const count = new Int32Array(rows.values(name).length);
    for (const row of shown) count[codes[row]] += 1;
    // Where only this facet's choice rules a row out, another value of the facet would show it.
    const own = conditions.findIndex(([other]) => other === name);
    for (const row of near[own] ?? []) count[codes[row]] += 1;
    return [name, count];
  }));
  return { shown, blocking, counts };
}
