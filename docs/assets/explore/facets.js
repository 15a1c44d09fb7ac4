/* The conditions: for each facet its values, with the number of rows each would leave. */

import { heading } from "./rows.js";
import { FIRST_SHOWN } from "../cut.js";
import { afterPaint, button, element } from "../dom.js";
import { bounds } from "./query.js";
import { hasWords } from "../numbers.js";

const AT_FIRST = 10;
const OPEN = ["model", "accelerator", "instance"]; // the first ones; figures follow them
const wide = matchMedia("(width >= 60em)");

class Facet {
  most = AT_FIRST;
  items = new Map();

  constructor(rows, name, choose) {
    Object.assign(this, { rows, name, choose, list: element("ul") });
    // The most frequent first, and at last what is not published: an order that no choice changes.
    const rowsOf = new Int32Array(rows.values(name).length);
    for (const code of rows.codes(name)) rowsOf[code] += 1;
    const total = ({ codes }) => codes.reduce((sum, code) => sum + rowsOf[code], 0);
    this.singles = [...rows.singles(name)].map(([key, single]) => ({ key, ...single, total: total(single) }))
      .sort((a, b) => (a.value === null) - (b.value === null) || b.total - a.total);
    const many = this.singles.length > AT_FIRST;
    this.find = element("input", { type: "search", placeholder: "Find …", "aria-label": `Find in ${rows.heading(name)}`,
      oninput: () => this.render() });
    this.more = button("", () => {
      this.render(FIRST_SHOWN);
      afterPaint(() => this.render(Infinity));
    }, { class: "more-values" });
    // A closed one is filled when it opens: a browser lays out what is closed, too, where it looks for forms.
    const attributes = { open: OPEN.includes(name), ontoggle: () => this.render() };
    this.element = element("details", attributes, element("summary", {}, rows.heading(name)), many && this.find,
      this.list, many && this.more);
  }

  update(chosen, counts) {
    Object.assign(this, { chosen: chosen ?? new Set(), counts });
    if (chosen) this.element.open = true;
    this.render();
  }

  render(most = this.most) {
    this.most = most;
    if (!this.counts || !this.element.open) return;
    const fitting = this.singles.filter(({ value }) => hasWords(this.rows.namesOf(this.name, value), this.find.value));
    const near = new Set(fitting.slice(0, most));
    for (const single of this.singles) if (this.chosen.has(single.key)) near.add(single);
    const items = [...near].map((single) => this.item(single));
    if (items.length !== this.list.children.length || items.some((item, at) => item !== this.list.children[at])) {
      const focused = document.activeElement;
      this.list.replaceChildren(...items);
      if (this.list.contains(focused)) focused.focus();
    }
    this.more.hidden = fitting.length <= most;
    this.more.textContent = `Show all ${fitting.length}`;
  }

  item({ key, value, codes }) {
    if (!this.items.has(key)) {
      const box = element("input", { type: "checkbox", value: key,
        onchange: () => this.choose(this.name, key, box.checked) });
      const left = element("span", { class: "left" });
      this.items.set(key, { item: element("li", {}, element("label", {}, box, this.rows.label(this.name, value), left)),
        box, left });
    }
    const { item, box, left } = this.items.get(key);
    const count = codes.reduce((sum, code) => sum + this.counts[code], 0);
    box.checked = this.chosen.has(key);
    box.disabled = !count && !box.checked;
    item.classList.toggle("off", !count);
    left.textContent = count;
    return item;
  }
}

function range(rows, name, set) {
  const note = element("span", { class: "aside", role: "status" });
  const change = () => {
    const wrong = Boolean(input.value && !bounds(input.value));
    note.textContent = wrong ? "Write 64, >=64, <=64 or 32..128." : "";
    input.setAttribute("aria-invalid", wrong);
    if (!wrong) set(name, input.value.replaceAll(" ", ""));
  };
  const input = element("input", { type: "text", name, placeholder: ">=64 or 32..128", autocomplete: "off",
    onchange: change });
  return element("label", { class: "range" }, heading(rows, name), input, note);
}

export class Facets {
  constructor(rows, { choose, set }) {
    Object.assign(this, { rows, choose, set });
    const summary = element("summary", {}, "Filters");
    const ontoggle = () => this.last && this.update(...this.last);
    this.element = element("details", { class: "facets", open: wide.matches, ontoggle }, summary);
    this.element.addEventListener("keydown", ({ key }) => {
      if (key !== "Escape" || wide.matches) return;
      this.element.open = false;
      summary.focus();
    });
  }

  /** Makes the conditions, when they are first seen: on a phone the figures come before them. */
  make() {
    const { rows, choose, set } = this;
    this.facets = rows.facets.map((name) => new Facet(rows, name, choose));
    this.ranges = rows.ranges.map((name) => range(rows, name, set));
    const elements = this.facets.map((facet) => facet.element);
    elements.splice(OPEN.length, 0, ...this.ranges);
    this.element.append(...elements);
  }

  update(query, counts) {
    this.last = [query, counts];
    if (!this.element.open) return;
    if (!this.facets) this.make();
    for (const facet of this.facets) facet.update(query.chosen.get(facet.name), counts.get(facet.name));
    for (const { control } of this.ranges) {
      // What is typed meanwhile stays.
      if (control !== document.activeElement) control.value = query.chosen.get(control.name) ?? "";
    }
  }
}
