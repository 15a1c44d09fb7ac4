/* The explorer: filters, charts, table and downloads of all evidence of one kind. */

import { Chart } from "./chart.js";
import { priceFields, reprice } from "./costs.js";
import { ROOT, afterPaint, button, element, readJson } from "../dom.js";
import { Facets } from "./facets.js";
import { filter, nearest, order } from "./filter.js";
import { Listing } from "./listing.js";
import { number } from "../numbers.js";
import { Query } from "./query.js";
import { Rows, csv, hardware, head, json, save, text } from "./rows.js";

const PATIENCE = 150; // ms without a keystroke before free text is looked up
const KINDS = { benchmarks: "Benchmarks", configurations: "Tested configurations", lists: "Support lists" };
const MOST_PRICES = 12;
const counted = (count, rows) => `${number(count)} ${count === 1 ? rows.noun : rows.nouns}`;

class Explorer {
  status = element("p", { class: "count", role: "status" });
  chosen = element("ul", { class: "chosen", "aria-label": "Chosen filters" });
  doubt = element("p", { class: "misunderstood", role: "alert" });
  nothing = element("section", { class: "no-match", "aria-label": "Nearest answers" });
  address = element("p", { class: "print-address" });
  prices = element("div");
  boxes = [];

  constructor(rows, place, another) {
    Object.assign(this, { rows, another });
    const choose = (...condition) => this.change(() => this.query.choose(...condition));
    const set = (...condition) => this.change(() => this.query.set(...condition));
    this.facets = new Facets(rows, { choose, set });
    this.listing = new Listing(rows, {
      sort: (...turn) => this.change(() => this.query.turn(...turn)),
      open: (id) => { this.query.open = id; this.remember("replaceState"); },
    });
    this.chart = new Chart(rows, {
      choose: (name, value) => this.change(() => this.drawOtherwise(name, value)),
      open: (row) => {
        this.query.open = rows.id(row);
        this.listing.show(this.shown, this.query.columns(), this.query);
        this.remember("replaceState");
      },
    });
    place.replaceChildren(this.facets.element,
      element("div", { class: "results" }, this.tabs(), this.words(), this.doubt, this.chosen, this.chart.element,
        this.chart.tools, this.tools(), this.prices, this.listing.frame, this.nothing, this.address));
    this.read();
  }

  /** One tab for each kind of evidence, each with the filters that it shares. */
  tabs() {
    this.links = Object.entries(KINDS).map(([show, words]) =>
      element("a", { "data-show": show, "aria-current": show === this.rows.show && "page" }, words));
    return element("nav", { class: "kinds-of-evidence", "aria-label": "Kinds of evidence" }, ...this.links);
  }

  words() {
    this.text = element("input", { type: "search", class: "free-text", placeholder: "Any id or name …",
      "aria-label": "Free text", oninput: () => this.typed() });
    return this.text;
  }

  /** What stands over the table: how many rows, and in which columns and files. */
  tools() {
    const { rows } = this;
    this.columns = element("details", { class: "columns", ontoggle: () => this.offerColumns() },
      element("summary", {}, "Columns"));
    this.group = element("select", { onchange: () => this.change(() => { this.query.group = this.group.value; }) },
      element("option", { value: "" }, "nothing"),
      ...rows.facets.map((name) => element("option", { value: name }, rows.heading(name))));
    const file = (ending) => `${rows.table ?? rows.show}.${ending}`;
    return element("div", { class: "tools" }, this.status,
      this.columns,
      element("label", {}, "Group by ", this.group),
      button("CSV", () => save(file("csv"), "text/csv", csv(rows, this.shown))),
      button("JSON", () => save(file("json"), "application/json", json(rows, this.shown))));
  }

  drawOtherwise(name, value) {
    if (name === "chart") Object.assign(this.query, { x: "", y: "" });
    this.query[name] = value;
  }

  /** The columns to choose from, made when they are first open. */
  offerColumns() {
    if (!this.columns.open) return;
    if (!this.boxes.length) {
      const { rows } = this;
      const names = Object.keys(rows.columns)
        .filter((name) => name !== rows.shown[0] && (rows.values(name).length > 1 || rows.shown.includes(name)));
      this.boxes = names.map((name) => element("input",
        { type: "checkbox", value: name, onchange: () => this.change(() => this.chooseColumns()) }));
      const boxes = this.boxes.map((box) => element("li", {}, element("label", {}, box, head(rows, box.value))));
      this.columns.append(element("ul", {}, ...boxes));
    }
    for (const box of this.boxes) box.checked = this.query.columns().includes(box.value);
  }

