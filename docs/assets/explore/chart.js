/* Charts of the rows that are shown. The table has the same rows: a chart is never the only place of a figure. */

import { button, element } from "../dom.js";
import { heading, text } from "./columns.js";
import { points } from "./points.js";

const MOST_BARS = 20;
const FEWEST = 2;
const CATEGORIES = ["instance", "accelerator", "framework", "model", "release", "family", "sdk", "precision"];
const SMALLER_IS_BETTER = /latency|ttft|tpot|_ms$|_s$|usd/;

/** What each kind of chart shows at first; the reader may choose other columns. */
const KINDS = {
  throughput: { label: "Throughput by hardware", x: "instance", y: "throughput" },
  cost: { label: "Cost by hardware", x: "instance", y: "usd_per_million" },
  scatter: { label: "Throughput against latency", x: "latency_p50_ms", y: "throughput" },
  batch: { label: "Batch size, native and compiled", x: "model", y: "batch_size_compiled" },
};
const OF = { benchmarks: ["throughput", "cost", "scatter"], configurations: ["batch"], lists: [] };

/** The charts of one kind of evidence. */
export const chartsOf = (rows) => OF[rows.show];

/** The rows whose figures count the same as those of most rows, and how many others were left out. */
function comparable(rows, shown, columns) {
  const stated = shown.filter((row) => columns.every((name) => rows.at(row, name) !== null));
  const unit = (row) => ["throughput_unit", "latency_basis"].filter((name) => name in rows.columns && needs(columns, name)).map((name) => rows.at(row, name)).join();
  const counts = new Map();
  for (const row of stated) counts.set(unit(row), (counts.get(unit(row)) ?? 0) + 1);
  const [usual] = [...counts].sort((a, b) => b[1] - a[1])[0] ?? [];
  const kept = stated.filter((row) => unit(row) === usual);
  return { kept, silent: shown.length - stated.length, otherUnits: stated.length - kept.length };
}

/** Whether figures of these columns can only be compared within one unit. */
function needs(columns, unit) {
  const ofUnit = unit === "throughput_unit" ? ["throughput", "usd_per_million"] : ["latency_p50_ms", "latency_p99_ms"];
  return columns.some((name) => ofUnit.includes(name));
}

/** The settings in which rows of a chart did different work. */
const differing = (rows, kept) => rows.work.filter((name) => name in rows.columns && new Set(kept.map((row) => String(rows.at(row, name)))).size > 1);

function legend(rows, { kept, silent, otherUnits }, columns) {
  const words = [];
  const unit = kept.length && needs(columns, "throughput_unit") && "throughput_unit" in rows.columns && rows.label("throughput_unit", rows.at(kept[0], "throughput_unit"));
  if (unit) words.push(`Counted in ${unit}.`);
  if (otherUnits) words.push(`${otherUnits} rows that count something else are left out.`);
  if (silent) words.push(`${silent} rows do not state these figures.`);
  const differ = differing(rows, kept);
  if (differ.length) words.push(`Not one setup: rows differ in ${differ.map((name) => rows.heading(name).toLowerCase()).join(", ")}; choose one to compare.`);
  return element("p", { class: "aside" }, words.join(" "));
}

/** Of each value of a column the row with the best figure, the best first. */
function best(rows, kept, by, of) {
  const better = SMALLER_IS_BETTER.test(of) ? (a, b) => rows.at(a, of) - rows.at(b, of) : (a, b) => rows.at(b, of) - rows.at(a, of);
  const found = new Map();
  for (const row of [...kept].sort(better)) {
    const key = text(rows, row, by);
    if (!found.has(key)) found.set(key, row);
  }
  return [...found].slice(0, MOST_BARS);
}

const SVG = "http://www.w3.org/2000/svg";

function bar(share, second) {
  const svg = document.createElementNS(SVG, "svg");
  for (const [name, value] of Object.entries({ viewBox: "0 0 100 10", preserveAspectRatio: "none", class: "bar", "aria-hidden": "true" })) svg.setAttribute(name, value);
  for (const [width, kind, y, height] of [[share, "first", second === undefined ? 0 : 5, second === undefined ? 10 : 5], [second, "second", 0, 4]]) {
    if (width === undefined) continue;
    const rect = document.createElementNS(SVG, "rect");
    for (const [name, value] of Object.entries({ width, height, y, class: kind })) rect.setAttribute(name, value);
    svg.append(rect);
  }
  return svg;
}

function bars(rows, kept, { x, y }, open) {
  const found = best(rows, kept, x, y);
  const highest = Math.max(...found.map(([, row]) => rows.at(row, y)));
  return element("ol", { class: "bars" }, ...found.map(([name, row]) => {
    const about = [x === "model" ? "instance" : "model", "precision", "batch_size", "framework", "sdk"].filter((one) => one in rows.columns && rows.at(row, one) !== null);
    const words = about.map((one) => (one === "batch_size" ? `batch ${text(rows, row, one)}` : text(rows, row, one))).join(", ");
    return element("li", {}, button(name, () => open(row), { title: "Open this row" }), bar((100 * rows.at(row, y)) / highest), element("b", {}, text(rows, row, y)), element("small", {}, words));
  }));
}

