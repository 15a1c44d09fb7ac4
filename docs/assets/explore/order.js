/* The order of rows: by several columns, what was not published always last. */

import { compare, sortedBy } from "../numbers.js";

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

/** Every row, by the columns named: the last is sorted by first, so that the first has the last word. */
export const order = (rows, sort) => sort.reduceRight((found, item) => sorted(rows, found, item),
  Uint32Array.from({ length: rows.count }, (_, row) => row));
