/* Lists: a filter box, facets and sortable columns. What is chosen stands in the page's address. */

import { FIRST_SHOWN, cut } from "./cut.js";
import { afterPaint, button } from "./dom.js";
import { compare, hasWords, sortedBy } from "./numbers.js";

/** Rows that show after a choice, before the reader wants all: what a browser lays out at once. Of more than these the
    first are painted before the others. */
const MOST_FOUND = 20;
const FIRST_PAINTED = 8;

/** The name of a column in addresses: without its unit. */
const nameOf = (head) => head.textContent.replace(/ \(.*\)$/, "");

/** What a row is sorted by in a column: a number or a text; null where its cell holds none. */
function sortKey(cell, isNumber) {
  const text = cell?.dataset.sort ?? cell?.textContent.trim();
  if (!isNumber) return text && text !== "–" ? sortedBy(text) : null;
  const number = parseFloat(text?.replaceAll(",", ""));
  return Number.isNaN(number) ? null : number;
}

/** Compares two keys; what has none comes last in either direction. */
function compareKeys(one, other, direction) {
  if (one === null || other === null) return (one === null) - (other === null);
  return direction * compare(one, other);
}

/** Whether a value of a field, which may have several parts, has all that facets choose. */
const hasAll = (value, facets) => facets.every((one) => value.split(":").includes(one.value));

/** The rows of a list on another of its pages, with links that work on this one. Throws where the page is not there. */
async function rowsOf(page) {
  const answer = await fetch(page);
  if (!answer.ok) throw new Error(`${page}: ${answer.status}`);
  const there = new DOMParser().parseFromString(await answer.text(), "text/html");
  const rows = [...there.querySelectorAll("[data-list] tbody tr")];
  for (const link of rows.flatMap((row) => [...row.querySelectorAll("a[href]")])) {
    link.href = new URL(link.getAttribute("href"), page);
  }
  return rows;
}

class List {
  constructor(root) {
    this.root = root;
    this.form = root.querySelector(".list-tools");
    this.count = this.form.querySelector("output");
    this.clear = this.form.querySelector("[type=reset]");
    this.heads = [...root.querySelectorAll("thead th")];
    this.body = root.querySelector("tbody");
    // Whether other pages have more rows.
    this.isPartial = "pages" in root.dataset;
    this.take([...root.querySelectorAll("tbody tr:not(.group)")]);
    for (const head of this.heads.filter((one) => one.dataset.sort)) {
      head.replaceChildren(button(head.textContent, () => this.sortBy(head)));
    }
    this.form.addEventListener("input", () => this.show());
    this.form.addEventListener("submit", (event) => event.preventDefault());
    this.form.addEventListener("reset", () => setTimeout(() => this.show()));
    this.cut = cut(root, () => { this.isOpen = true; this.show(); });
    this.fold();
    this.read();
    this.form.classList.add("ready");
  }

  /* On phones facets and columns to sort by stand behind a button, so that the list begins on the first screen. */
  fold() {
    const open = button("Filter and sort", () => this.unfold(!this.form.matches(".unfolded")), { class: "facets" });
    this.form.querySelector("label:has(select)")?.before(open);
  }

  unfold(isOpen) {
    this.form.classList.toggle("unfolded", isOpen);
    this.form.querySelector(".facets")?.setAttribute("aria-expanded", String(isOpen));
  }

  take(rows) {
    this.rows = rows.map((row) => {
      // What all rows of a part of the table share stands there.
      const fields = { ...row.parentElement.dataset, ...row.dataset };
      const words = [row.textContent, ...Object.values(fields)].join(" ").toLowerCase();
      return { row, fields, words, home: row.parentElement, keys: [] };
    });
  }

  /** Adds the rows of the list's other pages. Where they cannot be had, the count goes on to say so. */
  async whole() {
    const pages = [...document.querySelectorAll(".pager :is(a, b)")];
    const own = this.rows.map(({ row }) => row);
    const parts = pages.map((page) => (page.href ? rowsOf(page.href) : own));
    const found = await Promise.all(parts).catch(() => null);
    if (!found) return;
    this.take(found.flat());
    for (const one of this.rows) one.home = this.body;
    this.isMoved = true;
    this.isPartial = false;
    document.querySelector(".pager").hidden = true;
  }

  get controls() {
    return [...this.form.elements].filter((control) => control.name);
  }

  get isFiltered() {
    return this.controls.some((control) => control.value);
  }

  /** Chooses what the page's address says. */
  read() {
    const query = new URLSearchParams(location.search);
    for (const control of this.controls) {
      control.value = query.get(control.name) ?? "";
      // A value that is none of its options.
      if (control.selectedIndex === -1) control.value = "";
    }
    const words = query.get("sort") ?? "";
    this.direction = words.startsWith("-") ? -1 : 1;
    const named = words.replace(/^-/, "");
    this.sorted = this.heads.find((head) => head.dataset.sort && [nameOf(head), head.textContent].includes(named));
    this.unfold(this.isFiltered);
    if (this.sorted || this.isFiltered) this.show();
    else this.tell(this.rows, Number(this.root.dataset.most ?? Infinity));
  }

