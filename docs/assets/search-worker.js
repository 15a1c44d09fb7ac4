/* Answers what is typed into the search, beside the page. A message { number, typed } gets the reply { number, total,
   words, hits } or, where the entries could not be fetched, { number, failed: true }. */

import { Answers } from "./search/answer.js";
import { isPage, namesOf, readEntries } from "./search/entries.js";
import { nearest } from "./search/nearest.js";
import { Ranking } from "./search/ranking.js";
import { wordsOf } from "./search/words.js";

const [MOST_PAGES, MOST_SECTIONS] = [30, 2];

let prepared;

async function prepare() {
  const file = await readEntries();
  prepared ??= { ranking: new Ranking(file.entries), answers: new Answers(file), pages: file.entries.filter(isPage) };
  return prepared;
}

/* The other name for which a page was found; none where its title has as much of what is typed. */
function otherName({ meetings }, page) {
  const [title, ...others] = meetings.map(({ met, covered }) => met.reduce((total, one) => total + one, covered / 10));
  const most = Math.max(...others);
  return most > title + 0.1 ? namesOf(page)[1 + others.indexOf(most)] : undefined;
}

/* A page and the sections of it that were found, as the dialog shows them. */
function shown({ page, hits }) {
  const own = hits.find(({ entry }) => entry === page);
  const sections = hits.filter(({ entry }) => entry !== page).slice(0, MOST_SECTIONS);
  return [
    { location: page.location, title: page.title, text: page.text, name: own && otherName(own, page) },
    ...sections.map(({ entry: { location, title, text } }) => ({ location, title, text, section: true })),
  ];
}

/* Pages found by all words; where they name a model and hardware, the answer and then the two. */
async function found({ ranking, answers }, words) {
  const groups = ranking.search(words);
  const subjects = groups[0]?.named ? undefined : answers.subjects(words);
  if (!subjects) return { groups, first: [] };
  const answer = await answers.about(subjects);
  const both = [subjects.model, subjects.hardware].map((page) => ({ page, hits: [] }));
  const others = groups.filter(({ page }) => both.every((one) => one.page !== page));
  return { groups: [...both, ...others], first: answer ? [answer] : [] };
}

async function answerTo(typed) {
  const words = wordsOf(typed);
  if (!words.length) return { total: 0, words, hits: [] };
  const known = await prepare();
  const { groups, first } = await found(known, words);
  const near = groups.length ? [] : nearest(typed, known.pages);
  return {
    total: groups.length + first.length,
    words,
    hits: [...first, ...groups.slice(0, MOST_PAGES).flatMap(shown), ...near],
  };
}

addEventListener("message", async ({ data: { number, typed } }) => {
  const reply = await answerTo(typed).catch(() => ({ failed: true }));
  postMessage({ number, ...reply });
});
