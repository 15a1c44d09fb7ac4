/* The order of rows: by several columns, what was not published always last. */

/** For each value of a column its place in the order, so that rows compare by numbers. */
function ranks(rows, column, falling) {
  const values = rows.values(column);
  const words = (code) => rows.label(column, values[code]);
  const size = typeof values.find((value) => value !== null) === "number";
  const rising = (a, b) => (size ? values[a] - values[b] : words(a).localeCompare(words(b), "en", { numeric: true }));
  const rank = new Int32Array(values.length);
  [...values.keys()].sort(rising).forEach((code, place) => {
    rank[code] = values[code] === null ? values.length + 1 : falling ? values.length - place : place;
  });
  return { codes: rows.codes(column), rank };
}

export function order(rows, sort) {
  const keys = sort.map((item) => ranks(rows, item.replace(/^-/, ""), item.startsWith("-")));
  const found = Uint32Array.from({ length: rows.count }, (_, row) => row);
  if (!keys.length) return found;
  return found.sort((a, b) => {
    for (const { codes, rank } of keys) if (rank[codes[a]] !== rank[codes[b]]) return rank[codes[a]] - rank[codes[b]];
    return a - b;
  });
}
