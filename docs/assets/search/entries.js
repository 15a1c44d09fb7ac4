/* The entries of the site search, as plain text: pages and their sections, each { location, title, text, names,
   weight }, instance types with their `accelerator` as well, accelerators with their `vendor`, lists of images with the
   address of their `repository`, and what is stated of a `framework` on an `accelerator` with its `outcome`. And
   rows of what is known of a model today, as api/v1/today has them: on which hardware, in which order. */

import { readJson } from "../dom.js";
import { unversioned } from "../names.js";
import { compare, sortedBy } from "../numbers.js";
import { isContested, runsToday, usefulness } from "../outcomes.js";

/** The page that an entry is, or is a section of. */
export const pageOf = ({ location }) => location.split("#")[0];

export const isPage = ({ location }) => !location.includes("#");

/** The first part of an address: models, sdks … */
export const sectionOf = ({ location }) => location.split("/")[0];

/** The id of the record that a page is about; empty where it is about none. */
export const idOf = ({ location }) => (location.endsWith("/") ? location.slice(location.indexOf("/") + 1, -1) : "");

/** All names that a page goes by, the title first. */
export const namesOf = (entry) => [entry.title, ...(entry.names ?? []), idOf(entry)].filter(Boolean);

/* Of several models that a name may mean, the one that counts most; the weights of ids with as many words are close. */
const rankOf = (entry) => (entry.weight ?? 1) - idOf(entry).length / 1000;

/** The name of a model or an architecture without its version, and that. */
export const nameOf = (entry) => unversioned(idOf(entry).split("/").at(-1));

/** Whether two have one name but for their versions. */
export const isSame = (one, other) => nameOf(one)[0] === nameOf(other)[0];

/** Of models that one name may mean: the versions of that which counts most, the newest first; and those alike. */
export function newestFirst(entries) {
  const best = entries.reduce((one, other) => (rankOf(other) > rankOf(one) ? other : one));
  const versions = entries.filter((entry) => isSame(entry, best))
    .sort((a, b) => compare(sortedBy(nameOf(b)[1]), sortedBy(nameOf(a)[1])));
  return { versions, alike: entries.filter((entry) => !versions.includes(entry)) };
}

/** What contests a row; empty where nothing does. */
export const disputeOf = (row) => (isContested(row) ? row.contested : "");

/** Whether a row says of what was asked for that it runs, or did. */
export const isPositive = (row) => row && !row.isOther && !row.lacks && (runsToday(row) || row.outcome === "ran");

/** Rows, the likeliest first: about the workload and the framework that were asked for; then what is of most use, and
   what was measured where a speed is asked for. Who names no workload mostly means inference. */
export function likeliestFirst(rows, part) {
  const placeOf = (row) => 32 * row.isOther + 16 * row.lacks + 4 * usefulness(row) +
    2 * (part === "benchmarks" && !row.speed) + (row.workload !== "inference");
  return [...rows].sort((one, other) => placeOf(one) - placeOf(other));
}

/** A row as the answer on an instance type. Where that is another, what is said of the accelerator is left out. */
export function onHardware(row, id) {
  const { workload, isOther, lacks, outcome, instances } = row;
  const asked = instances.find(({ instance }) => instance === id);
  return asked && asked.outcome !== outcome ? { workload, isOther, lacks, ...asked } : { ...row, ...asked };
}

/** The rows of a folder of the API for a model. */
export const rowsIn = async (folder, model) => (await readJson(`api/v1/${folder}/${idOf(model)}.json`)).result;

/** The accelerator that hardware is, or carries. */
export const acceleratorOf = (entry) => entry.accelerator ?? idOf(entry);

/** Those of some rows that are about some hardware. */
export const rowsOn = (entries, rows) =>
  rows.filter(({ accelerator }) => entries.map(acceleratorOf).includes(accelerator));

/** The hardware that words name by itself, not as a vendor or a series. */
export const singleOf = (groups) => groups.flatMap(({ named }) => named ?? []);
