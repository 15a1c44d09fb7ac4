/* An open row: every precondition, who says so, and a snippet to start from. */

import { copier, element } from "../dom.js";

export function details(rows, row, root) {
  const of = (name) => rows.at(row, name);
  const label = (name) => rows.label(name, of(name));
  const yes = (name) => (of(name) === null ? "not published" : of(name) ? "yes" : "no");
  const source = element("a", { href: root + rows.page("source", of("source")) }, rows.records.source[of("source")].name);
  const facts = {
    "Published as": `${of("model_as_published")} on ${of("instance_as_published")}`,
    "Name inferred": of("name_inferred"),
    Topology: label("topology"),
    "Automatic mixed precision": yes("automatic_mixed_precision"),
    "Code that ran": label("tested_with"),
    "Batch size counts": label("batch_size_scope"),
    "Inferred from": of("batch_size_scope_inferred"),
    "Lower bound": yes("batch_size_is_lower_bound"),
    Withdrawn: of("withdrawn"),
    "Kind of evidence": label("evidence"),
    Source: element("span", {}, source, `, ${of("locator")}, ${of("place")}, ${of("as_of")}`),
    Id: element("code", {}, rows.id(row)),
  };
  const said = Object.entries(facts).filter(([, fact]) => fact);
  const list = said.map(([term, fact]) => element("div", {}, element("dt", {}, term), element("dd", {}, fact)));
  return element("div", { class: "row-details" }, element("dl", { class: "facts" }, ...list), snippet(rows, of));
}

function snippet(rows, of) {
  const values = {
    instance: of("instance"),
    instance_count: of("instance_count") ?? 1,
    model: JSON.stringify(of("model_as_published")).slice(1, -1), // it stands between quotes
    dataset: of("dataset") ?? "<dataset>",
    batch_size: of("batch_size_compiled"),
    batch_size_counts: rows.label("batch_size_scope", of("batch_size_scope")),
    sequence_length: of("sequence_length") ? `        "sequence_length": ${of("sequence_length")},\n` : "",
  };
  const code = rows.snippets[of("release")]?.replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole);
  if (!code) return false;
  const warning = "A starting point in our words, not what the source ran: check it before you pay for it. ";
  return element("div", { class: "snippet" }, element("p", {}, warning, ...copier("Copy the code", () => code)), element("pre", { tabindex: "0" }, element("code", {}, code)));
}