  /** Writes what is chosen into the page's address. */
  write() {
    const here = new URL(location);
    const sort = this.sorted && `${this.direction < 0 ? "-" : ""}${nameOf(this.sorted)}`;
    const chosen = [...this.controls.map(({ name, value }) => [name, value.trim()]), ["sort", sort]];
    for (const [name, value] of chosen) {
      if (value) here.searchParams.set(name, value);
      else here.searchParams.delete(name);
    }
    history.replaceState(history.state, "", here);
  }

  /** A column's better half first, then the other way round, then the order of the page. */
  sortBy(head) {
    const first = head.dataset.sort === "text" || "lower" in head.dataset ? 1 : -1;
    if (this.sorted !== head) [this.sorted, this.direction] = [head, first];
    else if (this.direction === first) this.direction = -first;
    else this.sorted = undefined;
    this.show();
  }

  /** The facets by which something is chosen, by field. */
  chosen() {
    return Map.groupBy(this.controls.slice(1).filter(({ value }) => value), ({ dataset }) => dataset.field);
  }

  /** Whether a row has all the words, and for each field one value with all that is chosen. */
  matcher() {
    const [chosen, typed] = [[...this.chosen()], this.controls[0].value];
    const has = (values, facets) => values.split("|").some((value) => hasAll(value, facets));
    return ({ fields, words }) => hasWords(words, typed)
      && chosen.every(([field, facets]) => has(fields[field] ?? "unknown", facets));
  }

  /** Leaves of the outcomes in some rows those that are chosen: on one accelerator. */
  narrow(shown) {
    const facets = this.chosen().get("today") ?? [];
    for (const { row, fields: { today = "" } } of shown) {
      row.classList.toggle("narrowed", facets.length);
      const values = today.split("|");
      for (const [at, outcome] of row.querySelectorAll(".statements li").entries()) {
        outcome.hidden = !hasAll(values[at], facets);
      }
    }
  }

  async show() {
    this.loaded ??= this.isPartial && this.whole();
    await this.loaded;
    const column = this.heads.indexOf(this.sorted);
    const matches = this.matcher();
    const found = this.rows.filter((one) => {
      one.row.hidden = !matches(one);
      return !one.row.hidden;
    });
    const shown = column < 0 ? this.bestFirst(found) : this.inOrder(found, column);
    // Those that show, and those that show first once the reader wants all.
    const first = this.isOpen ? shown : shown.slice(0, MOST_FOUND + FIRST_SHOWN);
    this.place(first, shown !== found);
    this.narrow(first);
    // The first part stays, to say that it has none.
    this.root.querySelectorAll("tbody tr.group").forEach((group, number) => {
      const isEmpty = !group.parentElement.querySelector("tr:not(.group, [hidden])");
      group.classList.toggle("none", isEmpty);
      group.hidden = this.isMoved || (isEmpty && (number > 0 || !found.length));
    });
    for (const head of this.heads) {
      head.ariaSort = head === this.sorted ? this.direction > 0 ? "ascending" : "descending" : null;
    }
    this.shown = shown;
    const isLong = !this.isOpen && shown.length > MOST_FOUND;
    this.tell(shown, isLong ? FIRST_PAINTED : undefined);
    afterPaint(() => {
      if (isLong && this.shown === shown) this.tell(shown);
      // Only now: a new address makes the browser match its styles anew.
      this.write();
    });
  }

  inOrder(rows, column) {
    const isNumber = this.sorted.dataset.sort === "number";
    const key = ({ keys, row }) => (keys[column] ??= sortKey(row.cells[column], isNumber));
    return [...rows].sort((a, b) => compareKeys(key(a), key(b), this.direction));
  }

  /** With an accelerator chosen, the rows with the best outcome there first, in the order of that facet. */
  bestFirst(rows) {
    const facets = this.chosen().get("today");
    if (!facets) return rows;
    const outcomes = [...this.form.elements.outcome.options].map(({ value }) => value);
    const best = ({ fields }) => fields.today.split("|").find((value) => hasAll(value, facets)).split(":")[0];
    const ranked = rows.map((row) => [outcomes.indexOf(best(row)), row]);
    return ranked.sort(([one], [other]) => one - other).map(([, row]) => row);
  }

  /** Puts rows in their order, behind the others. In the order of the page all go home. */
  place(rows, isOrdered) {
    if (isOrdered) this.body.append(...rows.map(({ row }) => row));
    else if (this.isMoved) for (const { home, row } of this.rows) home.append(row);
    this.isMoved = isOrdered;
  }

  tell(shown, most = this.isOpen ? Infinity : MOST_FOUND) {
    this.cut(shown.map(({ row }) => row), most);
    const total = `${shown.length} of ${this.rows.length}${this.isPartial ? " on this page" : ""}`;
    this.count.textContent = shown.length ? total : "No row matches.";
    this.clear.hidden = !this.isFiltered;
  }
}

// Addresses of the former list of older news: changes/?older-topic=end.
const rewritten = location.href.replace(/([?&])older-/g, "$1");
if (rewritten !== location.href) history.replaceState(history.state, "", rewritten);
for (const root of document.querySelectorAll("[data-list]")) new List(root);