/** Both batch sizes of each row as two bars on one scale. */
function batchSizes(rows, kept, open) {
  const few = kept.slice(0, MOST_BARS);
  const sizes = few.flatMap((row) => [rows.at(row, "batch_size_native") ?? 0, rows.at(row, "batch_size_compiled")]);
  const highest = Math.max(...sizes);
  return element("ol", { class: "bars" }, ...few.map((row) => {
    const [native, compiled] = ["batch_size_native", "batch_size_compiled"].map((name) => rows.at(row, name));
    const name = `${text(rows, row, "model")}, ${text(rows, row, "instance")}`;
    const words = `${native === null ? "not published" : native} native, ${text(rows, row, "batch_size_compiled")} compiled`;
    return element("li", {}, button(name, () => open(row), { title: "Open this row" }), bar((100 * compiled) / highest, (100 * (native ?? 0)) / highest), element("b", {}, words), element("small", {}, `${text(rows, row, "release")}, sequence length ${text(rows, row, "sequence_length")}`));
  }));
}

export class Chart {
  element = element("section", { class: "chart-of-rows", "aria-label": "Chart" });

  constructor(rows, { choose, open }) {
    Object.assign(this, { rows, choose, open });
    this.select = (name, label, options) => {
      const select = element("select", { name, onchange: () => choose(name, select.value) }, ...options.map(([value, words]) => element("option", { value }, words)));
      return { select, field: element("label", {}, `${label} `, select) };
    };
    const kinds = [["", "Of one model"], ...chartsOf(rows).map((kind) => [kind, KINDS[kind].label]), ["none", "No chart"]];
    this.kind = this.select("chart", "Chart", kinds);
    this.body = element("div");
    this.axes = element("span", { class: "axes" });
    this.element.append(element("div", { class: "chart-tools" }, this.kind.field, this.axes), this.body);
    this.element.hidden = !chartsOf(rows).length;
    new ResizeObserver(() => this.wide !== this.element.clientWidth && this.last && this.draw(...this.last)).observe(this.element);
  }

  show(shown, query) {
    this.last = [shown, query];
    this.draw(shown, query);
  }

  draw(shown, query) {
    this.wide = this.element.clientWidth;
    const [first] = chartsOf(this.rows);
    const kind = query.chart || first;
    if (!first) return;
    this.kind.select.value = query.chart;
    if (kind === "none" || !KINDS[kind]) {
      this.axes.replaceChildren();
      this.body.replaceChildren();
      return;
    }
    const axes = { x: query.x || KINDS[kind].x, y: query.y || KINDS[kind].y };
    this.offer(kind, axes);
    const models = new Set(shown.map((row) => this.rows.at(row, "model")));
    if (!query.chart && models.size > 1 && kind !== "batch") {
      this.body.replaceChildren(element("p", { class: "aside" }, "Choose one model to see its hardware side by side, or a chart of all rows above."));
      return;
    }
    const columns = kind === "batch" ? ["batch_size_compiled"] : kind === "scatter" ? [axes.x, axes.y] : [axes.y];
    const found = comparable(this.rows, shown, columns);
    const enough = found.kept.length >= FEWEST;
    const drawn = !enough ? element("p", { class: "aside" }, "Fewer than two of the rows state these figures: nothing to draw.") : this.drawing(kind, found.kept, axes);
    this.body.replaceChildren(drawn, enough ? legend(this.rows, found, columns) : "");
  }

  drawing(kind, kept, axes) {
    if (kind === "scatter") return points(this.rows, kept, axes, { wide: this.wide, open: this.open });
    return kind === "batch" ? batchSizes(this.rows, kept, this.open) : bars(this.rows, kept, axes, this.open);
  }

  /** The selects of the axes: figures, and for bars what they stand for. */
  offer(kind, axes) {
    const { rows } = this;
    if (kind === "batch") return this.axes.replaceChildren();
    const figures = Object.keys(rows.columns).filter((name) => rows.isNumeric(name) && name !== "line").map((name) => [name, heading(rows, name)]);
    const categories = CATEGORIES.filter((name) => name in rows.columns).map((name) => [name, rows.heading(name)]);
    const x = this.select("x", kind === "scatter" ? "Across" : "By", kind === "scatter" ? figures : categories);
    const y = this.select("y", kind === "scatter" ? "Upwards" : "Figure", figures);
    x.select.value = axes.x;
    y.select.value = axes.y;
    return this.axes.replaceChildren(x.field, " ", y.field);
  }
}