  chooseColumns() {
    const wanted = this.boxes.filter((box) => box.checked).map((box) => box.value);
    const { shown } = this.rows;
    this.query.hide = shown.slice(1).filter((name) => !wanted.includes(name));
    this.query.add = wanted.filter((name) => !shown.includes(name));
  }

  read() {
    this.query = new Query(location.search, this.rows);
    reprice(this.rows, this.query.prices);
    const unknown = this.query.unknown().map(({ name, value }) => `${name}=${value}`);
    const odd = [...this.query.misunderstood, ...unknown];
    this.doubt.textContent = odd.length ? `Not understood in the address: ${odd.join(", ")}.` : "";
    this.address.textContent = location.href;
    this.paint();
  }

  typed() {
    clearTimeout(this.waiting);
    this.waiting = setTimeout(() => this.change(() => this.query.set("text", this.text.value.trim()), "replaceState"),
      PATIENCE);
  }

  change(how, remembering = "pushState") {
    how();
    this.query.open = "";
    const address = String(this.query);
    // A new address makes the browser match its styles anew: it waits until the rows are painted.
    this.paint(() => this.remember(remembering, address));
  }

  remember(how, address = String(this.query)) {
    history[how](null, "", address);
    this.address.textContent = location.href;
  }

  paint(remember) {
    const { rows, query } = this;
    const sorting = [...query.order(), ...query.prices].join();
    if (sorting !== this.sorting) Object.assign(this, { sorting, order: order(rows, query.order()) });
    const { shown, counts, blocking } = filter(rows, query, this.order);
    this.shown = shown;
    const steps = [() => this.listing.show(shown, query.columns(), query), () => this.follow(counts)];
    // What one looks at is painted first: the picture when the page opens, the rows when they change.
    const [first, then] = this.isDrawn ? steps : steps.reverse();
    first();
    this.tell(blocking);
    afterPaint(() => {
      remember?.();
      if (this.shown === shown) then();
    });
    this.isDrawn = true;
  }

  /** How many rows there are, for which filters, and what there is instead of none. */
  tell(blocking) {
    const { query, rows, shown } = this;
    const limits = "threshold" in rows.columns && shown.filter((row) => rows.at(row, "threshold") !== null).length;
    this.status.textContent = `${number(shown.length)} of ${counted(rows.count, rows)}`
      + (limits ? `, ${number(limits)} of them thresholds of tests` : "");
    const conditions = query.conditions();
    const all = conditions.length > 1 ? [button("Clear filters", () => this.change(() => query.chosen.clear()))] : [];
    this.chosen.replaceChildren(...[...conditions.map((one) => this.chip(one)), ...all]
      .map((each) => element("li", {}, each)));
    this.nothing.replaceChildren(...(shown.length ? [] : this.instead(blocking)));
  }

  /** What follows the rows: counts of filters, pictures and tools. On a change the rows are painted before. */
  follow(counts) {
    const { query, shown } = this;
    this.facets.update(query, counts);
    this.chart.show(shown, query);
    this.offerColumns();
    for (const link of this.links)
      link.setAttribute("href", query.elsewhere({ show: link.dataset.show, facets: this.rows.shared }));
    this.group.value = query.group;
    this.offerPrices();
    if (document.activeElement !== this.text) this.text.value = query.chosen.get("text") ?? "";
  }

  /** The prices behind the costs that are shown. */
  offerPrices() {
    const wanted = this.query.columns().includes("usd_per_million");
    if (!wanted || this.prices.contains(document.activeElement)) return;
    const open = this.prices.querySelector("details")?.open;
    const instances = [...new Set(this.shown.map((row) => this.rows.at(row, "priced_as")))].filter(Boolean).sort()
      .slice(0, MOST_PRICES);
    const fields = priceFields(this.rows, this.query.prices, instances,
      (instance, price) => this.change(() => this.setPrice(instance, price)));
    fields.open = Boolean(open);
    this.prices.replaceChildren(fields);
  }

  setPrice(instance, price) {
    if (price > 0) this.query.prices.set(instance, price);
    else this.query.prices.delete(instance);
    reprice(this.rows, this.query.prices);
  }

