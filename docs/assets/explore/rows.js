/* Every tested configuration by column: each value once, and for each row the place of its value. */

/** Columns whose ids are what people say. */
const SPELT = new Set(["model", "instance", "source"]);

export class Rows {
  constructor({ columns, ...rest }) {
    Object.assign(this, rest);
    this.columns = columns;
    for (const column of Object.values(columns)) column.codes = Int32Array.from(column.codes);
  }

  values(name) {
    return this.columns[name].values;
  }

  codes(name) {
    return this.columns[name].codes;
  }

  /** What a row says in a column; null where it was not published. */
  at(row, name) {
    const { values, codes } = this.columns[name];
    return values[codes[row]];
  }

  /** The id of a row, as the API gives it. */
  id(row) {
    const of = (name) => this.at(row, name);
    const many = of("instance_count") > 1 ? `${of("instance_count")}x` : "";
    return [of("framework"), of("release"), of("model"), of("dataset"), many + of("instance"), of("variant")].filter(Boolean).join("/");
  }

  /** How a value reads: its vocabulary's word, its record's name, or itself. */
  label(name, value) {
    if (value === null) return "not published";
    const called = SPELT.has(name) ? value : this.records[name]?.[value]?.name;
    return this.words[name]?.[value] ?? called ?? String(value);
  }

  /** The page of a value, from the site's root. */
  page(name, value) {
    return this.records[name]?.[value]?.page;
  }

  /** Every name a value answers to, for looking it up. */
  names(name, value) {
    const record = this.records[name]?.[value];
    return [value ?? "not published", record?.name, ...(record?.names ?? [])].join(" ").toLowerCase();
  }
}
