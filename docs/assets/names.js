/* Which record a typed name means. macros/typed_names.py says how, and does the same; both are tested with
   tests/names.tsv. */

import { readJson } from "./dom.js";

const TUNED = new Set(["instruct", "chat", "it"]);
const STORED = new Set(["hf", "base", "meta", "diffusers"]);
const FORMAT = new RegExp("^(?:gguf|awq|gptq|exl\\d|mlx|bnb|qat|quantized|dynamic|kv|(?:nv|mx)?(?:fp|bf|int)\\d+|" +
  "[248]bit|iq\\d\\w*|q\\d[\\w.]*|w\\d+a\\d+\\w*)$");
const UNQUANTISED = new Set(["bf16", "fp16", "fp32"]);
const CLASS = /^(\w+?)(?:For[A-Z]\w+|LMHeadModel|Pipeline)$/;
const TAG = /^[\w./-]+:[\w.-]+$/;
const OWNED = /^[^\s/]+\/([^\s/]+)(?:\/\S*)?$/;
const VERSION = /^\d+(\.\d+)*$/;
const RUN = /[\p{L}\p{N}]+(?:(?<=\p{N})\.(?=\p{N})[\p{L}\p{N}]+)*/gu;
const STAGES = { "": ["", "base", "tuned"], base: ["base", "", "tuned"], tuned: ["tuned", "", "base"] };
const [SHORT, LETTERS_A_MISTAKE, MOST_NEAR] = [2, 6, 5];
const WITHIN = 0.3;
/* Names further apart than this share of their letters are not near. */
const FAR = 0.5;

/** Whether a name has a tag, as Ollama's have. */
export const isTagged = (typed) => TAG.test(typed);

/** Whether a name is that of a class of a model. */
export const isClass = (typed) => CLASS.test(typed);

const isFormat = (word) => FORMAT.test(word);
const isNumber = (word) => /\p{N}/u.test(word);
const parts = (run) => run.replace(/(?<=\p{L}{2})(?=\p{N})|(?<=\p{N})(?=\p{L}{2})/gu, " ").split(" ");

/** The words of a name as they are compared. */
export function wordsOf(text) {
  const plainText = text.toLowerCase().replace(/^ml\./, "")
    .replace(/(?<![\p{L}\p{N}])i?q\d\w*/gu, (found) => found.replaceAll("_", ""))
    .replace(/(?<=\d)_(?=\d)/g, ".").replace(/v(?=\d)/g, "").replace(/(\d+)bx(\d+)(?!\w)/g, "$2x$1b");
  return (plainText.match(RUN) ?? []).flatMap((run) => (isFormat(run) ? [run] : parts(run)));
}

const keyOf = (words) => words.join("").replaceAll(".", "");

/** The letters and digits of a name, by which names are equal. */
export const lettersOf = (text) => keyOf(wordsOf(text));

const plain = (words) => words.filter((word) => !TUNED.has(word) && !STORED.has(word));
const formatsIn = (words) => words.filter(isFormat);
const stageOf = (words) => (words.includes("base") ? "base" : words.some((word) => TUNED.has(word)) ? "tuned" : "");

/** The name of a model without its version and how it was tuned, and its version: llama 70b, 3.3. */
export function unversioned(name) {
  const words = plain(wordsOf(name));
  const isVersion = (word) => VERSION.test(word);
  return [words.filter((word) => !isVersion(word)).join(" "), words.filter(isVersion).join(" ")];
}

const unique = (values) => [...new Set(values)];
const fewest = (values) => Math.min(...values);

/* Words with digits, and the letters of the others. */
const divided = (words) => [words.filter(isNumber).join(" "), words.filter((word) => !isNumber(word)).join("")];

/* Whether a word was typed of some words: sizes also without their unit. */
const isIn = (word, words) => words.has(word) || (/^\d/.test(word) && words.has(`${word}b`));

const otherWords = (form, words) => plain(form).filter((one) => !words.includes(one) && !isNumber(one)).length;

/* How many letters must be added, removed or replaced to make one text of the other. */
function mistakes(one, other) {
  const row = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (let down = 1; down <= one.length; down += 1) {
    let above = row[0];
    row[0] = down;
    for (let at = 1; at <= other.length; at += 1) {
      const replaced = above + (one[down - 1] === other[at - 1] ? 0 : 1);
      above = row[at];
      row[at] = Math.min(replaced, above + 1, row[at - 1] + 1);
    }
  }
  return row.at(-1);
}

/* The share of letters that must change; never much where one text lies within the other. */
function apart(wanted, name) {
  const [longest, shortest] = [Math.max(wanted.length, name.length, 1), Math.min(wanted.length, name.length)];
  const isWithin = shortest > SHORT && (name.includes(wanted) || wanted.includes(name));
  if (1 - shortest / longest >= (isWithin ? WITHIN : FAR)) return isWithin ? WITHIN : 1;
  const share = mistakes(wanted, name) / longest;
  return isWithin ? Math.min(share, WITHIN) : share;
}

