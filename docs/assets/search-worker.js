/* Answers what is typed into the search, beside the page. A message, the typed text, gets the reply
   { total, words, hits, cut } or, where the entries could not be fetched, { failed: true }. */

import { idOf, isPage, namesOf, readEntries, sectionOf } from "./search/entries.js";
import { demanded } from "./search/words.js";

const [MOST_PAGES, MOST_SECTIONS, MOST_NEAREST] = [30, 2, 5];

let prepared;

/* The rest of the code comes while the entries do. */
async function prepare() {
  const parts = [readEntries(), import("./search/ranking.js"), import("./search/answer.js")];
  const [file, { Ranking }, { Answers }] = await Promise.all(parts);
  prepared ??= { ranking: new Ranking(file.entries), answers: new Answers(file), pages: file.entries.filter(isPage) };
  return prepared;
}

/* The other name for which a page was found; none where its title has as much of what is typed, or where it is an id
   that no reader knows: of all kinds but models. */
function otherName({ entry, meetings }) {
  const [title, ...others] = meetings.map(({ met, covered }) => met.reduce((total, one) => total + one, covered / 10));
  const most = Math.max(...others);
  const { said } = most > title + 0.1 ? meetings[1 + others.indexOf(most)] : {};
  return said === idOf(entry) && sectionOf(entry) !== "models" ? undefined : said;
}

/* A page and the sections of it that were found, as the dialog shows them. */
function shown({ page, hits }) {
  const own = hits.find(({ entry }) => entry === page);
  const sections = hits.filter(({ entry }) => entry !== page).slice(0, MOST_SECTIONS);
  return [
    { location: page.location, title: page.title, text: page.text, name: own && otherName(own) },
    ...sections.map(({ entry: { location, title, text } }) => ({ location, title, text, section: true })),
  ];
}

/* Pages that have all words, or one of them; where the words name a model and hardware, the answer, then the two. */
async function found({ ranking, answers }, words, typed) {
  const whole = ranking.withAll(words);
  const subjects = whole[0]?.named ? undefined : answers.subjects(words, typed);
  if (!subjects) return { groups: whole.length || words.length === 1 ? whole : ranking.withSome(words), first: [] };
  const answer = await answers.about(subjects);
  const both = [subjects.model, subjects.hardware].map((page) => ({ page, hits: [] }));
  const others = [...whole, ...ranking.withAll(subjects.others)]
    .filter(({ page }) => both.every((one) => one.page !== page));
  const groups = new Map([...both, ...others].map((group) => [group.page, group]));
  return { groups: [...groups.values()], first: answer ? [answer] : [] };
}

/* The pages with the names closest to what is typed. */
async function nearestTo(typed, pages) {
  const { nearest } = await import("./nearest.js");
  const found = nearest(typed, pages.map((page) => ({ ...page, names: namesOf(page) })), MOST_NEAREST);
  return found.map(({ choice: { location, title }, name }) => ({ location, title, text: "",
    name: name === title ? undefined : name }));
}

async function answerTo(text) {
  const { words, typed, cut } = demanded(text);
  if (!words.length) return { total: 0, words, hits: [] };
  const known = await prepare();
  const { groups, first } = await found(known, words, typed);
  // A long text is no misspelt name, and it takes longest to compare with all names.
  const near = groups.length || cut ? [] : await nearestTo(typed, known.pages);
  return {
    total: groups.length + first.length,
    words,
    cut,
    hits: [...first, ...groups.slice(0, MOST_PAGES).flatMap(shown), ...near],
  };
}

addEventListener("message", async ({ data: text }) => {
  postMessage(await answerTo(text).catch(() => ({ failed: true })));
});

/* The words of all entries, before the first question, which waits only for the entries. */
prepare().then(({ ranking }) => setTimeout(() => ranking.split()), () => undefined);
