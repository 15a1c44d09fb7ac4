/* Which entries have the typed words, the best first.

   Nothing is indexed: most entries are only asked whether the typed letters are anywhere in them. At ten thousand
   entries that takes less time than to read an index of their words, and nothing is built or fetched for it. */

import { wordsOf as partsOf } from "../names.js";
import { compare, sortedBy } from "../numbers.js";
import { idOf, isPage, namesOf, pageOf, sectionOf } from "./entries.js";
import { LISTS, demandOf, isVersion, split, tellingOnes, wordsOf } from "./words.js";

/* Pages of what readers ask about, as opposed to what is said of it. */
const SUBJECTS = new Set(
  "models architectures families accelerators instances frameworks sdks datasets compare".split(" "),
);
const WITH_VERSIONS = new Set(["frameworks", "lifecycle", "sdks"]);

const isSubject = (entry) => isPage(entry) && idOf(entry) && SUBJECTS.has(sectionOf(entry));

/* What a word counts that was typed whole, a version whose first numbers were typed, and the beginning of a word. */
const [WHOLE, NEWER, LONGEST_BEGINNING] = [1, 0.9, 0.6];
/* How much a name counts against a text, a page against a section, and a kind of page that was hinted at. */
const [NAME, PAGE, HINTED] = [20, 3, 2];

/* From 0 to 1: how well a word of an entry meets a typed one. */
function likeness(word, typed) {
  if (word === typed) return WHOLE;
  if (!word.startsWith(typed)) return 0;
  if (isVersion(typed)) return word[typed.length] === "." ? NEWER : 0;
  return (LONGEST_BEGINNING * typed.length) / word.length;
}

/* The places of typed words by their first letter: the words of an entry are compared with these alone. */
const placesByLetter = (typed) => Map.groupBy(typed.keys(), (at) => typed[at][0]);

const NOWHERE = [];

/* How well the words of a name or text meet each typed word, and the share of them that were typed. */
function meeting(own, typed, places) {
  const met = new Array(typed.length).fill(0);
  let covered = 0;
  for (const word of own) {
    let most = 0;
    for (const at of places.get(word[0]) ?? NOWHERE) {
      const like = likeness(word, typed[at]);
      met[at] = Math.max(met[at], like);
      most = Math.max(most, like);
    }
    if (most) covered += 1;
  }
  return { met, covered: covered / (own.length || 1) };
}

/* By how an entry meets what is typed; a higher rank comes first, whatever the words weigh. */
const [NAMED, NAMED_BY_NEEDED, SUBJECT, VERSION, SUBJECT_BEGINS, OTHERWISE] = [5, 4, 3, 2, 1, 0];

/* Whether a name tells its subject by what was typed: another name than the title does not by a number alone, as
   NeuronCore-v3 does not where "v3" was typed. */
const tells = (needed) => ({ met }, place) => place === 0 || needed.some((word, at) => met[at] && !/^v?\d/.test(word));

/* How many of the typed words one of some names has whole, at most. */
const wholeIn = (names) => Math.max(...names.map(({ met }) => met.filter((like) => like === WHOLE).length));

/* Whether such a list was asked for, and it is about what is needed. */
const isListOf = (entry, names, { needed, sections }) =>
  isPage(entry) && LISTS.includes(sectionOf(entry)) && sections.has(sectionOf(entry)) &&
  names.some(({ met }) => met.slice(0, needed.length).every((like) => like >= NEWER));

function rankOf(entry, names, inText, wanted) {
  const { words, needed, neededWords } = wanted;
  if (isListOf(entry, names, wanted)) return NAMED;
  // The page of a vendor's documents is called like the vendor. The heading of a table begins with its record's name.
  const own = sectionOf(entry) === "sources" ? names.slice(1) : names;
  const isName = isPage(entry)
    ? (typed) => own.some(({ name }) => name === typed)
    : (typed) => own.some(({ said }) => wordsOf(said.split(":")[0]).join(" ") === typed);
  const rest = needed.filter((word, at) => !isVersion(word) || !inText[at]);
  const isVersionOf = rest.length < needed.length && WITH_VERSIONS.has(sectionOf(entry)) && isName(rest.join(" "));
  const isTitled = (word, at) => isVersion(word) && names[0].met[at] === WHOLE;
  const hasVersion = isVersionOf || (sectionOf(entry) === "sdks" && needed.some(isTitled));
  if (!isPage(entry)) return hasVersion ? VERSION : OTHERWISE;
  if (isName(words)) return NAMED;
  if (isName(neededWords)) return NAMED_BY_NEEDED;
  const least = Math.max(0, ...names.filter(tells(needed)).map(({ met }) => Math.min(...met.slice(0, needed.length))));
  // Of words that need not be met, a name may have some: what replaced TPU Inference.
  if (isSubject(entry) && least >= NEWER) return SUBJECT + wholeIn(names) / 100;
  if (hasVersion) return VERSION;
  return isSubject(entry) && least ? SUBJECT_BEGINS : OTHERWISE;
}

