/* A view of the rows as the address holds it. These parameter names are for ever: saved links depend on them.

   show names the kind of evidence. A facet takes several values, separated by commas; `not-published` stands for rows
   that have none. Any column of figures takes a number, `>=64`, `<=64` or `32..128`.
   text is free text (q is that of the site search), sort a list of columns (`-` first: falling), hide a list of columns
   that are left out, add one of columns that are not there at first, group a column, open the id of a row.
   chart, x and y choose the chart; price sets prices an hour, as inf2.xlarge:0.76. */

const WORDS = ["x", "y", "group", "chart"];

/** A numeric condition as its two bounds; null where it is none. */
export function bounds(text) {
  const number = "(\\d+(?:\\.\\d+)?)";
  const form = new RegExp(`^(?:([<>]=?)?${number}|${number}\\.\\.${number})$`);
  const [, sign, one, low, high] = form.exec(text.replaceAll(" ", "")) ?? [];
  if (low) return { low: Number(low), high: Number(high) };
  if (!one) return null;
  const value = Number(one);
  const open = { ">": { low: value, above: true }, "<": { high: value, below: true } };
  return { ">=": { low: value }, "<=": { high: value }, ...open }[sign] ?? { low: value, high: value };
}

/** Whether a figure lies within bounds. */
export function within(value, { low = -Infinity, high = Infinity, above, below }) {
  return value !== null && (above ? value > low : value >= low) && (below ? value < high : value <= high);
}

export class Query {
  /** Per facet the chosen values, per figure its condition, and the free text. */
  chosen = new Map();
  sort = [];
  hide = [];
  add = [];
  prices = new Map();
  x = "";
  y = "";
  group = "";
  chart = "";
  open = "";
  /** What the address asks for and nothing here understands. */
  misunderstood = [];

  constructor(search, rows) {
    this.rows = rows;
    for (const [name, text] of new URLSearchParams(search)) {
      if (!this.read(name, text)) this.misunderstood.push(`${name}=${text}`);
    }
  }

  read(name, text) {
    const { facets } = this.rows;
    if (name === "show") return text === this.rows.show;
    if (facets.includes(name)) {
      for (const value of text.split(",").filter(Boolean)) this.choose(name, this.rows.canonical(name, value), true);
    } else if (name === "text") this.set(name, text);
    else if (name === "open") this.open = text;
    else if (["sort", "hide", "add"].includes(name)) this[name] = text.split(",")
      .filter((item) => this.understands(name, item));
    else if (name === "price") this.prices = pricesIn(text);
    else if (name === "chart")
      return [...this.rows.charts, "none"].includes(text) ? Boolean(this.chart = text) : false;
    else if (WORDS.includes(name)) return text in this.rows.columns ? Boolean(this[name] = text) : false;
    else if (text && name in this.rows.columns && bounds(text)) this.set(name, text);
    else return false;
    return true;
  }

  understands(name, item) {
    const known = item.replace(/^-/, "") in this.rows.columns;
    if (!known) this.misunderstood.push(`${name}=${item}`);
    return known;
  }

  /** The columns of the table, the group first. */
  columns() {
    const { shown } = this.rows;
    const [first, ...others] = shown;
    const rest = [...others.filter((name) => !this.hide.includes(name)),
      ...this.add.filter((name) => !shown.includes(name))];
    return [first, ...rest];
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
    return [...this.chosen].flatMap(([name, value]) => (value instanceof Set ? [...value] : [value])
      .map((one) => ({ name, value: one })));
  }

  /** Those with a value that no row has and no instance type is called. */
  unknown() {
    const { rows, chosen } = this;
    return this.conditions().filter(({ name, value }) => chosen.get(name) instanceof Set
      && !rows.singles(name).has(value) && !(name === "instance" && value in rows.carries));
  }

  drop({ name, value }) {
    if (this.chosen.get(name) instanceof Set) this.choose(name, value, false);
    else this.set(name, "");
  }

  /** Sorts by a column: rising, or falling where more is better, then the other way, then not at all; with `more`,
      within the present order. */
  turn(column, more) {
    const place = this.sort.findIndex((item) => item.replace("-", "") === column);
    const rising = [column, `-${column}`];
    const [first, second] = this.rows.columns[column].better === "higher" ? rising.reverse() : rising;
    const next = { [first]: second, [second]: null }[this.sort[place]];
    const turned = next === undefined ? first : next;
    if (!more) this.sort = [turned];
    else if (place < 0) this.sort.push(turned);
    else this.sort[place] = turned;
    this.sort = this.sort.filter(Boolean);
  }

  /** The columns to sort by, that of the groups first. */
  order() {
    const rest = this.sort.filter((item) => item.replace("-", "") !== this.group);
    const first = this.sort.find((item) => item.replace("-", "") === this.group) ?? this.group;
    return this.group ? [first, ...rest] : this.sort;
  }

  /** Of the conditions those that some facets of another kind of evidence take, as a query of it. */
  elsewhere(rows) {
    const shared = [...this.chosen].filter(([name, value]) =>
      name === "text" || (value instanceof Set && rows.facets.includes(name)));
    return Object.assign(new Query("", rows), { chosen: new Map(shared) });
  }

  /** The query part of the address, as readable as addresses allow. */
  toString() {
    const parts = [...this.chosen].map(([name, value]) =>
      [name, value instanceof Set ? [...value].join() : String(value)]);
    parts.push(["sort", this.sort.join()], ["hide", this.hide.join()], ["add", this.add.join()]);
    parts.push(...WORDS.map((name) => [name, this[name]]));
    parts.push(["price", [...this.prices].map((pair) => pair.join(":")).join()], ["open", this.open]);
    const readable = (text) => encodeURIComponent(text).replace(/%(2C|2F|3E|3D|3A)/g, decodeURIComponent);
    const words = parts.filter(([, text]) => text).map(([name, text]) => `${name}=${readable(text)}`);
    return ["?show=", [this.rows.show, ...words].join("&")].join("");
  }
}

/** Prices an hour by instance type. */
function pricesIn(text) {
  const pairs = text.split(",").map((part) => part.split(":"));
  return new Map(pairs.map(([instance, price]) => [instance, Number(price)]).filter(([, price]) => price > 0));
}
