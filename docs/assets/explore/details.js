/* An open row: every precondition, and who says so. */

import { head, text } from "./columns.js";
import { ROOT, element } from "../dom.js";

/** Columns that say what others say. */
const PARTS = ["model_as_published", "instance_as_published", "locator", "line", "place", "source", "as_of", "id",
  "size", "precision"];

export function details(rows, row) {
  const of = (name) => rows.at(row, name);
  const source = element("a", { href: ROOT + rows.page("source", of("source")) },
    rows.records.source[of("source")].name);
  const line = of("line") && `line ${of("line")}`;
  const place = [of("locator"), of("place"), line, of("as_of")].filter(Boolean).join(", ");
  const facts = {
    "Published as": [of("model_as_published"), of("instance_as_published")].filter(Boolean).join(" on "),
    ...Object.fromEntries(stated(rows, of).map((name) => [head(rows, name), text(rows, row, name)])),
    Source: element("span", {}, source, `, ${place}`),
    Id: element("code", {}, rows.id(row)),
  };
  const said = Object.entries(facts).filter(([, fact]) => fact);
  const list = said.map(([term, fact]) => element("div", {}, element("dt", {}, term), element("dd", {}, fact)));
  return element("dl", { class: "facts row-details" }, ...list);
}

/** The columns in which the row says something. */
function stated(rows, of) {
  const says = (value) => value !== null && value !== false && !(Array.isArray(value) && !value.length);
  return Object.keys(rows.columns).filter((name) => !PARTS.includes(name) && says(of(name)));
}