/* Whether the words of a package and its version were typed: of the first any, with the beginning of a version all. */
const isShipped = (own, typed) => typed.every((word) => own.includes(word)) ||
  (own.length === typed.length && typed.every((word) => own.some((one) => likeness(one, word) >= NEWER)));

/* Whether the words of a package, its version aside, were typed. */
const isPackage = (own, typed) => own.filter((word) => !isVersion(word)).join() === typed.join();

/* Of a model or an accelerator of a series, the number behind the name of that: 3.5 of Qwen3.5, 5 of TPU v5e; of a
   model the letters would tell a size. Larger ones are no generations. */
const MOST_GENERATIONS = 99;
const READ = { models: Number, accelerators: parseInt };
function generationOf(entry, series) {
  const words = partsOf(entry.title);
  const number = READ[sectionOf(entry)]?.(words[words.lastIndexOf(series) + 1]);
  return number <= MOST_GENERATIONS ? number : 0;
}

/* Of an address of images: that it begins with a registry, what it ends with, and whether it is that of a repository,
   which has {region} where each region has its own registry. */
const WITH_REGISTRY = /^[^/]*\.[^/]*\//;
const lastOf = (address) => address?.split("/").at(-1);
const isAt = (address, repository) => repository.split(/\{\w+\}/).every((part) => address.includes(part));

/* Of more releases with a package, its own page tells the range. */
const MOST_RELEASES = 3;

/** Entries to look in. */
export class Ranking {
  constructor(entries) {
    this.rows = entries.map((entry) => ({ entry, letters: [...namesOf(entry), entry.text].join("\n").toLowerCase() }));
    this.pages = new Map(entries.filter(isPage).map((entry) => [entry.location, entry]));
  }

  /* The words of an entry's names and of its text; kept, because each key typed asks again. */
  wordsOf(row) {
    row.names ??= namesOf(row.entry).map((said) => ({ said, words: wordsOf(said) }));
    row.text ??= split(row.entry.text);
    return row;
  }

  /** Reads all words now rather than with the first question that needs them. */
  split() {
    for (const row of this.rows) this.wordsOf(row);
  }

  /* The fewer entries have a word, the more it tells. */
  rarity(typed) {
    const having = this.rows.filter(({ letters }) => letters.includes(typed)).length;
    return Math.log(1 + this.rows.length / (having + 1));
  }

  hit(row, demand, typed, places, weights) {
    const { entry, names, text } = this.wordsOf(row);
    const meetings = names.map(({ said, words }) => ({ said, name: words.join(" "),
      ...meeting(words, typed, places) }));
    const inText = meeting(text, typed, places).met;
    const met = meetings.reduce((most, one) => most.map((value, at) => Math.max(value, one.met[at])), inText);
    const worth = (values) => values.reduce((total, value, at) => total + value * weights[at], 0);
    const byName = Math.max(...meetings.map((one) => worth(one.met) * (1 + one.covered)));
    const hinted = demand.sections.has(sectionOf(entry)) ? HINTED : 1;
    const kind = (entry.weight ?? 1) * (isPage(entry) ? PAGE : 1) * hinted;
    const score = (NAME * byName + worth(inText)) * kind;
    return { entry, met, score, inText, meetings };
  }

