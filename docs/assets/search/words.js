/* The words of names and of typed texts, and what some of them ask for. */

const COMMON = new Set(
  (
    "a about after against all also am an and any are as at be but by can cannot could did do does for from get " +
    "go goes has have how i if in into is it its just may me most must my no not of on only or other should since " +
    "so some than that the their then there these they this to too us was we were what when where which while who " +
    "why will with would yet you your already currently ever still last latest per hour way best much single use " +
    "s until whats"
  ).split(" "),
);

const isYear = (word) => /^20\d\d$/.test(word);

/** A word. A full stop belongs to it where a digit or a size follows: 1.13.1, g5.2xlarge, inf2.xlarge. */
export const WORD = /(?:[\p{L}\p{N}]|\.(?=\d|xlarge|metal|cpp))+/gu;

/** The words of a text in lower case. */
export const split = (text) => text.toLowerCase().match(WORD) ?? [];

/** The words of a typed text, without those that tell nothing, unless there are no others. In a name, all tell. */
export function wordsOf(text) {
  const isName = (part) => /[-/_:]/.test(part);
  const isMonth = (word, next) => word === "may" && isYear(next);
  const telling = text.split(/\s+/u).flatMap((part, at, parts) => split(part)
    .filter((word) => isName(part) || !COMMON.has(word) || isMonth(word, parts[at + 1])));
  return telling.length ? telling : split(text);
}

/* Of a long text only the beginning is looked for: each word and letter more costs time on every key. */
const [MOST_WORDS, MOST_LETTERS] = [16, 200];

/* How many of some hardware: 8xH100, 4 x L4; 8 or 16 before any; other numbers where no name may end with them, which
   Llama 2 does: 4 a10g, 70b 2 3090, on 4 L4. And the size of a part of a TPU pod: v5e-8. */
const COUNT = new RegExp("(?:(?<![\\p{L}\\p{N}.])\\d{1,2}\\s?x|(?<=\\s)(?:8|16)(?=\\s)|" +
  "(?<=(?:^|\\d\\p{L}*\\s|\\b(?:on|with)\\s)\\s*)\\d{1,2}(?=\\s))" +
  "\\s*(?=(?:nvidia |amd |intel )?(?:(?!gen\\s)\\p{L}+\\s?\\d|\\d{4}|gpus?\\b))|(?<=\\bv\\d[ep])-\\d+", "giu");

/** What is looked for of a typed text: { words, typed, cut }. `cut`: the most words that are, if there were more. */
export function demanded(text) {
  const long = text.length > MOST_LETTERS;
  const first = long ? text.slice(0, MOST_LETTERS + 1).replace(/\s\S*$/u, "").slice(0, MOST_LETTERS) : text;
  // Command R+.
  const typed = first.replace(/(?<=\p{L})\+/gu, " plus");
  const words = wordsOf(typed.replace(COUNT, ""));
  return { words: words.slice(0, MOST_WORDS), typed, cut: long || words.length > MOST_WORDS ? MOST_WORDS : undefined };
}

/** The section of the site about what has changed, and what leads to its list: to that of what is over, if asked. */
const NEWS = "changes";
/** The section of lists of images. */
export const IMAGES = "images";

/** The sections of lists that come first where they are asked for: of news and of images. */
export const LISTS = [NEWS, IMAGES];

const asksForEnds = (words) => words.some((word) => /^(break|broke|deprecat)/.test(word));

const PRICES = new Set("price prices cost costs cheap cheaper cheapest".split(" "));
/** Whether words ask what something costs. */
export const asksForPrices = (words) => words.some((word) => PRICES.has(word));

const MONTHS = "january february march april may june july august september october november december".split(" ");

/* The month that words name and its year: the one they name, else that of the last such month. */
function monthIn(words) {
  const month = MONTHS.find((name) => words.includes(name));
  const now = new Date();
  const last = now.getFullYear() - (MONTHS.indexOf(month) > now.getMonth() ? 1 : 0);
  return month && [month, words.find(isYear) ?? String(last)];
}

/** The rest of the address of a page that words lead to: of news what is over, and a month or
    the list; of hardware the prices. */
export function partOfPage({ location }, words) {
  if (location.startsWith(NEWS)) {
    const [month, year] = monthIn(words) ?? [];
    const query = asksForEnds(words) ? `${location.includes("?") ? "&" : "?"}topic=end` : "";
    const day = month && `#${year}-${String(MONTHS.indexOf(month) + 1).padStart(2, "0")}`;
    // What is coming up stands above the list, which the rest of the address filters.
    return query + (day ?? (/\?/.test(location + query) ? "#newest" : ""));
  }
  return /^(instances|accelerators)\/./.test(location) && asksForPrices(words) ? "#prices" : "";
}

