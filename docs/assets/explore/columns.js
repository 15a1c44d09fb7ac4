/* How a row reads in a column. */

import { number } from "../numbers.js";

/** Files have every digit. */
const figure = (value) => (value === null ? "not published" : number(value));
const throughput = (name) => (of) => `${of("threshold") ? "threshold " : ""}${figure(of(name))}`;
/** About so much at the price of an instance type like the machine that ran, if that is none itself; of all but tokens
    for a thousand. */
function cost(of, label) {
  const value = of("usd_per_million");
  if (value === null) return "not known";
  const counted = label("throughput_unit").replace("/s", "");
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

/** Beside the throughput of several accelerators: that of each. */
export function share(rows, row, column) {
  const each = column === "throughput" && rows.at(row, "throughput_per_accelerator");
  return each && each !== rows.at(row, column) ? `${number(Number(each.toPrecision(3)))} each` : "";
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
