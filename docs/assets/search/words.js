/* What a typed text asks for, word by word. */

const COMMON = new Set(
  (
    "a able about across after all also am among an and any are as at be because been but by can cannot could did do does " +
    "either every for from get had has have he her him his how however i if in into is it its just least may me might " +
    "most must my no nor not of off often on only or other our own she should since so some than that the their them " +
    "then there these they this to too us was we were what when where which while who whom why will with would yet you " +
    "your"
  ).split(" "),
);

/** Whether a word tells nothing of what is meant. No entry is found by such a word. */
export const isCommon = (word) => COMMON.has(word);

/* How much more a word counts as it was typed than as the beginning of another, and where it may not be one. */
const WHOLE = 20;
const LETTER = 10;

/** The words of a text, without those that tell nothing if there are others. */
export function wordsOf(text, between) {
  const parts = text.toLowerCase().replace(/[*^~+:\\]/g, " ").split(between);
  const words = parts.filter((word) => /[\p{L}\p{N}]/u.test(word));
  const telling = words.filter((word) => !isCommon(word));
  return telling.length ? telling : words;
}

/** Every word once, as the beginning of another where it is long enough or last. */
export const everyOne = (words) =>
  [...new Set(words)].map((word) => {
    const goesOn = word.length > 1 || word === words.at(-1);
    return { word, goesOn, whole: goesOn ? WHOLE : LETTER };
  });

/** Those words of which one will do, because it tells something: v100 or 1.13.1, but not 7b. */
export const tellingOnes = (words) =>
  [...new Set(words)]
    .filter((word) => /^\p{L}.|..\D/u.test(word))
    .map((word) => ({ word, goesOn: true, whole: WHOLE }));
