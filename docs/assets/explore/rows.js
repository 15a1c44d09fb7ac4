/* Every tested configuration by column: each value once, and for each row the place of its value. */

import { spelt } from "./query.js";

/** Columns whose ids are what people say. */
const SPELT = new Set(["model", "instance", "source"]);

export class Rows {
  constructor({ columns, ...rest }) {
    Object.assign(this, rest);
    this.columns = columns;
    for (const column of Object.values(columns)) column.codes = Int32Array.from(column.codes);
    this.found = new Map();
  }

  values(name) {
    return this.columns[name].values;
  }

  codes(name) {
    return this.columns[name].codes;
  }

  /** The place of a value among those of its column, by how an address spells it; undefined where it has none. */
  code(name, value) {
    return this.once(`code ${name}`, () => new Map(this.values(name).map((each, code) => [spelt(each), code]))).get(value);
  }

  /** A value of an address as it is spelt today: links saved earlier name a release without its framework. */
  canonical(name, value) {
    if (name !== "release" || this.code(name, value) !== undefined) return value;
    return this.values(name).find((id) => id.endsWith(`/${value}`)) ?? value;
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
    return [of("release"), of("model"), of("dataset"), many + of("instance"), of("variant")].filter(Boolean).join("/");
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

  /** For each value of a column every name it answers to, for looking it up. */
  names(name) {
    return this.once(`names ${name}`, () => this.values(name).map((value) => {
      const record = this.records[name]?.[value];
      return [value ?? "not published", record?.name, ...(record?.names ?? [])].join(" ").toLowerCase();
    }));
  }

  /** What `make` gives, made when it is first asked for. */
  once(key, make) {
    if (!this.found.has(key)) this.found.set(key, make());
    return this.found.get(key);
  }
}
