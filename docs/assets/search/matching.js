/* Which entries have the words that are wanted, and how well they answer.

   Nothing is indexed: most entries are only asked whether the typed letters are anywhere in them. At ten thousand
   entries that takes less time than to read an index of their words, and nothing is built or fetched for it. */

import { isPage } from "./entries.js";
import { isCommon } from "./words.js";

/* Each further time that a field has a word counts less: BM25 with its customary figure, and without lengths. */
const SATURATION = 1.2;
const saturated = (times) => (times * (SATURATION + 1)) / (times + SATURATION);

/* The fewer fields have a word, the more it tells. */
const rarity = (having, all) => Math.log(1 + Math.abs((all - having + 0.5) / (having + 0.5)));

/* A page counts more than a section, and an entry the more of the words it has. */
const standing = (entry, share) => 1 + (isPage(entry) + share) ** 2;

/* A field may have several texts, as tags are. */
const textOf = (value = "") => (Array.isArray(value) ? value.join("<>") : value).toLowerCase();

function timesOf(words) {
  const times = new Map();
  for (const word of words) if (word && !isCommon(word)) times.set(word, (times.get(word) ?? 0) + 1);
  return [...times];
}

/** Entries to look in. The settings say what lies between words, and how much each field counts. */
export class Haystack {
  constructor({ separator, fields }, entries) {
    this.between = new RegExp(`<[^>]*>|${separator}`);
    this.fields = Object.keys(fields);
    this.boosts = Object.values(fields).map(({ boost = 1 }) => boost);
    this.straws = entries.map((entry) => ({ entry, text: this.fields.map((field) => textOf(entry[field])).join() }));
  }

  /* Every word of an entry by field, with how often it is there. Kept, because each key typed asks again. */
  wordsOf(straw) {
    straw.words ??= this.fields.map((field) => timesOf(textOf(straw.entry[field]).split(this.between)));
    return straw.words;
  }

  /* The words of an entry that are wanted or begin with one that is: where, how often, and what each weighs. */
  hit(straw, wanted) {
    const found = [];
    const met = new Set();
    for (const [at, words] of this.wordsOf(straw).entries()) {
      for (const [word, times] of words) {
        let weight = 0;
        for (const { word: typed, goesOn, whole } of wanted) {
          const more = (goesOn && word.startsWith(typed)) + (word === typed && whole);
          if (more) met.add(typed);
          weight += more;
        }
        if (weight) found.push({ at, field: this.fields[at], word, times, weight });
      }
    }
    return { entry: straw.entry, found, met };
  }

  /**
   * The entries that have wanted words, the best first, as { entry, found, met, score }.
   * A wanted word is { word, goesOn, whole }: whether it may be the beginning of a longer one, and how much more it
   * counts where it is not. With `every`, an entry must have them all.
   */
  search(wanted, every) {
    const hits = [];
    for (const straw of this.straws) {
      if (!wanted.some(({ word }) => straw.text.includes(word))) continue;
      const hit = this.hit(straw, wanted);
      if (hit.met.size) hits.push(hit);
    }
    const score = this.scoring(hits);
    return hits
      .filter(({ met }) => !every || met.size === wanted.length)
      .map((hit) => ({ ...hit, score: score(hit) * standing(hit.entry, hit.met.size / wanted.length) }))
      .sort((one, other) => other.score - one.score);
  }

  /* Each field of an entry as a vector of its words, against that of the words looked for. */
  scoring(hits) {
    const having = new Map();
    const lookedFor = this.fields.map(() => new Map());
    for (const { at, word, weight } of hits.flatMap(({ found }) => found)) {
      having.set(word, (having.get(word) ?? 0) + 1);
      lookedFor[at].set(word, weight);
    }
    const lengths = lookedFor.map((weights) => Math.sqrt([...weights.values()].reduce((sum, one) => sum + one ** 2, 0)));
    const boosts = this.boosts.map((boost, at) => boost / lengths[at]);
    const part = ({ at, word, times, weight }) =>
      weight * rarity(having.get(word), this.straws.length) * saturated(times) * boosts[at];
    return ({ entry, found }) => found.reduce((sum, one) => sum + part(one), 0) * (entry.boost ?? 1);
  }
}
