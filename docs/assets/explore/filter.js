/* Which rows a view shows, in which order, how many each further choice would leave, and what is near where nothing
   matches. Columns are gone through one by one, which is what typed arrays are quick at. */

import { compare, sortedBy, typedWords } from "../numbers.js";
import { bounds, within } from "./query.js";
import { spelt } from "./rows.js";

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

/** The rows that pass, among ordered ones; for each facet the number of rows each value would leave; and for each
    condition the number of rows that it alone rules out. */
export function filter(rows, query, among) {
  const conditions = [...query.chosen];
  const misses = new Uint8Array(rows.count);
  const last = new Uint8Array(rows.count);
  conditions.forEach((condition, index) => ruledOut(rows, condition, (row) => {
    misses[row] += 1;
    last[row] = index;
  }));
  const shown = [];
  const near = conditions.map(() => []);
  for (const row of among) {
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

/** The values of a column in rising order, equal ones in one place; how many places, and for each value its place. */
function ranks(rows, column) {
  const values = rows.values(column);
  const sized = rows.isNumeric(column);
  const keys = sized ? values : values.map((value) => sortedBy(rows.label(column, value)));
  const rising = (a, b) => compare(keys[a], keys[b]);
  const rank = new Int32Array(values.length);
  let places = 0;
  let before;
  for (const code of [...values.keys()].filter((each) => values[each] !== null).sort(rising)) {
    if (before !== undefined && rising(before, code)) places += 1;
    rank[code] = places;
    before = code;
  }
  return { rank, places: places + 1 };
}

/** The rows sorted by one column; where they are equal in it, they stay in the order given. */
function sorted(rows, given, item) {
  const column = item.replace(/^-/, "");
  const { rank, places } = rows.once(`rank ${column}`, () => ranks(rows, column));
  const values = rows.values(column);
  const ranked = (each) => (item.startsWith("-") ? places - 1 - each : each);
  const place = rank.map((each, code) => (values[code] === null ? places : ranked(each)));
  const codes = rows.codes(column);
  // How many rows stand before each place: each row then goes straight to where it belongs.
  const next = new Int32Array(places + 2);
  for (const code of codes) next[place[code] + 1] += 1;
  for (let each = 1; each < next.length; each += 1) next[each] += next[each - 1];
  const found = new Uint32Array(given.length);
  for (const row of given) {
    found[next[place[codes[row]]]] = row;
    next[place[codes[row]]] += 1;
  }
  return found;
}

/** Every row, by the columns named, what was not published always last. The last column is sorted by first, so that the
    first has the last word. */
export const order = (rows, sort) => sort.reduceRight((found, item) => sorted(rows, found, item),
  Uint32Array.from({ length: rows.count }, (_, row) => row));

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

/** When nothing matches: the tests that come closest, the best kind first, and what differs in them. */
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
