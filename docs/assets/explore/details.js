/* An open row: every precondition, who says so, and a snippet to start from. */

import { heading, text } from "./columns.js";
import { copier, element } from "../dom.js";

/** Columns that say what others say. */
const PARTS = ["model_as_published", "instance_as_published", "locator", "line", "place", "source", "as_of", "variant",
  "id", "size", "precision"];

export function details(rows, row, root) {
  const of = (name) => rows.at(row, name);
  const source = element("a", { href: root + rows.page("source", of("source")) },
    rows.records.source[of("source")].name);
  const line = of("line") && `line ${of("line")}`;
  const place = [of("locator"), of("place"), line, of("as_of")].filter(Boolean).join(", ");
  const facts = {
    "Published as": [of("model_as_published"), of("instance_as_published")].filter(Boolean).join(" on "),
    ...Object.fromEntries(stated(rows, of).map((name) => [heading(rows, name), text(rows, row, name)])),
    Source: element("span", {}, source, `, ${place}`),
    Id: element("code", {}, rows.id(row)),
  };
  const said = Object.entries(facts).filter(([, fact]) => fact);
  const list = said.map(([term, fact]) => element("div", {}, element("dt", {}, term), element("dd", {}, fact)));
  return element("div", { class: "row-details" }, element("dl", { class: "facts" }, ...list),
    rows.show === "configurations" && snippet(rows, of));
}

/** The columns in which the row says something. */
function stated(rows, of) {
  const says = (value) => value !== null && value !== false && !(Array.isArray(value) && !value.length);
  return Object.keys(rows.columns).filter((name) => !PARTS.includes(name) && says(of(name)));
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
  return element("div", { class: "snippet" }, element("p", {}, warning, ...copier("Copy the code", () => code)),
    element("pre", { tabindex: "0" }, element("code", {}, code)));
}
