/* Answers what is typed into the search box, in the form in which the theme shows it.

   A page that goes by exactly what was typed comes first. Every word must be met, as typed or as the beginning of a
   longer one. When no page has them all and there were blanks between them, one will do. */

import { isPage, pageOf, readEntries } from "./entries.js";
import { shown } from "./marking.js";
import { Haystack } from "./matching.js";
import { everyOne, tellingOnes, wordsOf } from "./words.js";

const MOST_MARKED = 100;
const NOTHING = { items: [] };

const isTitle = ({ field }) => field === "title";

/* Words of the title that complete the typed ones, in their order; none where one is not in it. */
function completions({ found }, wanted) {
  const inTitle = found.filter(isTitle);
  const completed = wanted.map(({ word: typed }) => inTitle.filter(({ word }) => word.startsWith(typed)));
  return completed.every((words) => words.length) ? completed.flat().map(({ word }) => word) : [];
}

function suggested(hits, wanted) {
  for (const hit of hits) {
    const words = completions(hit, wanted);
    if (words.length) return words;
  }
  return [];
}

class Answers {
  constructor(settings, entries) {
    this.settings = settings;
    this.between = new RegExp(settings.separator);
    this.haystack = new Haystack(settings, entries);
    this.pages = new Map(entries.filter(isPage).map((entry) => [entry.location, entry]));
  }

  /** The pages found, and how the words may be completed. */
  to(typed) {
    const words = wordsOf(typed, this.between);
    const strict = everyOne(words);
    const hits = this.haystack.search(strict, true);
    if (hits.length) return { items: this.items(hits, strict, words), suggest: suggested(hits, strict) };
    const loose = /\S\s+\S/.test(typed) ? tellingOnes(words) : [];
    return { items: this.items(this.haystack.search(loose, false), loose, words), suggest: [] };
  }

  /* By page, as the theme wants them: those that go by exactly what was typed, then the others by their best hit. */
  items(hits, wanted, words) {
    const pages = new Map();
    for (const hit of hits) pages.set(pageOf(hit.entry), [...(pages.get(pageOf(hit.entry)) ?? []), hit]);
    const named = [...pages].filter(([, [best]]) => this.isNamed(best, words));
    return [...new Map([...named, ...pages])].map(([page, found], at) =>
      this.item(page, found, wanted, at < MOST_MARKED),
    );
  }

  isNamed({ entry, found }, words) {
    const whole = new Set(found.map(({ word }) => word));
    if (!words.every((word) => whole.has(word))) return false;
    const names = [entry.title, ...(entry.tags ?? [])].map((name) => name.replace(/<[^>]*>/g, ""));
    return names.some((name) => wordsOf(name, this.between).join() === words.join());
  }

  /* A section brings the page along that it is of. */
  item(page, found, wanted, withMarks) {
    const parts = found.map((hit) => ({
      ...(withMarks ? shown(hit, this.settings.separator) : hit.entry),
      score: hit.score,
      terms: Object.fromEntries(wanted.map(({ word }) => [word, hit.met.has(word)])),
    }));
    const missing = !found.some(({ entry }) => isPage(entry)) && this.pages.get(page);
    return missing ? [...parts, { ...missing, score: 0, terms: {} }] : parts;
  }
}

/** A function that answers a typed text, with nothing where the entries could not be fetched; it tries again then. */
export function answering(settings) {
  const between = new RegExp(settings.separator);
  let answers;
  return async (typed) => {
    if (!wordsOf(typed, between).length) return NOTHING;
    const entries = await readEntries().catch(() => undefined);
    if (!entries) return NOTHING;
    answers ??= new Answers(settings, entries);
    return answers.to(typed);
  };
}
