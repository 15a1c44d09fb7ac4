/* A view of the table as the address holds it. These parameter names are for ever: saved links depend on them.

   A facet takes several values, separated by commas; `not-published` stands for rows that have none.
   batch_size_native and batch_size_compiled take a number, `>=64`, `<=64` or `32..128`.
   text is free text (the theme keeps q for the site search), sort a list of columns (`-` first: falling), hide a list of columns, open the id of a row. */

import { COLUMNS } from "./columns.js";

export const FACETS = ["model", "instance", "family", "accelerator", "framework", "release", "dataset", "precision", "sequence_length", "evidence", "as_of", "source"];
export const RANGES = ["batch_size_native", "batch_size_compiled"];

/** A value as an address spells it. */
export const spelt = (value) => (value === null ? "not-published" : String(value));

/** A numeric condition as its two bounds; null where it is none. */
export function bounds(text) {
  const [, sign, one, low, high] = /^(?:([<>]=?)?(\d+)|(\d+)\.\.(\d+))$/.exec(text.replaceAll(" ", "")) ?? [];
  if (low) return [Number(low), Number(high)];
  const value = Number(one);
  return one ? { ">=": [value, Infinity], ">": [value + 1, Infinity], "<=": [1, value], "<": [1, value - 1] }[sign] ?? [value, value] : null;
}

export class Query {
  /** Per facet the chosen values, per range its words, and the free text. */
  chosen = new Map();
  sort = [];
  hide = [];
  open = "";
  /** What the address asks for and nothing here understands. */
  misunderstood = [];

  constructor(search, canonical = (_, value) => value) {
    for (const [name, text] of new URLSearchParams(search)) {
      if (FACETS.includes(name)) for (const value of text.split(",").filter(Boolean)) this.choose(name, canonical(name, value), true);
      else if (name === "text" || (RANGES.includes(name) && bounds(text))) this.set(name, text);
      else if (name === "open") this.open = text;
      else if (name === "sort" || name === "hide") this[name] = text.split(",").filter((item) => this.understands(name, item));
      else this.misunderstood.push(`${name}=${text}`);
    }
  }

  understands(name, item) {
    const known = COLUMNS.includes(item.replace(/^-/, ""));
    if (!known) this.misunderstood.push(`${name}=${item}`);
    return known;
  }

  choose(name, value, wanted) {
    const values = new Set(this.chosen.get(name));
    values[wanted ? "add" : "delete"](value);
    this.set(name, values.size && values);
  }

  set(name, value) {
    if (value) this.chosen.set(name, value);
    else this.chosen.delete(name);
  }

  /** Every condition: its name and one value. */
  conditions() {
    return [...this.chosen].flatMap(([name, value]) => (value instanceof Set ? [...value] : [value]).map((one) => ({ name, value: one })));
  }

  drop({ name, value }) {
    if (this.chosen.get(name) instanceof Set) this.choose(name, value, false);
    else this.set(name, "");
  }

  /** Sorts by a column: rising, then falling, then not at all; with `more`, within the present order. */
  turn(column, more) {
    const place = this.sort.findIndex((item) => item.replace("-", "") === column);
    const next = { [column]: `-${column}`, [`-${column}`]: null }[this.sort[place]];
    const turned = next === undefined ? column : next;
    if (!more) this.sort = [turned];
    else if (place < 0) this.sort.push(turned);
    else this.sort[place] = turned;
    this.sort = this.sort.filter(Boolean);
  }

  /** The query part of the address, as readable as addresses allow. */
  toString() {
    const said = [...FACETS, ...RANGES, "text"].map((name) => [name, this.chosen.get(name)]);
    said.push(["sort", this.sort], ["hide", this.hide], ["open", this.open]);
    const parts = said
      .map(([name, value]) => [name, value instanceof Set ? [...value].join() : String(value ?? "")])
      .filter(([, text]) => text)
      .map(([name, text]) => `${name}=${encodeURIComponent(text).replace(/%(2C|2F|3E|3D|3A)/g, decodeURIComponent)}`);
    return parts.length ? `?${parts.join("&")}` : "";
  }
}
