/* What the site search can find: pages and their sections, each { location, title, text, tags, boost }, of which
   title, text and tags are HTML. */

let kept;

async function fetchEntries() {
  const answer = await fetch(new URL("../../search/entries.json", import.meta.url));
  return answer.json();
}

/** All entries, fetched once: they are not in the theme's index, which every page fetches. */
export function readEntries() {
  kept ??= fetchEntries().catch((error) => {
    kept = undefined;
    throw error;
  });
  return kept;
}

/** The page that an entry is, or is a section of. */
export const pageOf = ({ location }) => location.split("#")[0];

export const isPage = (entry) => entry.location === pageOf(entry);
