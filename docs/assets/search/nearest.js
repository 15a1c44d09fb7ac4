/* Where the search finds nothing: the pages with the closest names. */

import { apart, FAR } from "../distance.js";
import { namesOf } from "./entries.js";

const MOST_SHOWN = 5;

const letters = (name) => name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");

/** The pages with the names closest to a typed one, best first, each with that name; none where nothing is near. */
export function nearest(typed, pages) {
  const wanted = letters(typed);
  return pages
    .map((page) => {
      const names = namesOf(page).map((name) => ({ name, score: apart(wanted, letters(name)) }));
      const { name, score } = names.reduce((one, other) => (other.score < one.score ? other : one));
      return { location: page.location, title: page.title, text: "", name: name === page.title ? undefined : name, score };
    })
    .filter(({ score }) => score < FAR)
    .sort((one, other) => one.score - other.score)
    .slice(0, MOST_SHOWN);
}
