/* The conditions: for each facet its values, with the number of rows each would leave. */

import { LABELS } from "./columns.js";
import { button, element } from "../dom.js";
import { FACETS, RANGES, bounds, spelt } from "./query.js";

const AT_FIRST = 10;
const AT_MOST = 400;
const OPEN = ["model", "instance", "family"];
const wide = matchMedia("(min-width: 60em)");

class Facet {
  all = false;
  items = new Map();

  constructor(rows, name, choose) {
    Object.assign(this, { rows, name, choose, values: rows.values(name), list: element("ul") });
    // The most frequent first: an order that no choice changes.
    const total = new Int32Array(this.values.length);
    for (const code of rows.codes(name)) total[code] += 1;
    this.codes = [...total.keys()].sort((a, b) => total[b] - total[a]);
    const many = this.codes.length > AT_FIRST;
    this.find = element("input", { type: "search", placeholder: "Find …", "aria-label": `Find in ${LABELS[name]}`, oninput: () => this.render() });
    this.more = button("", () => { this.all = !this.all; this.render(); }, { class: "more-values" });
    this.element = element("details", { open: OPEN.includes(name) }, element("summary", {}, LABELS[name]), many && this.find, this.list, many && this.more);
  }

  update(chosen, counts) {
    Object.assign(this, { chosen: chosen ?? new Set(), counts });
    if (chosen) this.element.open = true;
    this.render();
  }

  render() {
    const typed = this.find.value.toLowerCase();
    const fitting = typed ? this.codes.filter((code) => this.rows.names(this.name)[code].includes(typed)) : this.codes;
    const codes = new Set(fitting.slice(0, this.all ? AT_MOST : AT_FIRST));
    for (const value of this.chosen) codes.add(this.rows.code(this.name, value));
    codes.delete(undefined);
    const items = [...codes].map((code) => this.item(code));
    if (items.length !== this.list.children.length || items.some((item, place) => item !== this.list.children[place])) this.place(items);
    this.more.hidden = fitting.length <= AT_FIRST;
    this.more.textContent = this.all ? "Show fewer" : `Show all ${fitting.length}`;
  }

  place(items) {
    const focused = document.activeElement;
    this.list.replaceChildren(...items);
    if (this.list.contains(focused)) focused.focus();
  }

  item(code) {
    const value = spelt(this.values[code]);
    if (!this.items.has(code)) {
      const box = element("input", { type: "checkbox", value, onchange: () => this.choose(this.name, value, box.checked) });
      const left = element("span", { class: "left" });
      this.items.set(code, { item: element("li", {}, element("label", {}, box, this.rows.label(this.name, this.values[code]), left)), box, left });
    }
    const { item, box, left } = this.items.get(code);
    box.checked = this.chosen.has(value);
    box.disabled = !this.counts[code] && !box.checked;
    item.classList.toggle("off", !this.counts[code]);
    left.textContent = this.counts[code];
    return item;
  }
}

function range(name, set) {
  const note = element("span", { class: "aside", role: "status" });
  const change = () => {
    const wrong = Boolean(input.value && !bounds(input.value));
    note.textContent = wrong ? "Write 64, >=64, <=64 or 32..128." : "";
    input.setAttribute("aria-invalid", wrong);
    if (!wrong) set(name, input.value.replaceAll(" ", ""));
  };
  const input = element("input", { type: "text", name, placeholder: ">=64 or 32..128", autocomplete: "off", onchange: change });
  return element("label", { class: "range" }, LABELS[name], input, note);
}

export class Facets {
  constructor(rows, { choose, set }) {
    this.facets = FACETS.map((name) => new Facet(rows, name, choose));
    this.ranges = RANGES.map((name) => range(name, set));
    const summary = element("summary", {}, "Conditions");
    this.element = element("details", { class: "facets", open: wide.matches }, summary, ...this.ranges, ...this.facets.map((facet) => facet.element));
    this.element.addEventListener("keydown", ({ key }) => {
      if (key !== "Escape" || wide.matches) return;
      this.element.open = false;
      summary.focus();
    });
  }

  update(query, counts) {
    for (const facet of this.facets) facet.update(query.chosen.get(facet.name), counts.get(facet.name));
    for (const { control } of this.ranges) control.value = query.chosen.get(control.name) ?? "";
  }
}
