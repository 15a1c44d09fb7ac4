/* The conditions: a group of choices for each facet, with the number of rows each would leave. */

import { LABELS } from "./columns.js";
import { element, replace } from "./dom.js";
import { FACETS, RANGES, bounds } from "./query.js";
import { spelt } from "./filter.js";

const AT_FIRST = 10;

class Facet {
  constructor(rows, name, actions) {
    Object.assign(this, { rows, name, actions, all: false, typed: "" });
    this.items = new Map();
    this.list = element("ul");
    this.count = element("span", { class: "aside" });
    this.codes = totals(rows, name);
    const find = element("input", {
      type: "search", placeholder: "Find …", "aria-label": `Find in ${LABELS[name]}`,
      oninput: (event) => { this.typed = event.target.value.toLowerCase(); this.render(); },
    });
    this.more = element("button", { type: "button", class: "more-values", onclick: () => { this.all = !this.all; this.render(); } });
    const many = this.codes.length > AT_FIRST;
    this.element = element("details", { open: name === "model" || name === "instance" || name === "family" },
      element("summary", {}, LABELS[name], " ", this.count), many ? find : null, this.list, many ? this.more : null);
  }

  update(query, counts) {
    Object.assign(this, { counts, chosen: query.facets.get(this.name) ?? new Set() });
    this.count.textContent = this.chosen.size ? `${this.chosen.size} chosen` : "";
    if (this.chosen.size) this.element.open = true;
    this.render();
  }

  render() {
    const values = this.rows.values(this.name);
    const named = (code) => this.rows.names(this.name, values[code]).join(" ").toLowerCase();
    const fitting = this.codes.filter((code) => !this.typed || named(code).includes(this.typed));
    const first = this.all ? fitting.slice(0, 400) : fitting.slice(0, AT_FIRST);
    const chosen = this.codes.filter((code) => this.chosen.has(spelt(values[code])) && !first.includes(code));
    replace(this.list, [...first, ...chosen].map((code) => this.item(code, values[code])));
    this.more.hidden = fitting.length <= AT_FIRST;
    this.more.textContent = this.all ? "Show fewer" : `Show all ${fitting.length}`;
  }

  item(code, value) {
    if (!this.items.has(code)) {
      const box = element("input", { type: "checkbox", value: spelt(value), onchange: () => this.actions.toggle(this.name, spelt(value)) });
      const left = element("span", { class: "left" });
      this.items.set(code, { item: element("li", {}, element("label", {}, box, ` ${this.rows.label(this.name, value)} `, left)), box, left });
    }
    const { item, box, left } = this.items.get(code);
    const count = this.counts[code];
    box.checked = this.chosen.has(spelt(value));
    box.disabled = !count && !box.checked;
    item.classList.toggle("off", !count);
    left.textContent = String(count);
    return item;
  }
}

/** Codes of a facet's values, the most frequent first: an order that no choice changes. */
function totals(rows, name) {
  const tally = new Int32Array(rows.values(name).length);
  for (const code of rows.codes(name)) tally[code] += 1;
  return [...tally.keys()].sort((a, b) => tally[b] - tally[a] || a - b);
}

function range(name, actions) {
  const note = element("span", { class: "aside", role: "status" });
  const input = element("input", {
    type: "text", placeholder: ">=64 or 32..128", "aria-label": LABELS[name], autocomplete: "off", spellcheck: "false",
    onchange: () => {
      const wrong = input.value && !bounds(input.value);
      note.textContent = wrong ? "Write 64, >=64, <=64 or 32..128." : "";
      input.setAttribute("aria-invalid", String(Boolean(wrong)));
      if (!wrong) actions.range(name, input.value.trim());
    },
  });
  return { name, input, element: element("label", { class: "range" }, LABELS[name], input, note) };
}

export class Facets {
  constructor(rows, actions) {
    this.facets = FACETS.map((name) => new Facet(rows, name, actions));
    this.ranges = RANGES.map((name) => range(name, actions));
    const inside = [...this.ranges.map((one) => one.element), ...this.facets.map((facet) => facet.element)];
    this.element = element("details", { class: "facets", open: matchMedia("(min-width: 60em)").matches },
      element("summary", {}, "Conditions"), ...inside);
    this.element.addEventListener("keydown", (event) => {
      if (event.key === "Escape" && !matchMedia("(min-width: 60em)").matches) {
        this.element.open = false;
        this.element.querySelector("summary").focus();
      }
    });
  }

  update(query, counts) {
    for (const facet of this.facets) facet.update(query, counts.get(facet.name));
    for (const { name, input } of this.ranges) if (document.activeElement !== input) input.value = query.ranges.get(name) ?? "";
  }
}
