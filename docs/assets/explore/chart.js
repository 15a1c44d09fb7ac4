/* Charts of the rows that are shown. The table has the same rows: a chart is never the only place of a figure. */

import { button, draw, element } from "../dom.js";
import { hardware, heading, text } from "./rows.js";
import { compare, number, sortedBy, TO_COMPARE } from "../numbers.js";
import { points } from "./points.js";

const MOST_BARS = 10;
const MOST_GROUPS = 3;
const MOST_POINTS = 5000;
const CATEGORIES = ["hardware", "instance", "accelerator", "framework", "model", "release", "family", "sdk",
  "precision"];

/** What each kind of chart shows at first; the reader may choose other columns. */
const KINDS = {
  throughput: { label: "Throughput by hardware", x: "hardware", y: "throughput" },
  cost: { label: "Cost by hardware", x: "hardware", y: "usd_per_million" },
  scatter: { label: "Throughput against latency", x: "latency_p50_ms", y: "throughput" },
  batch: { label: "Batch size, native and compiled", x: "model", y: "batch_size_compiled" },
};
/** What is drawn before the reader chooses a chart: of one model by accelerator, on one accelerator by model. */
const OPENING = { x: "accelerator", y: "throughput_per_accelerator" };

const aside = (words) => element("p", { class: "aside" }, words);

/** The settings in which rows of a chart did different work. */
const differing = (rows, kept) =>
  rows.work.filter((name) => new Set(kept.map((row) => String(rows.at(row, name)))).size > 1);

function warning(rows, kept) {
  const differ = differing(rows, kept).map((name) => rows.heading(name).toLowerCase());
  return differ.length > 0 && aside(`Not one setup: rows differ in ${differ.join(", ")}; choose one to compare.`);
}

/** A bar, or two on one scale. */
function bar(share, second) {
  const box = { viewBox: "0 0 100 10", preserveAspectRatio: "none", class: "bar", "aria-hidden": "true" };
  if (second === undefined) return draw("svg", box, draw("rect", { class: "first", width: share, height: 10 }));
  return draw("svg", box, draw("rect", { class: "second", width: second, height: 4 }),
    draw("rect", { class: "first", width: share, y: 5, height: 5 }));
}

/** What a figure was measured with: the model, where a chart has several, hardware that its bar does not name, software
    and settings. */
function setup(rows, row, by, hasModels) {
  const say = (name, before = "") => rows.at(row, name) !== null && `${before}${text(rows, row, name)}`;
  const framework = [say("framework") || say("framework_as_published"), say("framework_version")]
    .filter(Boolean).join(" ");
  const subject = [hasModels && by !== "model" && say("model"), by !== hardware(rows) && say(hardware(rows))];
  return [...subject, framework, say("sdk"), say("variant"), say("batch_size", "batch "), say("as_of")]
    .filter(Boolean).join(", ");
}

/** The best rows of a group; without bars where they are only listed, not ranked. */
function bars(rows, group, { x, y }, open) {
  const found = best(rows, group.rows, x, y);
  if (group.doubt) found.sort(([one], [other]) => compare(sortedBy(one), sortedBy(other)));
  const isRanked = !group.doubt && found.length > 1;
  const hasModels = new Set(group.rows.map((row) => rows.at(row, "model"))).size > 1;
  const highest = Math.max(...found.map(([, row]) => rows.at(row, y)));
  const line = ([name, row]) => element("li", { class: !isRanked && "listed" },
    button(name, () => open(row), { title: "Open this row" }),
    isRanked && bar((100 * rows.at(row, y)) / highest), element("b", {}, text(rows, row, y)),
      element("small", {}, setup(rows, row, x, hasModels)));
  const list = (some) => element("ol", { class: "bars" }, ...some.map(line));
  const more = found.slice(MOST_BARS);
  return [list(found.slice(0, MOST_BARS)), more.length > 0 && fold(`${more.length} more`, list(more))];
}

