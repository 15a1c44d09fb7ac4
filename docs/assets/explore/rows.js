/* The rows of one kind of evidence by column: each value once, and for each row the place of its value; how a row reads
   in a column; and rows to take away, as CSV and JSON with the columns of the API. */

import { element } from "../dom.js";
import { number } from "../numbers.js";

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

/** Files have every digit. */
const figure = (value) => (value === null ? "not published" : number(value));
const throughput = (name) => (of) => `${of("threshold") ? "threshold " : ""}${figure(of(name))}`;
/** About so much at the price of an instance type like the machine that ran, if that is none itself; of all but tokens
    for a thousand. */
function cost(of, label) {
  const value = of("usd_per_million");
  if (value === null) return "not known";
  const made = of("makes")?.replace(/^one (.+)/, "$1s");
  const counted = made ?? label("throughput_unit").replace("/s", "");
  const much = /token/.test(counted) ? `${number(value)} per\u00a0million` : `${number(value / 1000)} per\u00a01,000`;
  return `${of("instance").length ? "" : "about "}${much}\u00a0${counted}`;
}

const TEXTS = {
  benchmarks: {
    throughput: throughput("throughput"),
    throughput_per_accelerator: throughput("throughput_per_accelerator"),
    usd_per_million: cost,
  },
  configurations: {
    instance: (of) => (of("instance_count") > 1 ? `${of("instance_count")} × ` : "") + of("instance"),
    accelerator: (of, label) => `${of("accelerator_count")} × ${label("accelerator")}`,
    batch_size_compiled: (of) => `${of("batch_size_is_lower_bound") ? "≥ " : ""}${figure(of("batch_size_compiled"))}`,
    batch_size_scope: (of, label) =>
      `${label("batch_size_scope")}${of("batch_size_scope_inferred") ? ", inferred" : ""}`,
  },
};

/** What a row says in a column, in words. */
export function text(rows, row, column) {
  const of = (name) => rows.at(row, name);
  const label = (name) => rows.label(name, of(name));
  const own = TEXTS[rows.show]?.[column];
  if (own) return own(of, label);
  return rows.isNumeric(column) ? figure(of(column)) : label(column);
}

const MOST_IN_CELL = 3;

/** What a cell of the table says: of a list the first values, and how many more there are. */
export function inCell(rows, row, column) {
  const values = rows.at(row, column);
  if (!Array.isArray(values) || values.length <= MOST_IN_CELL) return text(rows, row, column);
  return `${rows.label(column, values.slice(0, MOST_IN_CELL - 1))} and ${values.length - MOST_IN_CELL + 1} more`;
}

/* Of what tells a row apart, the scenario of a benchmark: a word. Tests have longer ids. */
const isScenario = (variant) => /^[a-z]+$/i.test(variant);

const castBeside = (of) => {
  const cast = of("autocast_data_type");
  return cast && cast.toUpperCase() !== of("precision") ? `cast to ${cast}` : "";
};

/* What stands beside the value of a column: what a number format is cast to; beside the throughput of several
   accelerators that of each; beside its unit the scenario, the size of images and the number format, without which
   no two figures compare; beside a cost the price that it is inferred from. */
const BESIDE = {
  precision: castBeside,
  throughput: (of) => {
    const each = of("throughput_per_accelerator");
    return each && each !== of("throughput") ? `${number(Number(each.toPrecision(3)))} each` : "";
  },
  throughput_unit: (of, label) => [
    isScenario(of("variant") ?? "") && of("variant"),
    of("image_size") && `${of("makes") ?? "images"} of ${of("image_size")}`,
    of("precision") ? `${label("precision")} ${castBeside(of)}`.trim() : "number format not published",
  ].filter(Boolean).join(", "),
  usd_per_million: (of) => (of("usd_per_million") && !of("instance").length
    ? `price of ${of("priced_as")}, inferred` : ""),
};

export const hasBeside = (column) => column in BESIDE;
export function beside(rows, row, column) {
  const of = (name) => rows.at(row, name);
  return BESIDE[column]?.(of, (name) => rows.label(name, of(name))) ?? "";
}

/** The column that says on what a row ran. */
export const hardware = (rows) => ["hardware", "instance", "accelerator"].find((name) => name in rows.columns);

/** A column's heading with its unit. */
export function heading(rows, name) {
  const { label, unit } = rows.columns[name] ?? { label: rows.heading(name) };
  return unit ? `${label}, ${unit}` : label;
}

/** What stands over a column of the table, whose cells say of how many a cost is. */
export const head = (rows, name) => heading(rows, name).replace(" per million", "");

/** Columns in which the explorer holds a reason and the API whether there is one. */
const REASONS = ["batch_size_scope_inferred", "withdrawn"];

/** A row with the columns of the API. */
function record(rows, row) {
  const of = (name) => rows.at(row, name);
  const found = {};
  for (const [name, column] of Object.entries(rows.download)) {
    if (name === "id") found.id = rows.id(row);
    else found[name] = rows.show === "configurations" && REASONS.includes(name) ? of(name) !== null : of(column);
  }
  if ("release" in found) found.release = found.release.split("/").at(-1);
  if (of("place")) found.locator += `, ${of("place")}`;
  if (of("line")) found.locator += `, line ${of("line")}`;
  return found;
}

/** A cell that no spreadsheet runs as a formula. */
function cell(value) {
  const words = Array.isArray(value) ? value.join(";") : String(value ?? "");
  const said = words.replace(/^(?=[=+\-@\t\r])/, typeof value === "number" ? "" : "'");
  return /[",\r\n]/.test(said) ? `"${said.replaceAll('"', '""')}"` : said;
}

export const csv = (rows, shown) => [Object.keys(rows.download),
  ...shown.map((row) => Object.values(record(rows, row)).map(cell))].map((line) => `${line.join()}\n`).join("");

export function json(rows, shown) {
  const result = shown.map((row) => record(rows, row));
  return `${JSON.stringify({ ...rows.envelope, count: result.length, result }, null, 1)}\n`;
}

/** Hands a text to the reader as a file. */
export function save(name, type, content) {
  const href = URL.createObjectURL(new Blob([content], { type }));
  element("a", { href, download: name }).click();
  URL.revokeObjectURL(href);
}
