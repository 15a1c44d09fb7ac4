/* An open row: every precondition, who says so, and a snippet to start from. */

import { element } from "./dom.js";

export function details(rows, row, root) {
  const of = (name) => rows.at(row, name);
  const source = element("a", { href: root + rows.page("source", of("source")) }, rows.label("source", of("source")));
  const facts = [
    ["Published as", `${of("model_as_published")} on ${of("instance_as_published")}`],
    ["Name", of("name_inferred") && `Inferred: ${of("name_inferred")}`],
    ["Topology", rows.label("topology", of("topology"))],
    ["Mixed precision", of("automatic_mixed_precision") === null ? "not published" : of("automatic_mixed_precision") ? "automatic" : "no"],
    ["Code that ran", of("tested_with") ?? "not published"],
    ["Batch size counts", rows.label("batch_size_scope", of("batch_size_scope"))],
    ["Why", of("batch_size_scope_inferred") && `Inferred: ${of("batch_size_scope_inferred")}`],
    ["Lower bound", of("batch_size_is_lower_bound") ? "yes: the largest size that was tried" : "no"],
    ["Withdrawn", of("withdrawn")],
    ["Kind of evidence", rows.label("evidence", of("evidence"))],
    ["Source", element("span", {}, source, `, ${of("locator")}, ${of("place")}, ${of("as_of")}`)],
    ["Id", element("code", {}, rows.id(row))],
  ].filter(([, value]) => value);
  const list = element("dl", { class: "facts" });
  for (const [term, value] of facts) list.append(element("div", {}, element("dt", {}, term), element("dd", {}, value)));
  return element("div", { class: "row-details" }, list, snippet(rows, row));
}

function snippet(rows, row) {
  const length = rows.at(row, "sequence_length");
  const values = {
    instance: rows.at(row, "instance"),
    instance_count: rows.at(row, "instance_count") ?? 1,
    model: rows.at(row, "model_as_published"),
    dataset: rows.at(row, "dataset") ?? "<dataset>",
    batch_size: rows.at(row, "batch_size_compiled"),
    batch_size_counts: rows.label("batch_size_scope", rows.at(row, "batch_size_scope")),
    sequence_length: length ? `        "sequence_length": ${length},\n` : "",
  };
  const code = rows.snippets[rows.at(row, "release")].replace(/\{(\w+)\}/g, (whole, name) => String(values[name] ?? whole));
  const said = element("span", { role: "status" });
  const copy = async () => {
    await navigator.clipboard.writeText(code);
    said.textContent = " Copied.";
  };
  return element(
    "div",
    { class: "snippet" },
    element("p", {}, "A starting point in our words, not what the source ran: check it before you pay for it. ",
      element("button", { type: "button", class: "copy", onclick: copy }, "Copy the code"), said),
    element("pre", { tabindex: "0" }, element("code", {}, code)),
  );
}
