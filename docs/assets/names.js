/* Which known name is meant by a typed one: asked by every field for a name and by the search. */

/** A name as it is compared: in lower case, with one blank for each run of blanks, hyphens, slashes and underscores. */
export const plain = (name) => name.toLowerCase().replace(/[\s\-_/]+/gu, " ").trim().replace(/^ml\./, "");

/** A name of a record, ready for `matches`. The address is that of the record's page, such as models/gpt2/. */
export function choiceOf(name, address) {
  const id = address.slice(address.indexOf("/") + 1, -1);
  const [whole, short] = [id, id.slice(id.lastIndexOf("/") + 1)].map(plain);
  return { name, address, id, forms: [...new Set([plain(name), whole, short])] };
}

const startsWord = (form, part) => ` ${form}`.includes(` ${part}`);

/* From the closest to the loosest. */
const WAYS = {
  same: (form, wanted) => form === wanted,
  start: (form, wanted) => form.startsWith(wanted),
  words: (form, wanted) => wanted.split(" ").every((word) => startsWord(form, word)),
  part: (form, wanted) => form.includes(wanted),
};

/** The records that a typed name may mean, each once, and the way in which they match: the closest that any does, of
    those that are asked for. */
export function matches(typed, choices, ways = Object.keys(WAYS)) {
  const wanted = plain(typed);
  if (!wanted) return { found: [] };
  const exact = choices.find((choice) => choice.id === typed.trim());
  if (exact) return { way: "same", found: [exact] };
  for (const way of ways) {
    const found = choices.filter(({ forms }) => forms.some((form) => WAYS[way](form, wanted)));
    if (found.length) return { way, found: [...new Map(found.map((choice) => [choice.address, choice])).values()] };
  }
  return { found: [] };
}
