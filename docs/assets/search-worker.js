/* Answers what is typed into the search, beside the page. A message, the typed text, gets the reply
   { total, words, hits, cut, read, unknown, note, several } or, where the entries could not be fetched,
   { failed: true }. */

import { readJson } from "./dom.js";
import { isTagged, nearest, readNames, respelt } from "./names.js";
import { idOf, isPage, namesOf, sectionOf, singleOf } from "./search/entries.js";
import { IMAGES, demandOf, demanded, isVersion, partOf, partOfPage } from "./search/words.js";

const ANY_MODEL = { location: "models/", title: "any model" };
const [MOST_PAGES, MOST_SECTIONS, MOST_NEAREST] = [10, 2, 5];

/* The rest of the code comes while the entries do. Where either fails, another worker tries again. */
async function prepare() {
  const code = ["ranking", "answer", "tools"].map((name) => import(`./search/${name}.js`));
  const parts = [readJson("search/entries.json"), readNames(), ...code];
  const [file, names, { Ranking }, { Answers }, tools] = await Promise.all(parts);
  const pages = file.entries.filter(isPage);
  const [ranking, answers] = [new Ranking(file.entries), new Answers(file, names)];
  return { ranking, answers, pages, ...tools };
}

const prepared = prepare();

/* The other name for which a page was found; none where its title has as much of what is typed, or where it is an id
   that no reader knows: of all kinds but models. */
function otherName({ entry, meetings }) {
  const [title, ...others] = meetings.map(({ met, covered }) => met.reduce((total, one) => total + one, covered / 10));
  const most = Math.max(...others);
  const { said } = most > title + 0.1 ? meetings[1 + others.indexOf(most)] : {};
  return said === idOf(entry) && sectionOf(entry) !== "models" ? undefined : said;
}

/* An entry with what is stated of software on hardware as an answer. */
const asAnswer = (entry) => ({ ...entry, text: [entry.text].filter(Boolean) });

/* A page and the sections of it that were found, as the dialog shows them; of a list of images, or of what runs today,
   only its rows, where these alone have all words. */
function shown({ page, hits }, words) {
  const own = hits.find(({ entry }) => entry === page);
  const sections = hits.filter(({ entry }) => entry !== page).slice(0, MOST_SECTIONS);
  const isRow = ({ entry }) => entry.outcome || sectionOf(page) === IMAGES;
  if (!own && sections.length && sections.every(isRow)) {
    return sections.map(({ entry }) => (entry.outcome ? asAnswer(entry) : { ...entry, whole: true }));
  }
  // A part of a list, which its text sums up: of news, the newest.
  const isPart = page.location.includes("?");
  return [
    { location: page.location + partOfPage(page, words), title: page.title, text: page.text,
      name: own && otherName(own), whole: isPart },
    ...sections.map(({ entry: { location, title, text } }) => ({ location, title, text, section: true })),
  ];
}

/* A part of a text that may be an image: an address or a tag with a version. */
const isOfImage = (part) => /:.*\d|\d.*-.*-/u.test(part);

/* The images that a text names, alone or among other words: “is repository:1.2 still supported?” */
const imagesIn = (ranking, typed) => {
  const parts = typed.split(/\s+/u).map((part) => part.replace(/[:,;?!.]+$/u, ""));
  return [typed.trim(), ...parts.filter(isOfImage)].map((part) => ranking.imagesAt(part, parts))
    .find(({ length }) => length) ?? [];
};

/* What to say of words that no answer is about. */
const unanswered = (words) => (words.length ? ` No answer to “${words.join(" ")}”.` : "");

/* Whether a page is but what is said of others, and not called by all that is typed. */
const isAside = ({ page, hits: [{ meetings: [title] }] }) =>
  ["sources", "catalogues"].includes(sectionOf(page)) && !title.met.every(Boolean);

/* Pages that have all words, or one of them; where the words name a model with hardware or software, the answers, then
   these. `note`: what is not on record. `several`: the name that was typed for the model is that of others, too. */