/** The choices, each with its `names`, nearest to a typed name first, as { choice, name }; none if all are far. */
export function nearest(typed, choices, most) {
  const wanted = lettersOf(typed);
  return choices
    .map((choice) => {
      const scored = choice.names.map((name) => ({ choice, name, score: apart(wanted, lettersOf(name)) }));
      return scored.reduce((one, other) => (other.score < one.score ? other : one));
    })
    .filter(({ score }) => score < FAR)
    .sort((one, other) => one.score - other.score)
    .slice(0, most);
}

/* Words of few letters are rather names of something else, as inf3 is not trn3; of others so much may be misspelt. */
const LONG = /^\p{L}{4,}$/u;
const NEAR = 0.25;
const longWords = (text) => wordsOf(text).filter((word) => LONG.test(word));
const sorted = (word) => [...word].sort().join("");

/** A typed text with those words of it that are not known read as the nearest words of some names: with the same
    letters, or else with few others. */
export function respelt(typed, unknown, names) {
  const known = [...new Set(names.flatMap(longWords))];
  const misspelt = unknown.flatMap(longWords).filter((word) => !known.includes(word));
  const near = (word) => nearest(word, known.map((one) => ({ names: [one] })), 1).find(({ score }) => score < NEAR);
  return misspelt.reduce((text, word) => {
    const meant = known.find((one) => sorted(one) === sorted(word)) ?? near(word)?.name;
    return meant ? text.replace(new RegExp(word, "iu"), meant) : text;
  }, typed);
}

/* The words of a name with and without its owner; then the same without number formats. */
function readingsOf(typed) {
  const owned = OWNED.exec(typed);
  const readings = [typed, ...(owned ? [owned[1]] : [])].map(wordsOf);
  const without = readings.map((words) => words.filter((word) => !isFormat(word)));
  return [readings, ...(formatsIn(readings.at(-1)).length ? [without] : [])];
}

function put(index, key, one) {
  const found = index.get(key);
  if (!found) index.set(key, [one]);
  else if (found.at(-1) !== one) found.push(one);
}

/* A row of api/v1/names.json, with its words. */
function named({ kind, ids, forms, owners, size }) {
  const words = forms.map((form) => form.split(" "));
  const front = owners.map((owner) => owner.split(" "));
  const all = [...words.flat(), ...front.flat()];
  const own = kind === "accelerators" ? all : [size, ...words[0], ...front.flat()];
  return { kind, ids, forms: words, owners: front, size, words: new Set(own),
    stage: stageOf(words[0]), isQuantised: formatsIn(words[0]).some((word) => !UNQUANTISED.has(word)) };
}

/** Everything that may be typed as an answer to one question. */
export class Names {
  constructor(rows) {
    this.known = rows.map(named);
    this.equal = new Map();
    this.untuned = new Map();
    const own = this.known.filter(({ kind, ids }) => ids.length === 1 && kind !== "architectures");
    this.byId = new Map(own.reverse().map((one) => [lettersOf(one.ids[0]), one]));
    for (const one of this.known) {
      for (const form of one.forms) {
        for (const front of [[], ...one.owners]) put(this.equal, keyOf([...front, ...form]), one);
        if (one.kind === "models") put(this.untuned, keyOf(plain(form)), one);
      }
    }
  }

  /** What a text means: { answer, found }; of none, `found` are the nearest. */
  meant(typed) {
    const found = this.named(typed);
    if (found) return found;
    const words = readingsOf(typed)[0].at(-1);
    const misspelt = isClass(typed) ? [] : this.misspelt(words);
    if (misspelt.length) return this.chosen(misspelt, words);
    const isMade = !isClass(typed) && this.mayBeModel(typed);
    return { answer: isMade ? "no-record" : "unknown", found: this.nearest(words) };
  }

  /** The records that a text means, one or several, each as { kind, id }. */
  records(typed) {
    const { answer, found } = this.meant(typed);
    return ["one", "several"].includes(answer) ? found.flatMap(({ kind, ids }) => ids.map((id) => ({ kind, id }))) : [];
  }

  /** What is meant by a text that is a name of a record, but for how it is tuned or stored; undefined for others. */
  exactly(typed) {
    const words = wordsOf(typed);
    const found = this.withKey(words);
    return this.withId(typed) ?? (found.length ? this.chosen(found, words, isTagged(typed)) : undefined);
  }

  /** The same for a text with which names begin, such as that of a series: TPU. */
  series(typed) {
    const words = wordsOf(typed);
    const isBegun = (form) => words.every((word, at) => form[at] === word);
    const isSeries = words.every((word) => word.length > SHORT && !isNumber(word));
    const found = isSeries ? this.known.filter(({ forms }) => forms.some(isBegun)) : [];
    return found.length ? this.chosen(found, words) : undefined;
  }

