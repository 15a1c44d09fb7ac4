/* The explorer: puts conditions, table and downloads where the plain table of every row stands. */

import { COLUMNS, LABELS, text } from "./columns.js";
import { button, copier, element } from "../dom.js";
import { Facets } from "./facets.js";
import { csv, json, markdown, save } from "./files.js";
import { filter } from "./filter.js";
import { Listing } from "./listing.js";
import { nearest } from "./nearest.js";
import { order } from "./order.js";
import { Query } from "./query.js";
import { Rows } from "./rows.js";

const PATIENCE = 150; // ms without a keystroke before free text is looked up
const figure = (count) => count.toLocaleString("en");

class Explorer {
  status = element("p", { class: "count", role: "status" });
  chosen = element("ul", { class: "chosen", "aria-label": "Chosen conditions" });
  doubt = element("p", { class: "misunderstood", role: "alert" });
  nothing = element("section", { class: "no-match", "aria-label": "Nearest answers" });
  address = element("p", { class: "print-address" });

  constructor(rows, place) {
    Object.assign(this, { rows, root: place.dataset.root });
    const choose = (...condition) => this.change(() => this.query.choose(...condition));
    const set = (...condition) => this.change(() => this.query.set(...condition));
    this.facets = new Facets(rows, { choose, set });
    this.listing = new Listing(rows, this.root, place.querySelector("caption"), {
      sort: (...turn) => this.change(() => this.query.turn(...turn)),
      open: (id) => { this.query.open = id; this.remember("replaceState"); },
    });
    this.text = element("input", { type: "search", class: "free-text", placeholder: "Any id or name …", "aria-label": "Free text", oninput: () => this.typed() });
    this.hiding = COLUMNS.slice(1).map((name) => element("input", { type: "checkbox", value: name, onchange: () => this.change(() => this.hide()) }));
    const hiding = this.hiding.map((box) => element("li", {}, element("label", {}, box, LABELS[box.value])));
    const tools = element("div", { class: "tools" }, this.text,
      element("details", { class: "columns" }, element("summary", {}, "Columns"), element("ul", {}, ...hiding)),
      button("CSV", () => save("csv", "text/csv", csv(rows, this.shown))),
      button("JSON", () => save("json", "application/json", json(rows, this.shown))),
      ...copier("Copy as Markdown", () => markdown(rows, this.shown, this.columns())));
    place.replaceChildren(this.facets.element,
      element("div", { class: "results" }, tools, this.doubt, this.chosen, this.status, this.listing.frame, this.nothing, this.address));
    window.addEventListener("popstate", () => this.read());
    this.read();
  }

  columns() {
    return COLUMNS.filter((name) => !this.query.hide.includes(name));
  }

  hide() {
    this.query.hide = this.hiding.filter((box) => !box.checked).map((box) => box.value);
  }

  read() {
    this.query = new Query(location.search, (name, value) => this.rows.canonical(name, value));
    const known = ({ name, value }) => !this.rows.columns[name] || this.rows.code(name, value) !== undefined
      || (name === "instance" && value in this.rows.carries) || typeof this.query.chosen.get(name) === "string";
    const unknown = this.query.conditions().filter((one) => !known(one)).map(({ name, value }) => `${name}=${value}`);
    const odd = [...this.query.misunderstood, ...unknown];
    this.doubt.textContent = odd.length ? `Not understood in the address: ${odd.join(", ")}.` : "";
    this.paint();
  }

  typed() {
    clearTimeout(this.waiting);
    this.waiting = setTimeout(() => this.change(() => this.query.set("text", this.text.value.trim()), "replaceState"), PATIENCE);
  }

  change(how, remembering = "pushState") {
    how();
    this.query.open = "";
    this.paint();
    this.remember(remembering);
  }

  remember(how) {
    history[how](null, "", String(this.query) || location.pathname);
    this.address.textContent = location.href;
  }

  paint() {
    const { rows, query } = this;
    const sorting = query.sort.join();
    if (sorting !== this.sorting) Object.assign(this, { sorting, order: order(rows, query.sort) });
    const { shown, counts, blocking } = filter(rows, query, this.order);
    this.shown = shown;
    this.listing.show(shown, this.columns(), query);
    this.facets.update(query, counts);
    this.status.textContent = `${figure(shown.length)} of ${figure(rows.count)} tested configurations`;
    const conditions = query.conditions();
    const all = conditions.length > 1 ? [button("Clear filters", () => this.change(() => query.chosen.clear()))] : [];
    this.chosen.replaceChildren(...[...conditions.map((one) => this.chip(one)), ...all].map((each) => element("li", {}, each)));
    this.nothing.replaceChildren(...(shown.length ? [] : this.instead(blocking)));
    this.address.textContent = location.href;
    for (const box of this.hiding) box.checked = !query.hide.includes(box.value);
    if (document.activeElement !== this.text) this.text.value = query.chosen.get("text") ?? "";
  }

  chip(condition) {
    const words = `${LABELS[condition.name]}: ${this.rows.label(condition.name, condition.value)}`;
    return button(`${words} ×`, () => this.change(() => this.query.drop(condition)), { "aria-label": `Drop ${words}` });
  }

  /** What to say when nothing matches: what rules everything out, and what is near. */
  instead(blocking) {
    const offers = [...blocking].map(([name, count]) => element("li", {},
      `${LABELS[name]} alone rules out ${figure(count)} that meet every other condition. `,
      button(`Drop ${LABELS[name]}`, () => this.change(() => this.query.set(name, "")))));
    const near = nearest(this.rows, this.query).map(({ row, words, differs }) => {
      const say = (name) => text(this.rows, row, name);
      const other = differs.map((name) => `${LABELS[name].toLowerCase()}: ${say(name)}`).join(", ");
      return element("li", {}, element("a", { href: this.root + this.rows.page("model", this.rows.at(row, "model")) }, say("model")),
        ` on ${say("instance")}, ${say("release")}: ${say("batch_size_compiled")} compiled. `,
        element("span", { class: "aside" }, `${words}; differs in ${other || "its text"}`));
    });
    const blame = offers.length ? element("ul", {}, ...offers) : element("p", {}, "No single condition is to blame: without any one of them there is still nothing.");
    const closest = [element("p", {}, "The nearest tests. None of them is what you asked for:"), element("ul", { class: "nearest" }, ...near)];
    return [element("h2", {}, "Nobody published a test of that"), blame, ...(near.length ? closest : [])];
  }
}

const place = document.querySelector("[data-explorer]");
const answer = await fetch(place.dataset.explorer);
if (answer.ok) new Explorer(new Rows(await answer.json()), place);
