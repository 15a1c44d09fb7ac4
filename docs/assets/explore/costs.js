/* What a million results cost: recorded prices an hour, or those that the reader typed, by the measured throughput. */

import { ROOT, element } from "../dom.js";
import { number } from "../numbers.js";

const COST = "usd_per_million";
const SECONDS_PER_HOUR = 3600;

/** The price an hour of an instance type. */
export const priceOf = (rows, prices, instance) => prices.get(instance) ?? rows.prices[instance]?.usd_per_hour;

/** Counts the column of costs again with the reader's prices. */
export function reprice(rows, prices) {
  if (!(COST in rows.columns)) return;
  const costs = Array.from({ length: rows.count }, (_, row) => costOf(rows, prices, row));
  const codes = new Map();
  for (const cost of costs) if (!codes.has(cost)) codes.set(cost, codes.size);
  rows.columns[COST] = { ...rows.columns[COST], values: [...codes.keys()],
    codes: Int32Array.from(costs, (cost) => codes.get(cost)) };
  for (const key of rows.found.keys()) if (key.endsWith(COST)) rows.found.delete(key);
}

function costOf(rows, prices, row) {
  const price = priceOf(rows, prices, rows.at(row, "priced_as"));
  if (!price) return null;
  const million = (price * (rows.at(row, "nodes") ?? 1) * 1e6) / (rows.at(row, "throughput") * SECONDS_PER_HOUR);
  return Number(million.toPrecision(4));
}

/** A field for the price of each instance type, with what is recorded beside it. */
export function priceFields(rows, prices, instances, change) {
  const fields = instances.map((instance) => {
    const known = rows.prices[instance];
    const from = known && `${known.as_of?.slice(0, 7) ?? "unknown date"}, ${known.region ?? "region not named"}`;
    const said = known ? `price of ${from}` : "no price on demand recorded";
    const input = element("input", {
      type: "number", min: "0", step: "any", value: prices.get(instance) ?? "",
      placeholder: known ? number(known.usd_per_hour) : "",
      "aria-label": `Price of ${instance}, US dollars an hour`, onchange: () => change(instance, Number(input.value)),
    });
    const source = known && element("a", { href: ROOT + known.page }, "source");
    return element("li", {}, element("label", {}, element("code", {}, instance), " ", input),
      element("small", {}, ` ${said}`, known && ", ", source));
  });
  const note = element("p", { class: "aside" },
    "US dollars an hour. On demand, Linux; reserved and spot prices are not used. The address keeps what you type.");
  return element("details", { class: "prices" }, element("summary", {}, "Prices"), note, element("ul", {}, ...fields));
}
