/* The table: its header, its rows as far as they are looked at, and the row that is open. */

import { COLUMNS } from "./columns.js";
import { element } from "./dom.js";
import { details } from "./details.js";

const AT_ONCE = 100;

export class Listing {
  constructor(rows, root, actions) {
    Object.assign(this, { rows, root, actions, painted: 0, shown: [] });
    this.head = element("tr");
    this.body = element("tbody");
    this.caption = element("caption");
    this.frame = element(
      "div",
      { class: "frame tall", tabindex: "0", role: "region", "aria-label": "Tested configurations" },
      element("table", { class: "data explore" }, this.caption, element("thead", {}, this.head), this.body),
    );
    this.end = element("p", { class: "more" });
    this.frame.append(this.end);
    new IntersectionObserver(([seen]) => seen.isIntersecting && this.paint(AT_ONCE), { root: this.frame, rootMargin: "600px" }).observe(this.end);
    // What is printed is the whole view, not the part that was looked at.
    window.addEventListener("beforeprint", () => this.paint(this.shown.length));
  }

  show(shown, query) {
    Object.assign(this, { shown, query, painted: 0 });
    this.columns = COLUMNS.filter(({ name }) => !query.hidden.has(name));
    this.caption.textContent =
      "Batch sizes are the largest that fitted into memory, in samples; they say nothing about speed. A row opens to its preconditions.";
    this.head.replaceChildren(...this.columns.map((column) => this.header(column)));
    this.body.replaceChildren();
    this.frame.scrollTop = 0;
    this.paint(AT_ONCE);
    if (query.open) this.openFromAddress(query.open);
  }

  header({ name, label, numeric }) {
    const place = this.query.sort.findIndex((one) => one.column === name);
    const falling = place >= 0 && this.query.sort[place].falling;
    const rank = place >= 0 && this.query.sort.length > 1 ? ` ${place + 1}` : "";
    const arrow = place < 0 ? "" : falling ? " ↓" : " ↑";
    const button = element("button", {
      type: "button", class: "sort", title: "Sort; with Shift, sort within the present order", "data-sort": name,
      onclick: (event) => this.actions.sort(name, event.shiftKey),
    }, label, element("span", { "aria-hidden": "true" }, `${arrow}${rank}`));
    const direction = place < 0 ? "none" : falling ? "descending" : "ascending";
    return element("th", { scope: "col", class: numeric ? "n" : null, "aria-sort": direction }, button);
  }

  paint(many) {
    const next = this.shown.slice(this.painted, this.painted + many);
    this.body.append(...Array.from(next, (row) => this.line(row)));
    this.painted += next.length;
    const left = this.shown.length - this.painted;
    this.end.textContent = left > 0 ? `${left} more below` : "";
  }

  line(row) {
    const id = this.rows.id(row);
    const withdrawn = this.rows.at(row, "withdrawn") !== null;
    const line = element("tr", { class: withdrawn ? "withdrawn" : null, "data-id": id });
    line.append(...this.columns.map((column, index) => this.cell(row, id, column, index === 0, line)));
    return line;
  }

  cell(row, id, { name, numeric, text }, first, line) {
    const value = this.rows.at(row, name);
    const page = this.rows.page(name, value);
    const words = text(this.rows, row);
    const content = page ? element("a", { href: this.root + page }, words) : value === null ? element("span", { class: "not-published" }, words) : words;
    if (!first) return element("td", { class: numeric ? "n" : null }, content);
    const opener = element("button", {
      type: "button", class: "opener", "aria-expanded": "false", "aria-label": `Details of ${id}`, onclick: () => this.toggle(row, id, line),
    });
    return element("th", { scope: "row" }, opener, content, this.rows.at(row, "withdrawn") === null ? null : element("span", { class: "aside" }, " withdrawn"));
  }

  toggle(row, id, line) {
    const opener = line.querySelector(".opener");
    if (opener.getAttribute("aria-expanded") === "true") {
      line.nextSibling.remove();
      opener.setAttribute("aria-expanded", "false");
      this.actions.open(null);
      return;
    }
    const close = (event) => {
      if (event.key !== "Escape") return;
      this.toggle(row, id, line);
      opener.focus();
    };
    const inside = details(this.rows, row, this.root);
    line.after(element("tr", { class: "details", onkeydown: close }, element("td", { colspan: String(this.columns.length) }, inside)));
    opener.setAttribute("aria-expanded", "true");
    this.actions.open(id);
  }

  openFromAddress(id) {
    const place = Array.from(this.shown).findIndex((row) => this.rows.id(row) === id);
    if (place < 0) return;
    if (place >= this.painted) this.paint(place + 1 - this.painted);
    const line = this.body.querySelector(`[data-id="${CSS.escape(id)}"]`);
    this.toggle(this.shown[place], id, line);
    line.scrollIntoView({ block: "center" });
  }
}
