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

/** Whether a text in lower case has every typed word, or a part of it. */
export const hasWords = (text, typed) => typedWords(typed).every((word) => text.includes(word));

/** Compares two texts or two numbers. */
export const compare = (one, other) => (one > other) - (one < other);
