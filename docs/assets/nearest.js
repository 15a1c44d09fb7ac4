/* The names closest to a typed one: asked where the search finds nothing, and by the page for unknown addresses. */

import { FAR, apart, lettersOf, wordsOf } from "./names.js";

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
