/* The columns of the table: what each is called, and how a row reads in it. */

const figure = new Intl.NumberFormat("en");
const number = (value) => (value === null ? "not published" : figure.format(value));

const TEXTS = {
  instance: (of) => (of("instance_count") > 1 ? `${of("instance_count")} × ` : "") + of("instance"),
  accelerator: (of, label) => `${of("accelerator_count")} × ${label("accelerator")}`,
  batch_size_native: (of) => number(of("batch_size_native")),
  batch_size_compiled: (of) => `${of("batch_size_is_lower_bound") ? "≥ " : ""}${number(of("batch_size_compiled"))}`,
  batch_size_scope: (of, label) => `${label("batch_size_scope")}${of("batch_size_scope_inferred") ? ", inferred" : ""}`,
};

export const LABELS = {
  model: "Model",
  instance: "Instance",
  accelerator: "Accelerator",
  batch_size_native: "Native batch size",
  batch_size_compiled: "Compiled batch size",
  sequence_length: "Sequence length",
  precision: "Precision",
  dataset: "Dataset",
  release: "Release",
  family: "Family",
  batch_size_scope: "Batch size counts",
  as_of: "As of",
  source: "Source",
  framework: "Framework",
  evidence: "Kind of evidence",
  text: "Text",
};

export const COLUMNS = Object.keys(LABELS).slice(0, 13);
export const NUMERIC = new Set(["batch_size_native", "batch_size_compiled", "sequence_length"]);

/** What a row says in a column, in words. */
export function text(rows, row, column) {
  const of = (name) => rows.at(row, name);
  const label = (name) => rows.label(name, of(name));
  return TEXTS[column] ? TEXTS[column](of, label) : label(column);
}
