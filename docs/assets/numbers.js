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

/** Whether a text in lower case has a typed word, or a part of it. One with a digit has to begin where letters and
    digits change, or a word begins: t4 is not in int4, and 3090 is in rtx3090. */
function hasWord(text, typed) {
  const same = /\d/.test(typed) && [/\p{L}/u, /\d/].find((kind) => kind.test(typed[0]));
  let place = text.indexOf(typed);
  while (place > 0 && same && same.test(text[place - 1])) place = text.indexOf(typed, place + 1);
  return place >= 0;
}

/** Whether a text in lower case has every typed word. */
export const hasWords = (text, typed) => typedWords(typed).every((word) => hasWord(text, word));

/** Compares two texts or two numbers. */
export const compare = (one, other) => (one > other) - (one < other);
