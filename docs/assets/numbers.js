/* Figures, and how texts are ordered and filtered, for people. Without Intl: the first use of that in a page takes a
   browser longer than all else that a script here does. */

const SIGNIFICANT = 5;

export const TO_COMPARE = "Figures compare only where unit, work and number format agree.";

/** A figure with so many decimals, thousands separated. */
export function fixed(value, decimals) {
  const [whole, part] = value.toFixed(decimals).split(".");
  return [whole.replace(/\B(?=(\d{3})+$)/g, ","), ...(part ? [part] : [])].join(".");
}

/** A figure as macros/words.py writes it: five significant digits; whole numbers keep all of theirs. */
export function number(value) {
  if (Number.isInteger(value)) return fixed(value, 0);
  const decimals = Math.max(SIGNIFICANT - 1 - Math.floor(Math.log10(Math.abs(value))), 0);
  return decimals ? fixed(value, decimals).replace(/\.?0+$/, "") : fixed(value, 0);
}

/** What a text is sorted by: without case, its numbers by their size. */
export const sortedBy = (text) => text.toLowerCase().replace(/\d+/g, (digits) => digits.padStart(9, "0"));

export const typedWords = (typed) => typed.toLowerCase().split(/\s+/).filter(Boolean);

/** A text as typed words are looked for in it: in lower case; each part of names such as TinyLlama is a word, too. */
export const searched = (text) => {
  const divided = text.replace(/(\p{Ll})(?=\p{Lu})/gu, "$1 ");
  return (divided === text ? text : `${text} ${divided}`).toLowerCase();
};

const LETTER = /\p{L}/u;
const DIGIT = /\d/;

/** Whether a word of a text begins with a typed one; letters and digits are words of their own: t4 is not in INT4, and
    3090 is in rtx3090. */
function hasWord(text, typed) {
  const same = [LETTER, DIGIT].find((kind) => kind.test(typed[0]));
  let place = text.indexOf(typed);
  while (place > 0 && same?.test(text[place - 1])) place = text.indexOf(typed, place + 1);
  return place >= 0;
}

/** Whether a text, as `searched` gives it, has words that begin with every typed one. */
export const hasWords = (text, typed) => typedWords(typed).every((word) => hasWord(text, word));

/** Compares two texts or two numbers. */
export const compare = (one, other) => (one > other) - (one < other);
