/* The rows of one kind of evidence by column: each value once, and for each row the place of its value. */

/** Columns whose ids are what people say. */
const SPELT = new Set(["instance", "source"]);

/** A value as an address spells it. */
export const spelt = (value) => (value === null ? "not-published" : String(value));

/** The single values of a value: a column may hold several records in one row. */
const parts = (value) => (Array.isArray(value) ? (value.length ? value : [null]) : [value]);

export class Rows {
  constructor({ columns, ...rest }) {
    Object.assign(this, rest);
    // Without what every object has: an address may name that.
    this.columns = Object.assign(Object.create(null), columns);
    for (const column of Object.values(columns)) {
      column.codes = column.codes ? Int32Array.from(column.codes) : new Int32Array(this.count);
    }
    this.found = new Map();
  }

  values(name) {
    return this.columns[name].values;
  }

  codes(name) {
    return this.columns[name].codes;
  }

  /** The heading of a column. */
  heading(name) {
    return name === "text" ? "Text" : this.columns[name].label;
  }

  isNumeric(name) {
    return this.once(`numeric ${name}`, () => {
      const values = this.values(name).filter((value) => value !== null);
      return values.length > 0 && values.every((value) => typeof value === "number");
    });
  }

  /** By how an address spells it: each single value of a column, and the places of the values that have it. */
  singles(name) {
    return this.once(`singles ${name}`, () => {
      const found = new Map();
      this.values(name).forEach((value, code) => {
        for (const one of parts(value)) {
          const key = spelt(one);
          if (!found.has(key)) found.set(key, { value: one, codes: [] });
          found.get(key).codes.push(code);
        }
      });
      return found;
    });
  }

  /** A value of an address as it is spelt today: links saved earlier name a release without its framework. */
  canonical(name, value) {
    if (name !== "release" || this.singles(name).has(value)) return value;
    return this.values(name).find((id) => id.endsWith(`/${value}`)) ?? value;
  }

  /** What a row says in a column; null where it was not published, or where this evidence has no such column. */
  at(row, name) {
    const column = this.columns[name];
    return column ? column.values[column.codes[row]] : null;
  }

  /** The id of a row, as the API gives it. */
  id(row) {
    const of = (name) => this.at(row, name);
    if (this.show === "benchmarks") return `${of("table")}/${of("line")}`;
    if (this.show === "lists") return of("id");
    const many = of("instance_count") > 1 ? `${of("instance_count")}x` : "";
    return [of("release"), of("model"), of("dataset"), many + of("instance"), of("variant")].filter(Boolean).join("/");
  }

  /** How a value reads: its vocabulary's word, its record's name, or itself. */
  label(name, value) {
    if (Array.isArray(value)) return value.map((one) => this.label(name, one)).join(" or ") || "not published";
    if (value === null) return "not published";
    if (typeof value === "boolean") return value ? "yes" : "no";
    const called = SPELT.has(name) ? value : this.records[name]?.[value]?.name;
    return this.words[name]?.[value] ?? called ?? String(value);
  }

  /** The page of a value, from the site's root. */
  page(name, value) {
    const [one, ...others] = parts(value);
    return others.length ? undefined : this.records[name]?.[one]?.page;
  }

  /** For each value of a column every name it answers to, for looking it up. */
  names(name) {
    return this.once(`names ${name}`, () =>
      this.values(name).map((value) => parts(value).map((one) => this.namesOf(name, one)).join(" ")));
  }

  namesOf(name, value) {
    const record = this.records[name]?.[value];
    return [value ?? "not published", record?.name, ...(record?.names ?? [])].join(" ").toLowerCase();
  }

  /** What `make` gives, made when it is first asked for. */
  once(key, make) {
    if (!this.found.has(key)) this.found.set(key, make());
    return this.found.get(key);
  }
}
