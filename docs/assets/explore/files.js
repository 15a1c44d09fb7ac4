/* The rows shown, to take away: CSV, JSON, Markdown. Columns are those of the API. */

const COLUMNS = [
  "model", "model_as_published", "family", "framework", "release", "dataset", "instance", "instance_as_published",
  "instance_count", "accelerator", "accelerator_count", "topology", "precision", "sequence_length", "batch_size_native",
  "batch_size_compiled", "batch_size_scope", "batch_size_scope_inferred", "batch_size_is_lower_bound", "withdrawn",
  "source", "locator", "as_of", "automatic_mixed_precision",
];

/** Columns in which the explorer holds the reason and the API whether there is one. */
const REASONS = new Set(["batch_size_scope_inferred", "withdrawn"]);

function record(rows, row) {
  const found = { id: rows.id(row) };
  for (const name of COLUMNS) found[name] = REASONS.has(name) ? rows.at(row, name) !== null : rows.at(row, name);
  found.locator = `${rows.at(row, "locator")}, ${rows.at(row, "place")}`;
  return found;
}

/** A cell that no spreadsheet runs as a formula. */
export function cell(value) {
  if (value === null) return "";
  const text = String(value);
  const safe = typeof value === "string" && /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

export function csv(rows, shown) {
  const lines = [["id", ...COLUMNS].join(",")];
  for (const row of shown) lines.push(Object.values(record(rows, row)).map(cell).join(","));
  return `${lines.join("\n")}\n`;
}

export function json(rows, shown) {
  const result = Array.from(shown, (row) => record(rows, row));
  return `${JSON.stringify({ schema_version: "1.0", data_revision: rows.revision, count: result.length, result }, null, 1)}\n`;
}

export function markdown(rows, shown, columns, address) {
  const escape = (text) => String(text).replaceAll("\\", "\\\\").replaceAll("|", "\\|");
  const lines = [`| ${columns.map(({ label }) => label).join(" | ")} |`, `|${columns.map(() => "---").join("|")}|`];
  for (const row of shown) lines.push(`| ${columns.map(({ text }) => escape(text(rows, row))).join(" | ")} |`);
  return `${lines.join("\n")}\n\n${address}\n`;
}

/** Hands a text to the reader as a file. */
export function save(name, type, text) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type }));
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}