const fold = (words, ...parts) => element("details", {}, element("summary", {}, words), ...parts);

/** Both batch sizes of each row as two bars on one scale. */
function batchSizes(rows, kept, open) {
  const few = kept.slice(0, MOST_BARS);
  const sizes = few.flatMap((row) => [rows.at(row, "batch_size_native") ?? 0, rows.at(row, "batch_size_compiled")]);
  const highest = Math.max(...sizes);
  return element("ol", { class: "bars" }, ...few.map((row) => {
    const [native, compiled] = ["batch_size_native", "batch_size_compiled"].map((name) => rows.at(row, name));
    const name = `${text(rows, row, "model")}, ${text(rows, row, "instance")}`;
    const words = `${native ?? "not published"} native, ${text(rows, row, "batch_size_compiled")} compiled`;
    return element("li", {}, button(name, () => open(row), { title: "Open this row" }),
      bar((100 * compiled) / highest, (100 * (native ?? 0)) / highest), element("b", {}, words),
      element("small", {}, `${text(rows, row, "release")}, sequence length ${text(rows, row, "sequence_length")}`));
  }));
}

/** What the reader may choose instead, where nothing is drawn: kinds of chart, and what bars stand for. */
function choices(rows, shown) {
  const by = CATEGORIES.map((x) => ({ label: `By ${rows.columns[x]?.label}`, y: OPENING.y, x }));
  const isTelling = ({ x, y }) => x in rows.columns && y in rows.columns && comparable(rows, shown, [x, y])
    .some(({ rows: some, doubt }) => !doubt && best(rows, some, x, y)[1]);
  return [...rows.charts.map((kind) => KINDS[kind]), ...by].filter(isTelling).map(({ label }) => label);
}

/** The rows that state some figures, in groups that may be compared, those that may be ranked first, then the largest:
    [{ rows, words, doubt }].
    Of one group are rows whose figures count one thing, for one workload in one number format. `words` says what they
    have in common, `doubt` why they may not be ranked. */
function comparable(rows, shown, figures) {
  const units = [...new Set(figures.map((name) => rows.columns[name].counts).filter(Boolean))];
  const [format, ...narrower] = rows.formats;
  const stated = [...units, "workload", format].filter((name) => name in rows.columns);
  const having = shown.filter((row) => figures.every((name) => rows.at(row, name) !== null));
  const says = (row, name) => rows.at(row, name) !== null;
  const keyOf = (row) => [...stated, ...narrower].map((name) => String(rows.at(row, name))).join("|");
  const groups = Map.groupBy(having, keyOf);
  return [...groups.values()].map((group) => {
    const [first] = group;
    const named = (name) => `${rows.heading(name).toLowerCase()} ${rows.label(name, rows.at(first, name))}`;
    const common = stated.map((name) => (says(first, name) ? rows.label(name, rows.at(first, name)) : named(name)));
    const further = narrower.filter((name) => says(first, name)).map(named);
    const unknown = stated.every((name) => says(first, name)) ? "" : "what is not published may differ";
    const doubt = narrower.includes("threshold") && says(first, "threshold") ? "thresholds, not measurements" : unknown;
    return { rows: group, words: [...common, ...further].join(", "), doubt };
  }).sort((a, b) => Boolean(a.doubt) - Boolean(b.doubt) || b.rows.length - a.rows.length);
}

/** The best row of each value of a column, the best first. */
function best(rows, group, by, of) {
  const sign = rows.columns[of].better === "lower" ? 1 : -1;
  const better = (a, b) => sign * (rows.at(a, of) - rows.at(b, of));
  const rowsOf = Map.groupBy(group, (row) => rows.label(by, rows.at(row, by)));
  return [...rowsOf].map(([name, all]) => [name, all.reduce((one, other) => (better(other, one) < 0 ? other : one))])
    .sort(([, a], [, b]) => better(a, b));
}

/** Of several models the group that has figures on the most hardware, with its model; undefined where none may be
    ranked. */
