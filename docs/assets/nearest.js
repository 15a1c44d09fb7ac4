/* The names closest to a typed one: asked where the search finds nothing, and by the page for unknown addresses. */

import { FAR, apart, lettersOf } from "./names.js";

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
