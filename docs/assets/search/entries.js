/* What the site search can find, as plain text: pages and their sections, each { location, title, text, names, weight },
   a model with its name as `label`, an instance type with its `accelerator`; and the labels of outcomes. */

export const ROOT = new URL("../../", import.meta.url);

let kept;

async function fetchFile() {
  const answer = await fetch(new URL("search/entries.json", ROOT));
  return answer.json();
}

/** { entries, outcomes }, fetched once; tried again where that failed. */
export function readEntries() {
  kept ??= fetchFile().catch((error) => {
    kept = undefined;
    throw error;
  });
  return kept;
}

/** The page that an entry is, or is a section of. */
export const pageOf = ({ location }) => location.split("#")[0];

export const isPage = ({ location }) => !location.includes("#");

/** The first part of an address: models, sdks … */
export const sectionOf = ({ location }) => location.split("/")[0];

/** All names that a page goes by. */
export const namesOf = ({ title, names = [] }) => [title, ...names];