/* Words that ask for a kind of page, or for a workload, rather than for a page that has them. */
const HINTS = [
  { words: "support supports supported maintained run runs running work works",
    sections: ["accelerators", "frameworks", "support"] },
  { words: "version versions release releases note notes", sections: ["frameworks", "sdks", "lifecycle"] },
  { words: "replace replaces replaced replacement successor instead", sections: ["frameworks", "lifecycle"] },
  { words: "images container docker dlc dlcs", sections: [IMAGES] },
  { words: "end ends ended eol life retire retired retirement", sections: ["accelerators", "frameworks", "lifecycle"] },
  { words: "vs versus migrate migrating migration", sections: ["frameworks"] },
  { words: "news new changed changes change breaks break breaking deprecated deprecation deprecations week weeks " +
    `month months recently ${MONTHS.join(" ")}`, sections: [NEWS] },
  { words: "list lists listed validated", sections: ["catalogues"] },
  { words: [...PRICES].join(" "), sections: ["instances"] },
  { words: "gpu gpus chip chips hardware", sections: ["accelerators"] },
  { words: "software framework frameworks", sections: ["frameworks"] },
  { words: "instance instances machine machines smallest", sections: ["instances"] },
  { words: "train trains training pretraining fine tune tuning finetune finetuning lora qlora grpo",
    workload: "training" },
  { words: "infer inference inferencing serve serves serving deploy deployment", workload: "inference" },
].map(({ words, ...hint }) => ({ words: new Set(words.split(" ")), ...hint }));

/* What a word asks for, a kind of page or a workload, if it does. */
const hintOf = (word) => HINTS.find(({ words }) => words.has(word));

/** The words that give no hint; all, where each does. */
export const namingOf = (words) => (words.every(hintOf) ? words : words.filter((word) => !hintOf(word)));

// Of a version there may be an image that is not named after it.
const isOfImages = (word) => word === "image" || isVersion(word);

/* Whether an image is one of software: a version stands beside it. */
const asksForImage = (words) => words.includes("image") && words.some((word) => /\d\.\d/.test(word));

/**
 * What typed words ask for: the words that must be met, the other ones, sections of the site that are meant, and the
 * workload. A word that gives a hint need not be met, unless there are no others: then of news those of a month.
 */
export function demandOf(words) {
  const hints = words.map(hintOf).filter(Boolean);
  const sections = new Set([...hints.flatMap((hint) => hint.sections ?? []), ...(asksForImage(words) ? [IMAGES] : [])]);
  const isOfNews = (word) => isYear(word) || (isVersion(word) && asksForEnds(words));
  const isHint = (word) =>
    hintOf(word) || (sections.has(NEWS) && isOfNews(word)) || (sections.has(IMAGES) && isOfImages(word));
  const others = words.filter((word) => !isHint(word));
  const needed = others.length ? others : monthIn(words) ?? words;
  return {
    needed,
    optional: words.filter((word) => !needed.includes(word)),
    sections,
    workload: hints.find(({ workload }) => workload)?.workload,
  };
}

/* Words that ask for a part of the answer on the page of a model, and the fragment that opens it. */
const PARTS = {
  "batch-sizes": new Set(["batch"]),
  benchmarks: new Set(
    "latency throughput speed performance benchmark benchmarks tokens cost costs price cheaper vs versus".split(" "),
  ),
  install: new Set("install setup pip docker image container".split(" ")),
  limitations: new Set("known issue issues problem problems limitation limitations bug bugs error errors".split(" ")),
  memory: new Set(
    "memory vram kv cache fit fits hold holds need needs many minimum requirements smallest cheap cheapest".split(" "),
  ),
};

/** The part of an answer that words ask for; undefined where they ask for the whole. */
export const partOf = (words) => Object.keys(PARTS)
  .find((part) => words.some((word) => PARTS[part].has(word.replace(/^\d+gi?b$/, "memory"))));

/** Whether a word is a version number: 2.9, 1.13.1. */
export const isVersion = (word) => /^\d+(\.\d+)+$/.test(word);

/** Whether a word is a size of models, such as 70b. */
export const isSize = (word) => /^\d+(\.\d+)?b$/.test(word);

/** Whether nothing is read of a word beside names: no hint, part or version, nor how many of something. */
export const isUnread = (word) =>
  !hintOf(word) && !partOf([word]) && !isVersion(word) && !/^(\d|one|two|four|eight|sizes?)$/.test(word);

/** Those words of which one will do, because it tells something: v100 or 1.13.1, but not 7b. */
export const tellingOnes = (words) => words.filter((word) => /^\p{L}.|..\D/u.test(word));

/** What the longest run of neighbouring words means, as { meant, others } with the words before and after it; undefined
    where no run means anything. */
export function longest(words, meaningOf) {
  for (let length = words.length; length > 0; length -= 1) {
    for (let start = 0; start + length <= words.length; start += 1) {
      const others = [...words.slice(0, start), ...words.slice(start + length)];
      const meant = meaningOf(words.slice(start, start + length), others);
      if (meant) return { meant, others };
    }
  }
  return undefined;
}

/** All that runs of words mean, the longest first, and the words that are left. */
export function every(words, meaningOf) {
  const first = longest(words, meaningOf);
  if (!first) return { found: [], others: words };
  const { found, others } = every(first.others, meaningOf);
  return { found: [first.meant, ...found], others };
}
