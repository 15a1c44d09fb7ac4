/* Counts every age again, to the reader's own day: the site may have been built long ago.
   The words and the rule are those of macros/facts/citations.py. Only a fact past the rule has its age in words. */

import { element } from "./dom.js";

/** The age of a fact in whole months. */
function months(asOf, today) {
  const [year, month, day] = asOf.split("-").map(Number);
  return (today.getFullYear() - year) * 12 + today.getMonth() + 1 - month - (today.getDate() < day ? 1 : 0);
}

/** The age in the unit a reader would use. */
function words(age) {
  if (age < 1) return "this month";
  if (age < 24) return `${age} month${age > 1 ? "s" : ""} old`;
  return `${Math.floor(age / 12)} years old`;
}

const oldest = Number(document.querySelector('meta[name="atlas-old-after-months"]')?.content ?? Infinity);
const today = new Date();
for (const fact of document.querySelectorAll(".as-of")) {
  const time = fact.matches("time") ? fact : fact.querySelector("time");
  if (!time) continue;
  const age = months(time.firstChild.textContent, today);
  const old = age > oldest;
  fact.classList.toggle("is-old", old);
  const shown = fact.querySelector("i");
  if (shown) shown.textContent = old ? words(age) : "";
  else if (old) fact.append(" ", element("i", {}, words(age)));
}
