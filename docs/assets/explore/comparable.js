/* Which rows of a chart may be compared: those whose figures count one thing, for one workload in one number format. */

/** The rows that state some figures, in groups that may be compared, the largest first: [{ rows, words, doubt }].
    `words` says what the rows of a group have in common, `doubt` why they may not be ranked. */
export function comparable(rows, shown, figures) {
  const units = [...new Set(figures.map((name) => rows.columns[name].counts).filter(Boolean))];
  const [format, ...narrower] = rows.formats;
  const stated = [...units, "workload", format].filter((name) => name in rows.columns);
  const having = shown.filter((row) => figures.every((name) => rows.at(row, name) !== null));
  const says = (row, name) => rows.at(row, name) !== null;
  const keyOf = (row) => [...stated, ...narrower].map((name) => String(rows.at(row, name))).join("|");
  const groups = Map.groupBy(having, keyOf);
  return [...groups.values()].sort((a, b) => b.length - a.length).map((group) => {
    const [first] = group;
    const named = (name) => `${rows.heading(name).toLowerCase()} ${rows.label(name, rows.at(first, name))}`;
    const common = stated.map((name) => (says(first, name) ? rows.label(name, rows.at(first, name)) : named(name)));
    const further = narrower.filter((name) => says(first, name)).map(named);
    const unknown = stated.every((name) => says(first, name)) ? "" : "what is not published may differ";
    const doubt = narrower.includes("threshold") && says(first, "threshold") ? "thresholds, not measurements" : unknown;
    return { rows: group, words: [...common, ...further].join(", "), doubt };
  });
}

/** The best row of each value of a column, the best first. */
export function best(rows, group, by, of) {
  const sign = rows.columns[of].better === "lower" ? 1 : -1;
  const better = (a, b) => sign * (rows.at(a, of) - rows.at(b, of));
  const rowsOf = Map.groupBy(group, (row) => rows.label(by, rows.at(row, by)));
  return [...rowsOf].map(([name, all]) => [name, all.reduce((one, other) => (better(other, one) < 0 ? other : one))])
    .sort(([, a], [, b]) => better(a, b));
}

/** Of several models the group that has figures on the most hardware, with its model; undefined where none may be
    ranked. */
export function widest(rows, shown, by, of) {
  const ofModels = [...Map.groupBy(shown, (row) => rows.at(row, "model"))].filter(([model]) => model !== null);
  const found = ofModels.flatMap(([model, some]) => comparable(rows, some, [of]).filter(({ doubt }) => !doubt)
    .map((group) => ({ model, group, count: new Set(group.rows.map((row) => rows.at(row, by))).size })));
  return found.reduce((one, other) => (other.count > (one?.count ?? 0) ? other : one), undefined);
}
