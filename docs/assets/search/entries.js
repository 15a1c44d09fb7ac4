/* What the site search can find: pages and their sections, each { location, title, text, tags, boost }, of which
   title, text and tags are HTML. */

const read = async (name) => (await fetch(new URL(`../../search/${name}`, import.meta.url))).json();

async function fetchEntries() {
  const { docs } = await read("search_index.json");
  return docs.length ? docs : read("entries.json");
}

let kept;

/** All entries, fetched once. They are beside the theme's index, which every page fetches, or still in it. */
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
