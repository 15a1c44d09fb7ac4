/* The entries of the site search, as plain text: pages and their sections, each { location, title, text, names,
   weight }, instance types with their `accelerator` as well, accelerators with their `vendor`, lists of images with the
   address of their `repository`, and what is stated of a `framework` on an `accelerator` with its `outcome`. */

/** The page that an entry is, or is a section of. */
export const pageOf = ({ location }) => location.split("#")[0];

export const isPage = ({ location }) => !location.includes("#");

/** The first part of an address: models, sdks … */
export const sectionOf = ({ location }) => location.split("/")[0];

/** The id of the record that a page is about; empty where it is about none. */
export const idOf = ({ location }) => (location.endsWith("/") ? location.slice(location.indexOf("/") + 1, -1) : "");

/** All names that a page goes by, the title first. */
export const namesOf = (entry) => [entry.title, ...(entry.names ?? []), idOf(entry)].filter(Boolean);
