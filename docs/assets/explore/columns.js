/* The columns of the table: what each is called and how a row reads in it. */

const figure = new Intl.NumberFormat("en");

const named = (name) => (rows, row) => rows.label(name, rows.at(row, name));
const number = (name) => (rows, row) => {
  const value = rows.at(row, name);
  return value === null ? "not published" : figure.format(value);
};

export const COLUMNS = [
  { name: "model", label: "Model", text: named("model") },
  { name: "instance", label: "Instance", text: instance },
  { name: "accelerator", label: "Accelerator", text: accelerator },
  { name: "batch_size_native", label: "Native batch size", numeric: true, text: number("batch_size_native") },
  { name: "batch_size_compiled", label: "Compiled batch size", numeric: true, text: compiled },
  { name: "sequence_length", label: "Sequence length", numeric: true, text: number("sequence_length") },
  { name: "precision", label: "Precision", text: named("precision") },
  { name: "dataset", label: "Dataset", text: named("dataset") },
  { name: "release", label: "Release", text: named("release") },
  { name: "family", label: "Family", text: named("family") },
  { name: "batch_size_scope", label: "Batch size counts", text: scope },
  { name: "as_of", label: "As of", text: named("as_of") },
  { name: "source", label: "Source", text: named("source") },
];

export const LABELS = {
  ...Object.fromEntries(COLUMNS.map(({ name, label }) => [name, label])),
  framework: "Framework",
  evidence: "Kind of evidence",
  q: "Text",
};

function instance(rows, row) {
  const count = rows.at(row, "instance_count");
  return `${count > 1 ? `${count} × ` : ""}${rows.at(row, "instance")}`;
}

function accelerator(rows, row) {
  return `${rows.at(row, "accelerator_count")} × ${rows.label("accelerator", rows.at(row, "accelerator"))}`;
}

function compiled(rows, row) {
  const bound = rows.at(row, "batch_size_is_lower_bound") ? "≥ " : "";
  return `${bound}${figure.format(rows.at(row, "batch_size_compiled"))}`;
}

function scope(rows, row) {
  const inferred = rows.at(row, "batch_size_scope_inferred") === null ? "" : ", inferred";
  return `${rows.label("batch_size_scope", rows.at(row, "batch_size_scope"))}${inferred}`;
}