  chip(condition) {
    const words = `${this.rows.heading(condition.name)}: ${this.rows.label(condition.name, condition.value)}`;
    return button(`${words} ×`, () => this.change(() => this.query.drop(condition)),
      { "aria-label": `Remove ${words}` });
  }

  /** What to say when nothing matches: other kinds of evidence, what rules everything out, and what is near. */
  instead(blocking) {
    const others = element("p");
    this.another.meeting(this.query).then((found) => {
      const offers = found.map(({ other, count }) =>
        element("a", { href: other }, `show ${counted(count, other.rows)}`));
      others.replaceChildren(...(offers.length
        ? ["But there is other evidence: ", ...offers.flatMap((one, place) => (place ? [", ", one] : [one])), "."]
        : []));
    });
    const offers = [...blocking].map(([name, count]) => element("li", {},
      `${this.rows.heading(name)} alone rules out ${number(count)} that meet every other filter. `,
      button(`Remove ${this.rows.heading(name)}`, () => this.change(() => this.query.set(name, "")))));
    const near = nearest(this.rows, this.query).map(({ row, words, differs }) => this.near(row, words, differs));
    const blame = offers.length ? element("ul", {}, ...offers)
      : element("p", {}, "No single filter is to blame: without any one of them there is still nothing.");
    const closest = [element("p", {}, "The nearest. None of them is what you asked for:"),
      element("ul", { class: "nearest" }, ...near)];
    return [element("h2", {}, `No ${this.rows.noun} matches`), others, blame, ...(near.length ? closest : [])];
  }

  near(row, words, differs) {
    const say = (name) => text(this.rows, row, name);
    const other = differs.map((name) => `${this.rows.heading(name).toLowerCase()}: ${say(name)}`).join(", ");
    const { figure } = this.rows;
    const name = this.rows.at(row, "model") ? "model" : this.rows.shown[0];
    const page = this.rows.page(name, this.rows.at(row, name));
    return element("li", {}, page ? element("a", { href: ROOT + page }, say(name)) : say(name),
      ` on ${say(hardware(this.rows))}: ${this.rows.heading(figure).toLowerCase()} ${say(figure)}. `,
      element("span", { class: "aside" }, `${words}; differs in ${other || "its text"}`));
  }
}

/** The rows that meet the conditions of an address. */
const meeting = (query) => filter(query.rows, query, order(query.rows, [])).shown;

/** The data of the kinds of evidence, each fetched when it is first needed. */
class Evidence {
  fetched = new Map();

  rows(show) {
    const rows = async () => new Rows(await readJson(`explore/${show}.json`));
    if (!this.fetched.has(show)) this.fetched.set(show, rows());
    return this.fetched.get(show);
  }

  all() {
    return Promise.all(Object.keys(KINDS).map((show) => this.rows(show)));
  }

  /** The rows that an address asks for. Where it names no kind, it is from before there were several and asks for
      configurations: for another kind only where none of them matches. */
  async asked(search) {
    const show = new URLSearchParams(search).get("show");
    if (Object.hasOwn(KINDS, show) || !search) return this.rows(show ?? "benchmarks");
    const query = new Query(search, await this.rows("configurations"));
    const [found] = meeting(query).length ? [] : await this.meeting(query);
    return found?.other.rows ?? query.rows;
  }

  /** The other kinds that have rows for the filters that they share, and how many. */
  async meeting(query) {
    return (await this.all()).filter((rows) => rows !== query.rows).map((rows) => query.elsewhere(rows))
      .filter((other) => other.chosen.size && !other.unknown().length)
      .map((other) => ({ other, count: meeting(other).length })).filter(({ count }) => count);
  }
}

const place = document.querySelector("[data-explorer]");
const evidence = new Evidence();
let explorer;
async function open() {
  const { search } = location;
  const rows = await evidence.asked(search);
  if (search !== location.search) return;
  if (explorer?.rows === rows) explorer.read();
  else explorer = new Explorer(rows, place, evidence);
}
window.addEventListener("popstate", open);
place.addEventListener("click", (event) => {
  const link = event.target.closest("a[href^='?']");
  if (!link || event.metaKey || event.ctrlKey || event.shiftKey) return;
  event.preventDefault();
  history.pushState(null, "", link.getAttribute("href"));
  open();
});
await open();
