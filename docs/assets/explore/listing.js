/* The table: its header, its rows as far as they are looked at, and the row that is open. */

import { LABELS, NUMERIC, text } from "./columns.js";
import { details } from "./details.js";
import { button, element } from "../dom.js";

const AT_ONCE = 50;

export class Listing {
  head = element("tr");
  body = element("tbody");
  end = element("p", { class: "more" });

  constructor(rows, root, caption, { sort, open }) {
    Object.assign(this, { rows, root, sort, open });
    const table = element("table", { class: "data explore" }, element("caption", {}, caption), element("thead", {}, this.head), this.body);
    this.frame = element("div", { class: "frame tall", tabindex: "0", role: "region", "aria-label": "Tested configurations" }, table, this.end);
    new IntersectionObserver(([seen]) => seen.isIntersecting && this.paint(AT_ONCE), { root: this.frame, rootMargin: "600px" }).observe(this.end);
    // Print gives the whole view, not the part that was looked at.
    window.addEventListener("beforeprint", () => this.paint(this.shown.length));
  }

  show(shown, columns, query) {
    Object.assign(this, { shown, columns, painted: 0 });
    this.head.replaceChildren(...columns.map((name) => this.header(name, query.sort)));
    this.body.replaceChildren();
    this.frame.scrollTop = 0;
    this.frame.hidden = !shown.length;
    this.paint(AT_ONCE);
    const asked = query.open ? shown.findIndex((row) => this.rows.id(row) === query.open) : -1;
    if (asked < 0) return;
    this.paint(asked + 1 - this.painted);
    const line = this.body.children[asked];
    this.toggle(shown[asked], line);
    line.scrollIntoView({ block: "center" });
  }

  header(name, sort) {
    const place = sort.findIndex((item) => item.replace("-", "") === name);
    const falling = sort[place]?.startsWith("-");
    const sign = place < 0 ? "" : `${falling ? " ↓" : " ↑"}${sort.length > 1 ? place + 1 : ""}`;
    const turn = button(LABELS[name], (event) => this.sort(name, event.shiftKey), { class: "sort", title: "Sort; with Shift, within the present order" });
    turn.append(element("span", { "aria-hidden": "true" }, sign));
    return element("th", { scope: "col", class: NUMERIC.has(name) && "n", "aria-sort": place < 0 ? "none" : falling ? "descending" : "ascending" }, turn);
  }

  paint(many) {
    const next = this.shown.slice(this.painted, this.painted + Math.max(many, 0));
    this.body.append(...next.map((row) => this.line(row)));
    this.painted += next.length;
    this.end.textContent = this.painted < this.shown.length ? `${this.shown.length - this.painted} more below` : "";
  }

  line(row) {
    const withdrawn = this.rows.at(row, "withdrawn");
    const line = element("tr", { class: withdrawn && "withdrawn" });
    const opener = button("", () => this.toggle(row, line), { class: "opener", "aria-expanded": "false", "aria-label": `Details of ${this.rows.id(row)}` });
    const cells = this.columns.map((name, index) =>
      index ? element("td", { class: NUMERIC.has(name) && "n" }, this.content(row, name))
        : element("th", { scope: "row" }, opener, this.content(row, name), withdrawn && element("span", { class: "aside" }, " withdrawn")));
    line.append(...cells);
    return line;
  }

  content(row, name) {
    const value = this.rows.at(row, name);
    const page = this.rows.page(name, value);
    const words = text(this.rows, row, name);
    if (page) return element("a", { href: this.root + page }, words);
    return value === null ? element("span", { class: "not-published" }, words) : words;
  }

  toggle(row, line) {
    const opener = line.querySelector(".opener");
    const opens = opener.getAttribute("aria-expanded") === "false";
    opener.setAttribute("aria-expanded", opens);
    this.open(opens ? this.rows.id(row) : "");
    if (!opens) {
      line.nextSibling.remove();
      return;
    }
    const close = ({ key }) => {
      if (key !== "Escape") return;
      this.toggle(row, line);
      opener.focus();
    };
    line.addEventListener("keydown", close, { once: true });
    line.after(element("tr", { class: "details", onkeydown: close }, element("td", { colspan: this.columns.length }, details(this.rows, row, this.root))));
  }
}