  /** The names of other products, with but a letter behind the number with which a text ends that is no name: A10G for
      A10. */
  lettered(typed) {
    const key = lettersOf(typed);
    if (!/[a-z].*\d$/.test(key) || this.equal.has(key)) return [];
    return [...this.equal.keys()].filter((one) => one.startsWith(key) && /^[a-z]$/.test(one.slice(key.length)));
  }

  withId(typed) {
    const one = this.byId.get(lettersOf(typed));
    return one && { answer: "one", found: [one] };
  }

  /** The same for a text without mistakes; undefined where it names none. */
  named(typed) {
    const own = this.withId(typed);
    if (own) return own;
    if (isClass(typed) && !this.equal.has(lettersOf(typed))) return this.inClass(typed);
    for (const readings of readingsOf(typed)) {
      for (const way of [this.withKey, this.withWords]) {
        for (const words of readings) {
          const found = way.call(this, words);
          if (found.length) return this.chosen(found, words, isTagged(typed));
        }
      }
    }
    return undefined;
  }

  /** The architecture of a class. */
  inClass(typed) {
    const [, name = typed] = CLASS.exec(typed) ?? [];
    const known = this.equal.get(lettersOf(typed)) ?? this.equal.get(lettersOf(name)) ?? [];
    const found = known.find(({ kind }) => kind === "architectures");
    return isClass(typed) && found ? { answer: "one", found: [found] } : undefined;
  }

  withKey(words) {
    const key = keyOf(plain(words));
    if (!key) return [];
    const equal = this.equal.get(keyOf(words)) ?? [];
    const untuned = this.untuned.get(key) ?? this.untuned.get(`${key}b`) ?? [];
    const found = !equal.length || equal[0].kind === "models" ? [...equal, ...untuned] : equal;
    return stageOf(words) === "tuned" ? found.filter(({ stage }) => stage === "tuned") : found;
  }

  withWords(words) {
    if (!words.some((word) => word.length > SHORT && !isFormat(word))) return [];
    let found = this.known.filter((one) => words.every((word) => isIn(word, one.words)));
    const unquantised = found.filter(({ isQuantised }) => !isQuantised);
    if (!words.some(isFormat) && unquantised.length) found = unquantised;
    const begun = found.filter(({ forms }) => forms.some((form) => words.every((word, at) => form[at] === word)));
    if (begun.length) return begun;
    const others = found.map(({ forms }) => fewest(forms.map((form) => otherWords(form, words))));
    return found.filter((_, at) => others[at] === fewest(others));
  }

  misspelt(words) {
    const [digits, letters] = divided(words);
    const most = Math.floor(letters.length / LETTERS_A_MISTAKE);
    return this.known.filter(({ forms }) => forms.map(divided).some(([own, text]) => {
      if (own !== digits || Math.abs(letters.length - text.length) > most) return false;
      const count = mistakes(letters, text);
      return count > 0 && count <= most;
    }));
  }

  /* Of records of the first kind, that which is tuned as the name says; several where it does not say which. */
  chosen(all, words, isTag = false) {
    const ofKind = unique(all).filter(({ kind }) => kind === all[0].kind);
    const unquantised = ofKind.filter(({ isQuantised }) => !isQuantised);
    const found = words.some(isFormat) || !unquantised.length ? ofKind : unquantised;
    const groups = Map.groupBy(found, ({ forms: [form] }) => keyOf(plain(form)));
    const order = STAGES[isTag ? "tuned" : stageOf(words)];
    const chosen = [...groups.values()].flatMap((same) => {
      const best = fewest(same.map(({ stage }) => order.indexOf(stage)));
      return same.filter(({ stage }) => order.indexOf(stage) === best);
    });
    const isOne = unique(chosen.map(({ ids }) => ids.join())).length === 1 && chosen[0].ids.length === 1;
    return { answer: isOne ? "one" : "several", found: chosen };
  }

  mayBeModel(typed) {
    const [name, tag] = typed.split(":");
    if (OWNED.test(typed) || (tag && isTagged(typed) && this.meant(name).answer !== "unknown")) return true;
    const words = wordsOf(typed);
    const related = this.known.filter((one) => one.kind === "models" && one.words.has(words[0]));
    return words.length > 1 && words.every((word) => related.some((one) => one.words.has(word)));
  }

  nearest(words) {
    const choices = this.known.filter(({ ids }) => ids.length === 1)
      .map((one) => ({ one, names: one.forms.map((form) => form.join(" ")) }));
    return nearest(words.join(" "), choices, MOST_NEAR).map(({ choice }) => choice.one);
  }
}

/** The address of a record's page, from the site's root. */
export const pageOf = (kind, id) => `${kind}/${id}/`;

let kept;

async function fetchNames() {
  const { result } = await readJson("api/v1/names.json");
  const of = (question) => new Names(result.filter(({ asked_as }) => asked_as === question));
  return { models: of("model"), hardware: of("hardware") };
}

/** { models, hardware }: the names for both questions, fetched once; tried again where that failed. */
export function readNames() {
  kept ??= fetchNames().catch((error) => {
    kept = undefined;
    throw error;
  });
  return kept;
}
