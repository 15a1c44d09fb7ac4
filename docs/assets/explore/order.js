/* The order of rows: by several columns, what was not published always last. */

/** Places of a column's values in rising order, for comparing codes instead of values. */
function ranks(rows, column, falling) {
  const values = rows.values(column);
  const sorted = values
    .map((value, code) => ({ value, code }))
    .sort((a, b) => (typeof a.value === "number" && typeof b.value === "number" ? a.value - b.value : compare(rows, column, a.value, b.value)));
  const rank = new Int32Array(values.length);
  sorted.forEach(({ value, code }, place) => {
    rank[code] = value === null ? values.length + 1 : falling ? values.length - place : place;
  });
  return rank;
}

function compare(rows, column, one, other) {
  if (one === null || other === null) return (one === null) - (other === null);
  return rows.label(column, one).localeCompare(rows.label(column, other), "en", { numeric: true });
}

export function order(rows, sort) {
  const found = Uint32Array.from({ length: rows.count }, (_, row) => row);
  if (!sort.length) return found;
  const keys = sort.map(({ column, falling }) => ({ codes: rows.codes(column), rank: ranks(rows, column, falling) }));
  return found.sort((a, b) => {
    for (const { codes, rank } of keys) {
      const apart = rank[codes[a]] - rank[codes[b]];
      if (apart) return apart;
    }
    return a - b;
  });
}