function widest(rows, shown, by, of) {
  const ofModels = [...Map.groupBy(shown, (row) => rows.at(row, "model"))].filter(([model]) => model !== null);
  const found = ofModels.flatMap(([model, some]) => comparable(rows, some, [of]).filter(({ doubt }) => !doubt)
    .map((group) => ({ model, group, count: new Set(group.rows.map((row) => rows.at(row, by))).size })));
  return found.reduce((one, other) => (other.count > (one?.count ?? 0) ? other : one), undefined);
}

export class Chart {
  element = element("section", { class: "chart-of-rows", "aria-label": "Chart" });

  constructor(rows, { choose, open }) {
    Object.assign(this, { rows, choose, open });
    this.select = (name, label, options) => {
      const select = element("select", { name, onchange: () => choose(name, select.value) },
        ...options.map(([value, words]) => element("option", { value }, words)));
      return { select, field: element("label", {}, `${label} `, select) };
    };
    // Batch sizes are drawn at once; all other rows open with a chart of its own.
    this.opening = rows.charts[0] === "batch" ? "batch" : "";
    const kinds = [...(this.opening ? [] : [["", "Throughput per accelerator"]]),
      ...rows.charts.map((kind) => [kind, KINDS[kind].label]), ["none", "No chart"]];
    this.kind = this.select("chart", "Chart", kinds);
    this.body = element("div");
    this.axes = element("span");
    this.tools = element("div", { class: "chart-tools" }, this.kind.field, this.axes);
    this.element.append(this.body);
    this.element.hidden = this.tools.hidden = true;
    new ResizeObserver(() => this.wide && this.wide !== this.element.clientWidth && this.draw(...this.last))
      .observe(this.element);
  }

  show(shown, query) {
    if (!this.rows.charts.length) return;
    this.last = [shown, query];
    // Shown while it is drawn, which measures it.
    this.element.hidden = this.tools.hidden = false;
    this.draw(shown, query);
    if (this.body.querySelector(".bars li, .comparable") || query.chart === "none") return;
    const others = choices(this.rows, shown);
    if (others.length) this.body.append(aside(`No chart of these rows. Choices that give one: ${others.join(", ")}.`));
    this.tools.hidden = !others.length && !(shown.length && (query.chart || query.x || query.y));
    this.element.hidden = this.tools.hidden && !this.body.textContent;
  }

  draw(shown, query) {
    this.wide = undefined;
    const kind = query.chart || this.rows.charts[0];
    this.kind.select.value = query.chart || this.opening;
    this.axes.replaceChildren();
    this.body.replaceChildren();
    if (kind === "none") return;
    const isOpening = !query.chart && !this.opening;
    const are = (name) => new Set(shown.map((row) => text(this.rows, row, name))).size > 1;
    const ofOne = isOpening && !are(OPENING.x);
    const { x, y } = isOpening ? { ...OPENING, ...(ofOne && { x: "model" }) } : KINDS[kind];
    const axes = { x: query.x || x, y: query.y || y };
    this.offer(kind, axes);
    if (isOpening && !ofOne && are("model")) return this.body.append(...this.widest(shown, axes));
    // A picture that nobody asked for has something to compare.
    const isTelling = (group) => !isOpening || best(this.rows, group.rows, axes.x, axes.y)[1];
    const most = ofOne ? 1 : MOST_GROUPS;
    this.body.append(...(kind === "batch" ? this.batches(shown) : this.groups(kind, shown, axes, isTelling, most)));
  }

  /** The picture of several models: of the one that was measured on most hardware. */
  widest(shown, axes) {
    const { rows } = this;
    const found = widest(rows, shown, axes.x, axes.y);
    if (!found) return [aside("No figures of these models can be ranked.")];
    return [this.group("throughput", found.group, axes, `${rows.label("model", found.model)}: `),
      aside("The model with such figures on most hardware. Choose another under Filters, or a chart of all rows.")];
  }