  /* Hits, best first. With `every`, entries that have all needed words; otherwise those that have half of them. */
  find(demand, every) {
    const needed = [...new Set(demand.needed)];
    const [test, least] = every ? ["every", needed.length] : ["some", needed.length / 2];
    const rows = this.rows.filter(({ letters }) => needed[test]((word) => letters.includes(word)));
    if (!rows.length) return [];
    const typed = [...needed, ...demand.optional];
    const places = placesByLetter(typed);
    const weights = typed.map((word) => this.rarity(word));
    const neededWords = demand.words.filter((word) => needed.includes(word));
    const wanted = { words: demand.words.join(" "), needed, neededWords: neededWords.join(" "),
      sections: demand.sections };
    // Of a series whose name alone was typed, the newest models come first.
    const series = every && !/\d/.test(needed) && needed.at(-1);
    return rows
      .map((row) => this.hit(row, demand, typed, places, weights))
      .filter(({ met }) => met.slice(0, needed.length).filter(Boolean).length >= least)
      .map((hit) => {
        const rank = every ? rankOf(hit.entry, hit.meetings, hit.inText, wanted) : looseRank(hit);
        const newest = series && Math.floor(rank) === SUBJECT && generationOf(hit.entry, series);
        return { ...hit, rank, newest, score: hit.score * hit.met.filter(Boolean).length ** 2 };
      })
      .sort((one, other) => other.rank - one.rank || other.newest - one.newest || other.score - one.score);
  }

  /** Rows of tables whose name was typed, alone or at the end of an image's address; of several, those of its
      repository. Of the beginning of a tag, the newest row of each of its lists. Where the list of the registry in an
      address is known: those on it, or else this before others. */
  imagesAt(typed, beside) {
    const [address, tag] = [typed.split(":")[0], typed.slice(typed.lastIndexOf(":") + 1)];
    const every = this.rows.map(({ entry }) => entry).filter((entry) => !isPage(entry));
    const rows = /[.:-]/.test(typed) ? every.filter(({ title }) => title === tag) : [];
    const lists = [...this.pages.values()].filter(({ repository }) => lastOf(repository) === lastOf(address));
    const list = lists.find(({ repository }) => WITH_REGISTRY.test(address) && isAt(address, repository));
    const on = (places, entries) => places.map((place) => entries.filter((row) => pageOf(row) === place.location));
    const begins = ({ title }) => title.startsWith(tag) && !/^\d/.test(title.slice(tag.length));
    const meant = list ? [list] : lists;
    const here = on(meant, rows).flat();
    const fits = ({ title }) => beside.filter((part) => title.includes(part)).length;
    const closest = (own) => own.filter(begins).sort((one, other) => fits(other) - fits(one)).slice(0, 1);
    const begun = typed.includes(":") ? on(meant, every).flatMap(closest) : [];
    if (here.length || begun.length) return here.length ? here : begun;
    const elsewhere = on(lists, rows).flat();
    return [...(list ? [list] : []), ...(elsewhere.length ? elsewhere : rows)];
  }

  /** The few releases of SDKs with a package in the version that was typed, or in one that begins with it, the newest
      first, as hits; or the one that was typed with a package. */
  shippedIn(words) {
    const typed = demandOf(words).needed.filter((word) => word !== "sdk");
    if (typed.length < 2 || !typed.some(isVersion)) return [];
    const hits = this.rows.flatMap(({ entry: { location, text } }) => {
      if (!/^sdks.*#/.test(location)) return [];
      const { title } = this.pages.get(pageOf({ location }));
      const beside = typed.filter((word) => !split(title).includes(word));
      const isOfRelease = beside[0] && !beside.some(isVersion);
      const item = text.split(" · ").find((one) =>
        (isOfRelease ? isPackage(split(one), beside) : isShipped(split(one), typed)));
      return item ? [{ location, title: `${title}: ${item}`, text: "" }] : [];
    });
    const newestFirst = (one, other) => compare(sortedBy(other.title), sortedBy(one.title));
    return hits.length > MOST_RELEASES ? [] : hits.sort(newestFirst);
  }

  /** Pages that have all words, with the hits on each: [{ page, hits, named, isSubject }]. `named`: these words are its
      name; `isSubject`: they name it, or a version of it. */
  withAll(words) {
    return this.byPage(this.find({ words, ...demandOf(words) }, true));
  }

  /** The same for pages that have half of the words that tell something. */
  withSome(words) {
    const demand = demandOf(words);
    return this.byPage(this.find({ words, ...demand, needed: tellingOnes(demand.needed) }, false));
  }

  byPage(hits) {
    return [...Map.groupBy(hits, ({ entry }) => pageOf(entry))].map(([location, found]) => ({
      page: this.pages.get(location) ?? found[0].entry,
      hits: found,
      named: found[0].rank === NAMED,
      isSubject: found[0].rank >= VERSION,
    }));
  }
}

/* Where no page has all words: first those whose name has most of them. */
const looseRank = ({ entry, meetings }) =>
  isSubject(entry) ? wholeIn(meetings) : OTHERWISE;
