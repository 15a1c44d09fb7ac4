/* The names closest to a typed one: asked where the search finds nothing, and by the page for unknown addresses. */

import { plain } from "./names.js";

/** How many letters must change to make one text of the other. */
function distance(one, other) {
  const costs = Uint16Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let row = 1; row <= one.length; row += 1) {
    let before = costs[0];
    costs[0] = row;
    for (let column = 1; column <= other.length; column += 1) {
      const change = before + (one[row - 1] === other[column - 1] ? 0 : 1);
      before = costs[column];
      costs[column] = Math.min(change, before + 1, costs[column - 1] + 1);
    }
  }
  return costs[other.length];
}

/** Names further apart than this are not near. */
const FAR = 0.5;
const MOST_WITHIN = 0.3;

/** The share of letters that must change, 0 for the same name; never much when one name lies within the other. Names
    whose lengths alone set them far apart are not compared letter by letter. */
function apart(wanted, name) {
  const longest = Math.max(wanted.length, name.length, 1);
  const shortest = Math.min(wanted.length, name.length);
  const least = 1 - shortest / longest;
  const within = shortest > 2 && (name.includes(wanted) || wanted.includes(name));
  if (least >= (within ? MOST_WITHIN : FAR)) return within ? MOST_WITHIN : least;
  const share = distance(wanted, name) / longest;
  return within ? Math.min(share, MOST_WITHIN) : share;
}

const letters = (name) => plain(name).replace(/[^\p{L}\p{N}]/gu, "");

/** The choices, each with its `names`, nearest to a typed name first, as { choice, name }; none if all are far. */
export function nearest(typed, choices, most) {
  const wanted = letters(typed);
  return choices
    .map((choice) => {
      const scored = choice.names.map((name) => ({ choice, name, score: apart(wanted, letters(name)) }));
      return scored.reduce((one, other) => (other.score < one.score ? other : one));
    })
    .filter(({ score }) => score < FAR)
    .sort((one, other) => one.score - other.score)
    .slice(0, most);
}
