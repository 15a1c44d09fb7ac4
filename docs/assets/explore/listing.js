/* The table: its header, its rows as far as they are looked at, and the row that is open.

   A new view is written into the rows that stand: text that stays the same is neither made nor laid out again. */

import { ROOT, button, element } from "../dom.js";
import { beside, hasBeside, head, inCell, text } from "./rows.js";

const AT_FIRST = 12; // rows, enough to fill the frame
const AT_ONCE = 24; // rows more whenever the end comes near

/** Columns that say what others say. */
const PARTS = ["model_as_published", "instance_as_published", "locator", "line", "place", "source", "as_of", "id",
  "size", "precision"];

/** What an open row says: every precondition, and who says so. */
function details(rows, row) {
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

class Header {
  sign = element("span", { "aria-hidden": "true" });

  constructor(rows, name, sort) {
    const turn = button(head(rows, name), (event) => sort(name, event.shiftKey),
      { title: "Sort; with Shift, within the present order" });
    turn.append(this.sign);
    this.name = name;
    this.element = element("th", { scope: "col", class: rows.isNumeric(name) && "n" }, turn);
  }

  update(sort) {
    const place = sort.findIndex((item) => item.replace("-", "") === this.name);
    const falling = sort[place]?.startsWith("-");
    // The arrow is that of every table.
    this.sign.textContent = place >= 0 && sort.length > 1 ? ` ${place + 1}` : "";
    this.element.setAttribute("aria-sort", place < 0 ? "none" : falling ? "descending" : "ascending");
  }
}

class Cell {
  words = document.createTextNode("");

  constructor(first, name, numeric) {
    Object.assign(this, { first, beside: hasBeside(name) && element("small") });
    this.element = element(first ? "th" : "td",
      { scope: first && "row", class: numeric && "n", "data-column": name });
  }

  say(words, page, known, small) {
    const kind = page ? "a" : known ? "plain" : "span";
    if (kind !== this.kind) {
      this.kind = kind;
      this.holder = {
        a: () => element("a", {}, this.words),
        span: () => element("span", { class: "not-published" }, this.words),
        plain: () => this.words,
      }[kind]();
      this.element.replaceChildren(...[this.first, this.holder, this.beside].filter(Boolean));
    }
    if (this.words.data !== words) this.words.data = words;
    if (this.beside) this.beside.textContent = small;
    if (page && this.holder.getAttribute("href") !== page) this.holder.setAttribute("href", page);
  }
}

class Line {
  aside = element("span", { class: "aside" }, " not shown by its source");

  constructor(listing) {
    this.listing = listing;
    this.opener = button("", () => this.toggle(), { class: "opener", "aria-expanded": "false" });
    this.cells = listing.columns.map((name, index) =>
      new Cell(!index && this.opener, name, listing.rows.isNumeric(name)));
    this.element = element("tr", { onkeydown: (event) => this.leave(event) },
      ...this.cells.map((cell) => cell.element));
  }

  fill(row) {
    const { rows, columns } = this.listing;
    this.close();
    this.row = row;
    this.opener.setAttribute("aria-label", `Details of ${rows.id(row)}`);
    columns.forEach((name, index) => {
      const value = rows.at(row, name);
      const page = rows.page(name, value);
      this.cells[index].say(inCell(rows, row, name), page && ROOT + page, value !== null, beside(rows, row, name));
    });
    const withdrawn = rows.at(row, "withdrawn") !== null || rows.at(row, "published") === false;
    this.element.classList.toggle("withdrawn", withdrawn);
    if (withdrawn) this.cells[0].element.append(this.aside);
    else this.aside.remove();
  }

  toggle() {
    const { rows, columns, open } = this.listing;
    open(this.details ? "" : rows.id(this.row));
    if (this.details) return this.close();
    this.details = element("tr", { class: "details", onkeydown: (event) => this.leave(event) },
      element("td", { colspan: columns.length }, details(rows, this.row)));
    this.opener.setAttribute("aria-expanded", "true");
    this.element.after(this.details);
  }

  leave({ key }) {
    if (key !== "Escape" || !this.details) return;
    this.toggle();
    this.opener.focus();
  }

  close() {
    if (!this.details) return;
    this.details.remove();
    this.details = null;
    this.opener.setAttribute("aria-expanded", "false");
  }

  remove() {
    this.close();
    this.element.remove();
  }
}

export class Listing {
  head = element("tr");
  body = element("tbody");
  end = element("p", { class: "more" });
  columns = [];
  lines = [];

  constructor(rows, { sort, open }) {
    Object.assign(this, { rows, sort, open });
    const table = element("table", { class: "data explore" }, element("thead", {}, this.head), this.body);
    this.frame = element("div", { class: "frame tall", tabindex: "0", role: "region", "aria-label": "Rows" }, table,
      this.end);
    // Of the window, not of the frame: rows below the first screen are not needed before one scrolls there.
    this.nearing = new IntersectionObserver(([seen]) => seen.isIntersecting && this.paint(AT_ONCE),
      { scrollMargin: "200px" });
    // Print gives the whole view, not the part that was looked at.
    window.addEventListener("beforeprint", () => this.paint(this.shown.length));
  }

  show(shown, columns, query) {
    // First of all, while the page is laid out: later it would have to be laid out for this alone.
    if (this.painted) this.frame.scrollTop = 0;
    if (columns.join() !== this.columns.join()) this.build(columns);
    Object.assign(this, { shown, painted: 0, group: query.group });
    for (const old of this.body.querySelectorAll("tr.group")) old.remove();
    for (const header of this.headers) header.update(query.order());
    this.frame.hidden = !shown.length;
    this.paint(AT_FIRST);
    for (const line of this.lines.splice(this.painted)) line.remove();
    const asked = query.open ? shown.findIndex((row) => this.rows.id(row) === query.open) : -1;
    if (asked < 0) return;
    this.paint(asked + 1 - this.painted);
    this.lines[asked].toggle();
    this.lines[asked].element.scrollIntoView({ block: "center" });
  }

  build(columns) {
    Object.assign(this, { columns, lines: [], headers: columns.map((name) => new Header(this.rows, name, this.sort)) });
    this.head.replaceChildren(...this.headers.map((header) => header.element));
    this.body.replaceChildren();
  }

  /** Puts the value of the group above the first of its rows. */
  headGroup(line) {
    const before = this.painted && this.shown[this.painted - 1];
    const words = text(this.rows, line.row, this.group);
    if (this.painted && text(this.rows, before, this.group) === words) return;
    const cell = element("th", { scope: "rowgroup", colspan: this.columns.length },
      element("div", {}, `${this.rows.heading(this.group)}: ${words}`));
    line.element.before(element("tr", { class: "group" }, cell));
  }

  paint(many) {
    for (const row of this.shown.slice(this.painted, this.painted + Math.max(many, 0))) {
      const fresh = this.painted === this.lines.length && this.lines.push(new Line(this));
      const line = this.lines[this.painted];
      line.fill(row);
      if (fresh) this.body.append(line.element);
      if (this.group) this.headGroup(line);
      this.painted += 1;
    }
    const left = this.shown.length - this.painted;
    this.end.textContent = left ? `${left} more below` : "";
    // Watched anew: an end that was near before, and still is, would not be told of again.
    this.nearing.disconnect();
    if (left) this.nearing.observe(this.end);
  }
}
