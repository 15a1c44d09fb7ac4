/* A chart of points: one figure against another. Rows that differ in batch size or load only are joined. Hardware is
   named beside a point where there is room; its title has everything. */

import { draw, element } from "../dom.js";
import { hardware, heading, text } from "./rows.js";
import { number } from "../numbers.js";

const HEIGHT = 280;
const EDGE = { left: 56, right: 16, top: 24, bottom: 40 };
const TICKS = 4;
const MOST_SERIES = 6;
const MOST_LABELLED = 200;
const [MARK, LETTER, LINE] = [6, 6.5, 13]; // half a mark's width, and the size of a label's letters, in pixels
const MARKS = ["M4 0A4 4 0 1 1-4 0 4 4 0 1 1 4 0z", "M0-5.5 5.5 0 0 5.5-5.5 0z", "M-4-4h8v8h-8z", "M0-5 5 4H-5z",
  "M-5-4H5L0 5z", "M-5-1.5h3.5v-3.5h3v3.5H5v3H1.5V5h-3V1.5H-5z"];
const FREE = ["batch_size", "load", "request_rate"];
const STACK = ["model", "instance", "framework", "sdk", "framework_version", "precision", "cores", "tensor_parallel",
  "data_parallel", "variant"];

/** Round numbers from zero, or from below the lowest figure where zero is far off. */
function scale(figures, from, to) {
  const [low, high] = [Math.min(...figures), Math.max(...figures)];
  const begin = low > high * 0.6 && low < high ? low - (high - low) * 0.2 : 0;
  const rough = (high - begin) / TICKS || 1;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((one) => one * power).find((one) => one >= rough);
  const start = Math.floor(begin / step) * step;
  const ticks = [];
  for (let tick = start; tick < high + step; tick += step) ticks.push(Number(tick.toPrecision(12)));
  const end = ticks.at(-1);
  return { ticks, place: (value) => from + ((value - start) / (end - start)) * (to - from) };
}

/** Rows that only differ in what FREE names, in the order of the figure across. */
function lines(rows, kept, x) {
  const fixed = [...rows.work, ...STACK];
  const groups = Map.groupBy(kept, (row) => fixed.map((name) => String(rows.at(row, name))).join("|"));
  const varied = (group) => FREE.some((name) => new Set(group.map((row) => rows.at(row, name))).size > 1);
  return [...groups.values()].filter((group) => group.length > 1 && varied(group))
    .map((group) => group.sort((a, b) => rows.at(a, x) - rows.at(b, x)));
}

export function points(rows, kept, { x, y }, { wide, open }) {
  const across = scale(kept.map((row) => rows.at(row, x)), EDGE.left, wide - EDGE.right);
  const upwards = scale(kept.map((row) => rows.at(row, y)), HEIGHT - EDGE.bottom, EDGE.top);
  const spot = (row) => [across.place(rows.at(row, x)), upwards.place(rows.at(row, y))];
  const series = seriesOf(rows, kept);
  const svg = draw("svg", { width: wide, height: HEIGHT, role: "group",
    "aria-label": `${heading(rows, y)} against ${heading(rows, x)}; the table has the same rows` });
  for (const tick of upwards.ticks) {
    const at = upwards.place(tick);
    svg.append(draw("line", { class: "grid", x1: EDGE.left, x2: wide - EDGE.right, y1: at, y2: at }),
      draw("text", { x: EDGE.left - 6, y: at + 4, "text-anchor": "end" }, number(tick)));
  }
  const below = { y: HEIGHT - EDGE.bottom + 18, "text-anchor": "middle" };
  for (const tick of across.ticks) svg.append(draw("text", { ...below, x: across.place(tick) }, number(tick)));
  svg.append(draw("text", { x: 0, y: 12 }, heading(rows, y)),
    draw("text", { x: wide - EDGE.right, y: HEIGHT - 4, "text-anchor": "end" }, heading(rows, x)));
  for (const group of lines(rows, kept, x)) {
    const points = group.map((row) => spot(row).join()).join(" ");
    svg.append(draw("polyline", { class: `step series-${series.of(group[0])}`, points }));
  }
  for (const row of kept) svg.append(mark(rows, row, { x, y, at: spot(row), number: series.of(row), open }));
  if (kept.length <= MOST_LABELLED) svg.append(...labels(rows, kept, spot, wide));
  return element("figure", { class: "chart" }, svg, keys(series.names));
}

/** Which mark a row has: one for each accelerator, the last for those beyond the most. */
function seriesOf(rows, kept) {
  const name = (row) => text(rows, row, "accelerator");
  const all = [...Map.groupBy(kept, name)].sort(([, a], [, b]) => b.length - a.length).map(([one]) => one);
  const names = all.length > MOST_SERIES ? [...all.slice(0, MOST_SERIES - 1), "other accelerators"] : all;
  return { names, of: (row) => Math.min(all.indexOf(name(row)), MOST_SERIES - 1) };
}

function mark(rows, row, { x, y, at, number, open }) {
  const [model, on, upwards, across] = ["model", hardware(rows), y, x].map((name) => text(rows, row, name));
  const words = `${model} on ${on}: ${upwards} at ${across}`;
  const place = { transform: `translate(${at.join(" ")})`, tabindex: "0", role: "button", "aria-label": words };
  const opening = { onclick: () => open(row), onkeydown: ({ key }) => key === "Enter" && open(row) };
  return draw("g", { class: `mark series-${number}`, ...place, ...opening }, draw("path", { d: MARKS[number] }),
    draw("title", {}, words));
}

/** Names of hardware right of their points, each where it covers no point and no name before it. */
function labels(rows, kept, spot, wide) {
  const taken = kept.map(spot).map(([x, y]) => ({ left: x - MARK, right: x + MARK, y }));
  return kept.flatMap((row) => {
    const words = text(rows, row, hardware(rows));
    const [x, y] = spot(row);
    const [left, right] = [x + MARK + 2, x + MARK + 2 + words.length * LETTER];
    const covers = (one) => one.left < right && left < one.right && Math.abs(one.y - y) < LINE;
    if (right > wide || taken.some(covers)) return [];
    taken.push({ left, right, y });
    return [draw("text", { class: "point", x: left, y: y + 4 }, words)];
  });
}

function keys(names) {
  const box = { width: 14, height: 12, viewBox: "-7 -6 14 12", "aria-hidden": "true" };
  const key = (number) => draw("svg", { ...box, class: `series-${number}` }, draw("path", { d: MARKS[number] }));
  return element("ul", { class: "keys" }, ...names.map((name, number) => element("li", {}, key(number), ` ${name}`)));
}
