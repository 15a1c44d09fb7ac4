/* The rows shown, to take away: as CSV and JSON with the columns of the API, and as Markdown. */

import { LABELS, text } from "./columns.js";

const COLUMNS = `model model_as_published family framework release dataset instance instance_as_published instance_count accelerator
  accelerator_count topology precision sequence_length batch_size_native batch_size_compiled batch_size_scope
  batch_size_scope_inferred batch_size_is_lower_bound withdrawn source locator as_of automatic_mixed_precision`.split(/\s+/);

/** Columns in which the explorer holds a reason and the API whether there is one. */
const REASONS = ["batch_size_scope_inferred", "withdrawn"];

function record(rows, row) {
  const found = { id: rows.id(row) };
  for (const name of COLUMNS) found[name] = REASONS.includes(name) ? rows.at(row, name) !== null : rows.at(row, name);
  found.release = found.release.split("/").at(-1);
  found.locator += `, ${rows.at(row, "place")}`;
  return found;
}

/** A cell that no spreadsheet runs as a formula. */
function cell(value) {
  const said = String(value ?? "").replace(/^(?=[=+\-@\t\r])/, typeof value === "string" ? "'" : "");
  return /[",\r\n]/.test(said) ? `"${said.replaceAll('"', '""')}"` : said;
}

export const csv = (rows, shown) => [["id", ...COLUMNS], ...shown.map((row) => Object.values(record(rows, row)).map(cell))].map((line) => `${line.join()}\n`).join("");

export function json(rows, shown) {
  const result = shown.map((row) => record(rows, row));
  return `${JSON.stringify({ ...rows.envelope, count: result.length, result }, null, 1)}\n`;
}

export function markdown(rows, shown, columns) {
  const line = (cells) => `| ${cells.map((said) => said.replace(/[\\|]/g, "\\$&")).join(" | ")} |\n`;
  const body = shown.map((row) => line(columns.map((name) => text(rows, row, name))));
  return [line(columns.map((name) => LABELS[name])), line(columns.map(() => "---")), ...body, `\n${location.href}\n`].join("");
}

/** Hands a text to the reader as a file. */
export function save(ending, type, content) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([content], { type }));
  link.download = `tested-configurations.${ending}`;
  link.click();
  URL.revokeObjectURL(link.href);
}
