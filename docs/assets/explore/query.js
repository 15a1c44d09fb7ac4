/* A view of the table as the address holds it. These parameter names are for ever: saved links depend on them.

   A facet takes several values, separated by commas; `not-published` stands for rows that have none.
   batch_size_native and batch_size_compiled take a number, `>=64`, `<=64`, or `32..128`.
   q is free text, sort a list of columns (`-` first for falling), hide a list of columns, open the id of a row. */

export const FACETS = [
  "model", "family", "framework", "release", "instance", "accelerator", "dataset",
  "precision", "sequence_length", "evidence", "as_of", "source",
];
export const RANGES = ["batch_size_native", "batch_size_compiled"];
export const NOT_PUBLISHED = "not-published";

export class Query {
  constructor() {
    this.facets = new Map();
    this.ranges = new Map();
    this.text = "";
    this.sort = [];
    this.hidden = new Set();
    this.open = null;
    /** What the address asked for and nothing here understands. */
    this.misunderstood = [];
  }

  toggle(facet, value) {
    const chosen = this.facets.get(facet) ?? new Set();
    if (!chosen.delete(value)) chosen.add(value);
    if (chosen.size) this.facets.set(facet, chosen);
    else this.facets.delete(facet);
  }

  /** Sorts by a column: rising, falling, not at all. With `more`, after what is sorted by already. */
  turn(column, more) {
    const place = this.sort.findIndex((one) => one.column === column);
    const next = place < 0 ? { column, falling: false } : this.sort[place].falling ? null : { column, falling: true };
    if (!more) this.sort = next ? [next] : [];
    else if (place < 0) this.sort.push(next);
    else this.sort.splice(place, 1, ...(next ? [next] : []));
  }

  /** Every condition, each a name, its words and the view without it. */
  conditions() {
    const found = [...this.facets].flatMap(([name, values]) => [...values].map((value) => ({ name, value })));
    for (const [name, range] of this.ranges) found.push({ name, value: range });
    if (this.text) found.push({ name: "q", value: this.text });
    return found;
  }

  drop({ name, value }) {
    if (name === "q") this.text = "";
    else if (this.ranges.has(name)) this.ranges.delete(name);
    else this.toggle(name, value);
  }

  clear() {
    this.facets.clear();
    this.ranges.clear();
    this.text = "";
  }
}

/** A numeric condition as two bounds; null where it is none. */
export function bounds(text) {
  const said = text.replaceAll(" ", "").replace("≥", ">=").replace("≤", "<=");
  const found = /^(?:(>=|<=|>|<)?(\d+)|(\d+)\.\.(\d+))$/.exec(said);
  if (!found) return null;
  const [, sign, one, low, high] = found;
  if (low) return [Number(low), Number(high)];
  const value = Number(one);
  return {
    ">=": [value, Infinity],
    ">": [value + 1, Infinity],
    "<=": [1, value],
    "<": [1, value - 1],
  }[sign] ?? [value, value];
}

export function parse(search, columns) {
  const query = new Query();
  const list = (text) => text.split(",").filter(Boolean);
  for (const [name, text] of new URLSearchParams(search)) {
    if (!text) continue;
    if (FACETS.includes(name)) query.facets.set(name, new Set([...(query.facets.get(name) ?? []), ...list(text)]));
    else if (RANGES.includes(name) && bounds(text)) query.ranges.set(name, text);
    else if (name === "q") query.text = text;
    else if (name === "open") query.open = text;
    else if (name === "sort" || name === "hide") {
      for (const item of list(text)) {
        const column = item.replace(/^-/, "");
        if (!columns.includes(column)) query.misunderstood.push(`${name}=${item}`);
        else if (name === "hide") query.hidden.add(column);
        else query.sort.push({ column, falling: item !== column });
      }
    } else query.misunderstood.push(`${name}=${text}`);
  }
  return query;
}

/** The query part of the address, readable: only what cannot stand in one is encoded. */
export function format(query) {
  const parts = [];
  const put = (name, text) => parts.push(`${name}=${encodeURIComponent(text).replace(/%(2C|2F|3E|3D|3A)/g, decodeURIComponent)}`);
  for (const name of FACETS) if (query.facets.has(name)) put(name, [...query.facets.get(name)].join(","));
  for (const name of RANGES) if (query.ranges.has(name)) put(name, query.ranges.get(name));
  if (query.text) put("q", query.text);
  if (query.sort.length) put("sort", query.sort.map((one) => `${one.falling ? "-" : ""}${one.column}`).join(","));
  if (query.hidden.size) put("hide", [...query.hidden].join(","));
  if (query.open) put("open", query.open);
  return parts.length ? `?${parts.join("&")}` : "";
}
