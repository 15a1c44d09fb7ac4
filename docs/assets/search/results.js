/* What the search found, as options of its list. */

import { ROOT, element } from "../dom.js";
import { WORD } from "./words.js";

const [BEFORE, LONGEST] = [60, 170];

const begins = ({ 0: word }, typed) => word.toLowerCase().startsWith(typed);

/* The words of a text that begin with a typed one, each with its place. A regular expression of the typed words would
   be compiled anew for each question, and that takes longer: about a millisecond a word. */
const met = (text, words) => [...text.matchAll(WORD)].filter((own) => words.some((typed) => begins(own, typed)));

/* A text with the found words marked, as nodes. */
function marked(text, words) {
  const nodes = [];
  let done = 0;
  for (const { index, 0: word } of met(text, words)) {
    nodes.push(text.slice(done, index), element("mark", {}, word));
    done = index + word.length;
  }
  return [...nodes, text.slice(done)];
}

/* The found word that a text has least often tells most of why it was found; where it stands, or 0. */
function telling(text, words) {
  const found = met(text, words);
  const places = words.map((typed) => found.filter((own) => begins(own, typed))).filter(({ length }) => length);
  return places.length ? places.reduce((one, other) => (other.length < one.length ? other : one))[0].index : 0;
}

/* The part of a text around what it was found for. */
function excerpt(text, words) {
  const place = telling(text, words);
  const start = place > BEFORE ? text.lastIndexOf(" ", place - BEFORE / 2) + 1 : 0;
  const end = start + LONGEST < text.length ? text.lastIndexOf(" ", start + LONGEST) : text.length;
  return `${start ? "… " : ""}${text.slice(start, end)}${end < text.length ? " …" : ""}`;
}

const title = (...parts) => element("span", { class: "search-title" }, ...parts);
const line = (...parts) => element("span", { class: "search-text" }, ...parts);

/* The verdict, on what it rests, the figure with what it was measured with, and the rest, each in a line of its own. */
function answerParts({ title: subject, speed, text, outcome: { words, symbol, tone } }) {
  const [outcome, more] = words.split(/[,:] (.*)/);
  const verdict = element("span", { class: `search-outcome tone-${tone}`, "data-symbol": symbol }, outcome);
  const [measured, ...doubt] = speed?.split(". ") ?? [];
  const [figure, context] = measured?.split(/(?=, )(.*)/) ?? [];
  return [title(`${subject}: `, verdict), more && line(more), figure && line(element("b", {}, figure), context),
    ...[...doubt, ...text].map((one) => line(one))];
}

function pageParts({ title: name, name: other, text, whole }, words) {
  return [title(...marked(name, words)), other && line(...marked(other, words)),
    text && line(...marked(whole ? text : excerpt(text, words), words))];
}

/** An option of the list: a link to a page, to a section of the page before it, or to an answer. */
export function option(hit, number, words) {
  const looks = hit.outcome ? "search-answer" : hit.section ? "search-section" : "search-page";
  const parts = hit.outcome ? answerParts(hit) : pageParts(hit, words);
  const attributes = { id: `search-option-${number}`, role: "option", "aria-selected": "false", tabindex: "-1",
    class: looks };
  return element("a", { ...attributes, href: new URL(hit.location, ROOT) }, ...parts);
}
