/* Every tested configuration, by column: the values of a column once, and for each row the place of its value. */

export const NUMBERS = ["batch_size_native", "batch_size_compiled"];

export class Rows {
  constructor(document) {
    this.count = document.count;
    this.records = document.records;
    this.words = document.words;
    this.snippets = document.snippets;
    this.carries = document.carries;
    this.revision = document.revision;
    this.columns = new Map(
      Object.entries(document.columns).map(([name, { values, codes }]) => [name, { values, codes: Int32Array.from(codes) }]),
    );
  }

  has(name) {
    return this.columns.has(name);
  }

  values(name) {
    return this.columns.get(name).values;
  }

  codes(name) {
    return this.columns.get(name).codes;
  }

  /** What a row says in a column; null where it was not published. */
  at(row, name) {
    const { values, codes } = this.columns.get(name);
    return values[codes[row]];
  }

  /** The id of a row, as the API gives it. */
  id(row) {
    const count = this.at(row, "instance_count");
    const instance = `${count > 1 ? `${count}x` : ""}${this.at(row, "instance")}`;
    const of = (name) => this.at(row, name);
    return [of("framework"), of("release"), of("model"), of("dataset"), instance, of("variant")].filter(Boolean).join("/");
  }

  /** How a value reads: the name of its record, the word of its vocabulary, or itself. */
  label(name, value) {
    if (value === null) return "not published";
    return this.words[name]?.[value] ?? (SPELT.has(name) ? value : (this.records[name]?.[value]?.name ?? String(value)));
  }

  /** The address of the page of a value, from the site's root; null where it has none. */
  page(name, value) {
    return this.records[name]?.[value]?.page ?? null;
  }

  /** Every name a value answers to. */
  names(name, value) {
    const record = this.records[name]?.[value];
    return record ? [value, record.name, ...record.names] : [String(value)];
  }
}

/** Columns whose ids are what people say. */
const SPELT = new Set(["model", "instance", "source"]);
