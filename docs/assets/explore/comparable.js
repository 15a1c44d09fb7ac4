/* Which rows of a chart may be compared: those whose figures count one thing, for one workload in one number format. */

/** Columns that say what a figure counts, and the figures of which they say it. */
const UNITS = { throughput_unit: ["throughput", "usd_per_million"],
  latency_basis: ["latency_p50_ms", "latency_p99_ms"] };
/** What a row has to state besides, to be compared. */
const STATED = ["workload", "precision"];
/** What narrows a number format down, where it is stated. */
const NARROWER = { autocast_data_type: "cast as", weight_storage_data_type: "weights stored as" };
const UNKNOWN = { precision: "number format not published", throughput_unit: "unit not published",
  latency_basis: "basis not published" };

/** The highest of many figures: too many for the arguments of a function. */
export const highestOf = (figures) => figures.reduce((one, other) => Math.max(one, other), -Infinity);
export const lowestOf = (figures) => figures.reduce((one, other) => Math.min(one, other), Infinity);

/** Lists of rows by a key of each. */
export function grouped(rows, keyOf) {
  const groups = new Map();
  for (const row of rows) {
    const key = keyOf(row);
    if (!groups.has(key)) groups.set(key, []);
    groups.get(key).push(row);
  }
  return groups;
}

/** The rows that state some figures, in groups that may be compared, the largest first: [{ rows, words, isKnown }].
    `words` says what the rows of a group have in common; a group that is not known may not be ranked. */
export function comparable(rows, shown, figures) {
  const units = Object.keys(UNITS).filter((name) => UNITS[name].some((figure) => figures.includes(figure)));
  const stated = [...units, ...STATED].filter((name) => name in rows.columns);
  const narrower = Object.keys(NARROWER).filter((name) => name in rows.columns);
  const having = shown.filter((row) => figures.every((name) => rows.at(row, name) !== null));
  const groups = grouped(having, (row) => [...stated, ...narrower].map((name) => String(rows.at(row, name))).join("|"));
  return [...groups.values()].sort((a, b) => b.length - a.length).map((group) => {
    const [first] = group;
    const said = (name, value) => (value === null ? UNKNOWN[name] : rows.label(name, value));
    const common = stated.map((name) => said(name, rows.at(first, name)));
    const further = narrower.filter((name) => rows.at(first, name) !== null)
      .map((name) => `${NARROWER[name]} ${rows.at(first, name)}`);
    return { rows: group, words: [...common, ...further].join(", "),
      isKnown: stated.every((name) => rows.at(first, name) !== null) };
  });
}

/** The best row of each value of a column, the best first. */
export function best(rows, group, by, of) {
  const sign = rows.columns[of].better === "lower" ? 1 : -1;
  const better = (a, b) => sign * (rows.at(a, of) - rows.at(b, of));
  const rowsOf = grouped(group, (row) => rows.label(by, rows.at(row, by)));
  return [...rowsOf].map(([name, all]) => [name, all.reduce((one, other) => (better(other, one) < 0 ? other : one))])
    .sort(([, a], [, b]) => better(a, b));
}
