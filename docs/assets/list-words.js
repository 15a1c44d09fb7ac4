/* Which lines of a list have the words typed into its filter. */

export const typedWords = (typed) => typed.toLowerCase().split(/\s+/).filter(Boolean);

/** Whether a text in lower case has every typed word, or a part of it. */
export const hasWords = (text, typed) => typedWords(typed).every((word) => text.includes(word));
