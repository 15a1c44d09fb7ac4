/* The explorer: puts conditions, table and downloads where the plain table of every row stands. */

import { COLUMNS, LABELS } from "./columns.js";
import { element } from "./dom.js";
import { Facets } from "./facets.js";
import { csv, json, markdown, save } from "./files.js";
import { filter } from "./filter.js";
import { Listing } from "./listing.js";
import { nearest } from "./nearest.js";
import { order } from "./order.js";
import { format, parse } from "./query.js";
import { Rows } from "./rows.js";

const PATIENCE = 150; // ms without a keystroke before free text is looked up

class Explorer {
  constructor(rows, root, place) {
    Object.assign(this, { rows, root });
    const act = (change) => (...words) => { change(...words); this.query.open = null; this.go(); };
    this.facets = new Facets(rows, {
      toggle: act((name, value) => this.query.toggle(name, value)),
      range: act((name, text) => (text ? this.query.ranges.set(name, text) : this.query.ranges.delete(name))),
    });
    this.listing = new Listing(rows, root, {
      sort: act((column, more) => this.query.turn(column, more)),
      open: (id) => { this.query.open = id; this.remember("replaceState"); },
    });
    this.text = element("input", { type: "search", class: "free-text", placeholder: "Any id or name …", "aria-label": "Free text", oninput: () => this.typed() });
    this.status = element("p", { class: "count", role: "status" });
    this.chosen = element("ul", { class: "chosen", "aria-label": "Chosen conditions" });
    this.doubt = element("p", { class: "misunderstood", role: "alert" });
    this.nothing = element("section", { class: "no-match", "aria-label": "Nearest answers" });
    this.shape = element("details", { class: "columns" }, element("summary", {}, "Columns"), this.columnList());
    this.address = element("p", { class: "print-address" });
    place.replaceChildren(
      this.facets.element,
      element("div", { class: "results" }, element("div", { class: "tools" }, this.text, this.shape, ...this.downloads()),
        this.doubt, this.chosen, this.status, this.listing.frame, this.nothing, this.address),
    );
    window.addEventListener("popstate", () => this.read());
    this.read();
  }

  read() {
    this.query = parse(location.search, COLUMNS.map(({ name }) => name));
    this.text.value = this.query.text;
    const unknown = [...this.query.facets].flatMap(([name, values]) =>
      [...values].filter((value) => !this.known(name, value)).map((value) => `${name}=${value}`));
    const odd = [...this.query.misunderstood, ...unknown];
    this.doubt.textContent = odd.length ? `Not understood in the address: ${odd.join(", ")}.` : "";
    this.paint();
  }

  known(name, value) {
    return value === "not-published" || this.rows.values(name).some((one) => String(one) === value) || (name === "instance" && value in this.rows.carries);
  }

  typed() {
    clearTimeout(this.waiting);
    this.waiting = setTimeout(() => { this.query.text = this.text.value.trim(); this.query.open = null; this.go("replaceState"); }, PATIENCE);
  }

  go(how = "pushState") {
    this.remember(how);
    this.paint();
  }

  remember(how) {
    history[how](null, "", format(this.query) || location.pathname);
  }

  paint() {
    const sorting = JSON.stringify(this.query.sort);
    if (sorting !== this.sorting) Object.assign(this, { sorting, order: order(this.rows, this.query.sort) });
    const found = filter(this.rows, this.query, this.order);
    this.shown = found.shown;
    this.facets.update(this.query, found.counts);
    this.listing.show(found.shown, this.query);
    this.status.textContent = `${found.shown.length.toLocaleString("en")} of ${this.rows.count.toLocaleString("en")} tested configurations`;
    this.chosen.replaceChildren(...this.query.conditions().map((condition) => this.chip(condition)), ...this.clearing());
    this.listing.frame.hidden = !found.shown.length;
    this.nothing.replaceChildren(...(found.shown.length ? [] : this.instead(found.blocking)));
    this.address.textContent = location.href;
    for (const box of this.shape.querySelectorAll("input")) box.checked = !this.query.hidden.has(box.value);
  }

  chip(condition) {
    const words = condition.name in { q: 1 } ? `“${condition.value}”` : this.rows.has(condition.name) ? this.rows.label(condition.name, condition.value) : condition.value;
    const drop = () => { this.query.drop(condition); this.text.value = this.query.text; this.go(); };
    return element("li", {}, element("button", { type: "button", "aria-label": `Drop ${LABELS[condition.name]}: ${words}`, onclick: drop },
      `${LABELS[condition.name]}: ${words} ×`));
  }

  clearing() {
    if (this.query.conditions().length < 2) return [];
    const clear = () => { this.query.clear(); this.text.value = ""; this.go(); };
    return [element("li", {}, element("button", { type: "button", class: "clear", onclick: clear }, "Drop all"))];
  }

  /** What to say when nothing matches: what rules everything out, and what is near. */
  instead(blocking) {
    const offers = blocking.map(({ name, without }) => {
      const drop = () => { for (const one of this.query.conditions().filter((c) => c.name === name)) this.query.drop(one); this.text.value = this.query.text; this.go(); };
      return element("li", {}, `${LABELS[name]} alone rules out ${without.toLocaleString("en")} that meet every other condition. `,
        element("button", { type: "button", onclick: drop }, `Drop ${LABELS[name]}`));
    });
    const near = nearest(this.rows, this.query).map(({ row, words, differs }) => {
      const said = ["model", "instance", "release"].map((name) => COLUMNS.find((column) => column.name === name).text(this.rows, row));
      const other = differs.map((name) => `${LABELS[name].toLowerCase()}: ${this.rows.label(name, this.rows.at(row, name))}`);
      return element("li", {}, element("a", { href: this.root + this.rows.page("model", this.rows.at(row, "model")) }, said[0]), ` on ${said[1]}, ${said[2]}: `,
        COLUMNS.find((column) => column.name === "batch_size_compiled").text(this.rows, row), " compiled. ",
        element("span", { class: "aside" }, `${words}; differs in ${other.join(", ") || "nothing asked for"}`));
    });
    return [
      element("h2", {}, "Nobody published a test of that"),
      offers.length ? element("ul", {}, ...offers) : element("p", {}, "No single condition is to blame: dropping one of them still leaves nothing."),
      ...(near.length ? [element("p", {}, "The nearest tests. None of them is what you asked for:"), element("ul", { class: "nearest" }, ...near)] : []),
    ];
  }

  columnList() {
    const list = element("ul");
    for (const { name, label } of COLUMNS.slice(1)) {
      const toggle = (event) => { this.query.hidden[event.target.checked ? "delete" : "add"](name); this.go("replaceState"); };
      list.append(element("li", {}, element("label", {}, element("input", { type: "checkbox", value: name, onchange: toggle }), ` ${label}`)));
    }
    return list;
  }

  downloads() {
    const said = element("span", { role: "status", class: "aside" });
    const button = (words, act) => element("button", { type: "button", onclick: act }, words);
    const copy = async () => {
      await navigator.clipboard.writeText(markdown(this.rows, this.shown, this.listing.columns, location.href));
      said.textContent = "Copied.";
    };
    return [
      button("CSV", () => save("tested-configurations.csv", "text/csv", csv(this.rows, this.shown))),
      button("JSON", () => save("tested-configurations.json", "application/json", json(this.rows, this.shown))),
      button("Copy as Markdown", copy),
      said,
    ];
  }
}

const place = document.querySelector("[data-explorer]");
if (place) {
  const answer = await fetch(place.dataset.explorer);
  if (answer.ok) new Explorer(new Rows(await answer.json()), place.dataset.root, place);
}
