/* The rows shown, to take away: as CSV and JSON with the columns of the API. */

import { element } from "../dom.js";

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