  batches(shown) {
    const stated = shown.filter((row) => this.rows.at(row, "batch_size_compiled") !== null);
    const left = stated.length > MOST_BARS && aside(`The first ${MOST_BARS} of ${stated.length} rows.`);
    const days = stated.map((row) => this.rows.at(row, "as_of")).sort();
    const compilers = [...new Set(stated.map((row) => text(this.rows, row, "framework")))].join(", ");
    const said = stated.length > 0 && aside(`The largest batch that fitted, native and compiled with ${compilers}, ` +
      `tested ${[...new Set([days[0], days.at(-1)])].join(" to ")}.`);
    return [said, batchSizes(this.rows, stated, this.open), left, warning(this.rows, stated)].filter(Boolean);
  }

  /** A drawing of each group of rows that may be compared; of small groups, behind a fold. */
  groups(kind, shown, axes, isTelling, most) {
    const { rows } = this;
    const figures = kind === "scatter" ? [axes.x, axes.y] : [axes.y];
    const placed = kind === "scatter"
      ? shown
      : shown.filter((row) => [rows.at(row, axes.x)].flat().some((one) => one !== null));
    const found = comparable(rows, placed, figures);
    const drawn = found.filter(isTelling).map((group) => this.group(kind, group, axes));
    const [first, others] = [drawn.slice(0, most), drawn.slice(most)];
    const stating = found.reduce((total, group) => total + group.rows.length, 0);
    const isNone = found.length > 1 && !drawn.length
      && new Set(placed.map((row) => String(rows.at(row, axes.x)))).size > 1;
    const notes = [
      found.length > 1 && TO_COMPARE,
      isNone && `Here none do: ${found.map(({ words }) => words).join("; ")}.`,
      shown.length > placed.length
        && `Rows without ${rows.heading(axes.x).toLowerCase()}: ${shown.length - placed.length}.`,
      placed.length > stating && `Rows without these figures: ${placed.length - stating}.`,
    ];
    const more = others.length ? [fold(`${others.length} more, of other units, workloads or number formats`, ...others)]
      : [];
    return [...first, ...more, aside(notes.filter(Boolean).join(" "))];
  }

  group(kind, group, axes, before = "") {
    const { rows } = this;
    const title = kind === "scatter"
      ? `${heading(rows, axes.y)} against ${heading(rows, axes.x)}`
      : heading(rows, axes.y);
    const drawing = kind === "scatter" ? [this.points(group.rows, axes)] : bars(rows, group, axes, this.open);
    const note = group.doubt && kind !== "scatter" && aside(`Listed, not ranked: ${group.doubt}.`);
    return element("section", { class: "comparable" }, element("h2", {}, `${before}${title}: ${group.words}`),
      ...drawing, note, warning(rows, group.rows));
  }

  points(kept, axes) {
    const [count, most] = [kept.length, MOST_POINTS].map(number);
    if (kept.length > MOST_POINTS) return aside(`${count} rows, too many to draw: choose fewer than ${most}.`);
    // Only of points, which are placed in pixels: to measure lays out the page.
    this.wide = this.element.clientWidth;
    return points(this.rows, kept, axes, { wide: this.wide, open: this.open });
  }

  /** The selects of the axes: figures, and for bars what they stand for. */
  offer(kind, axes) {
    const { rows } = this;
    if (kind === "batch") return;
    const figures = Object.keys(rows.columns).filter((name) => rows.isNumeric(name) && name !== "line")
      .map((name) => [name, heading(rows, name)]);
    const categories = CATEGORIES.filter((name) => name in rows.columns).map((name) => [name, rows.heading(name)]);
    const x = this.select("x", kind === "scatter" ? "Across" : "By", kind === "scatter" ? figures : categories);
    const y = this.select("y", kind === "scatter" ? "Upwards" : "Figure", figures);
    x.select.value = axes.x;
    y.select.value = axes.y;
    this.axes.append(x.field, " ", y.field);
  }
}