async function found({ ranking, answers, listOn, memoryFor, memoryOf }, words, typed, { whole, images }) {
  const releases = ranking.shippedIn(words);
  if (releases.length) return { groups: whole, first: releases };
  if (images.length) {
    const groups = whole.filter(({ page }) => !images.includes(page)).map(without(images));
    return { groups, first: images.map((entry) => ({ ...entry, whole: true })) };
  }
  const memory = memoryOf(words);
  if (memory) return { groups: whole, first: [memory] };
  const listed = listOn(answers, words);
  if (listed) return { groups: merged(listed.pages, whole), first: listed.first };
  const asked = whole[0]?.named ? undefined : answers.subjects(words, typed);
  if (!asked) {
    const isNamed = whole[0]?.named && !isTagged(typed);
    const isSaid = !whole.every(isAside);
    const exact = isNamed ? [] : answers.exactly(typed);
    const { pages: named, stated = [], left = [], run } = exact.length || isNamed ? { pages: exact }
      : answers.allIn(words, typed, isSaid);
    // A version that no page has of its own is that of what has this name.
    const isLess = isSaid && left.length && !(left.every(isVersion) && !whole[0].isSubject);
    const pages = isLess ? [] : named;
    // Where words are left, only what somebody stated is an answer; a release of an SDK is none on its hardware.
    const answered = stated.filter(({ accelerator }) => (accelerator || !isLess) && !whole[0]?.isSubject);
    const all = run && !isSaid ? ranking.withAll(run) : whole;
    const others = all.length || pages.length ? all : ranking.withSome(words);
    const groups = merged(pages, others.map(without(answered)).filter(({ hits }) => hits.length));
    const [{ page } = { page: ANY_MODEL }] = groups;
    const isAboutMemory = partOf(words) === "memory" && sectionOf(page) === "models" && !page.location.includes("?");
    return { groups, first: isAboutMemory ? memoryFor(page) : answered.map(asAnswer),
      note: isSaid ? "" : unanswered(left) };
  }
  const subjects = await answers.settled(asked);
  const { model, run, name, others, groups, framework, besides, unread } = subjects;
  const pages = [model, ...singleOf(groups), ...(framework ? [framework] : [])];
  const isOther = ({ page }) => others.some((other) => other.page === page);
  const more = [whole, ...besides.map((left) => ranking.withAll(left))].flat().filter((group) => !isOther(group));
  const several = others.length ? { typed: run.join(" "), name, count: others.length + 1 } : undefined;
  return { groups: merged(pages, more), first: [...await answers.about(subjects), ...others], several,
    note: unanswered(unread) };
}

/* A page with what was found on it, without some entries. */
const without = (entries) => ({ page, hits }) => ({ page, hits: hits.filter(({ entry }) => !entries.includes(entry)) });

/* Some pages, and then what was found of others; each page once. */
function merged(pages, groups) {
  const others = groups.filter(({ page }) => !pages.includes(page));
  const all = [...pages.map((page) => ({ page, hits: [] })), ...others];
  return [...new Map(all.map((group) => [group.page, group])).values()];
}

/* The pages with the names closest to what is typed. */
function nearestTo(typed, pages) {
  const found = nearest(typed, pages.map((page) => ({ ...page, names: namesOf(page) })), MOST_NEAREST);
  return found.map(({ choice: { location, title }, name }) => ({ location, title, text: "",
    name: name === title ? undefined : name }));
}

async function answerTo(text) {
  const { words, typed, cut } = demanded(text);
  if (!words.length) return { total: 0, words, hits: [] };
  const known = await prepared;
  const whole = known.ranking.withAll(words);
  const { models, hardware } = known.answers;
  const near = (word) => hardware.lettered(word).join(", ");
  const told = (word) => ` “${word}” is not on record; nearest: ${near(word)}.`;
  const unrecorded = words.filter(near).map(told).join("");
  const [{ page } = {}] = whole;
  const isAbout = page && (!unrecorded || page.vendor || page.accelerator);
  const images = imagesIn(known.ranking, typed);
  const isFound = isAbout || cut || images.length;
  const isFoundAlone = (word) => known.ranking.withAll([word]).length || known.answers.classIn(word, typed);
  const isKnown = (word) => partOf([word]) || (!near(word) && isFoundAlone(word));
  const unknown = isFound ? [] : demandOf(words).needed.filter((word) => !isKnown(word));
  const read = unknown.length ? respelt(typed, unknown, known.pages.flatMap(namesOf)) : typed;
  if (read !== typed) return { ...await answerTo(read), read };
  // The number of an unknown product takes its series with it: RTX 3090 is not answered by another RTX. Nor is an
  // unknown name by few letters before its hyphen: a3-ultragpu by Atlas A3.
  const isPartOf = (next, word) => unknown.includes(next) &&
    (/^\d/.test(next) ? hardware.series(word) : word.length < 3 && typed.includes(`${word}-`));
  const others = words.filter((word, at) => !unknown.includes(word) && !isPartOf(words[at + 1], word));
  if (unknown.length && others.length && !models.named(typed) && !hardware.named(typed)) {
    const less = await answerTo(others.join(" "));
    return { ...less, unknown, note: unrecorded + less.note };
  }
  const { groups, first, several, note = "" } = await found(known, others.length ? words : [], typed,
    { whole, images });
  // A long text is no misspelt name, and it takes longest to compare with all names.
  const total = groups.length + first.length;
  const closest = total || cut ? [] : nearestTo(typed, known.pages);
  const listed = groups.slice(0, MOST_PAGES).flatMap((group) => shown(group, words));
  return {
    total,
    words,
    cut,
    unknown,
    several,
    note: unrecorded + note,
    hits: [...first, ...listed, ...closest],
  };
}

addEventListener("message", async ({ data: text }) => {
  postMessage(await answerTo(text).catch(() => ({ failed: true })));
});

/* The words of all entries, before the first question, which waits only for the entries. */
prepared.then(({ ranking }) => setTimeout(() => ranking.split()), () => undefined);
