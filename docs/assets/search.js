/* Where the search finds nothing: the nearest titles and other names. */

import { apart } from "./distance.js";
import { element } from "./dom.js";
import { isPage, readEntries } from "./search/entries.js";

const MOST_SHOWN = 5;
const ROOT = new URL("..", import.meta.url);

const plain = (name) => name.toLowerCase().replace(/&#?\w+;|[^\p{L}\p{N}]/gu, "");

/** The pages with the closest names, best first. */
export function nearest(typed, pages) {
  const wanted = plain(typed);
  return pages
    .map(({ location, title, tags = [] }) => {
      const names = [title, ...tags].map((name) => ({ name, score: apart(wanted, plain(name)) }));
      return { location, title, ...names.reduce((best, other) => (other.score < best.score ? other : best)) };
    })
    .filter(({ score }) => score < 0.5)
    .sort((a, b) => a.score - b.score)
    .slice(0, MOST_SHOWN);
}

/* The index holds names as HTML, so that the theme can mark what was found in them. */
const spelt = (name) => new DOMParser().parseFromString(name, "text/html").body.textContent;

/* In the theme's own markup: its keys work here too. */
function item({ location, title, name }) {
  const found = element("article", { class: "md-search-result__article md-typeset", "data-md-score": "0" },
    element("h1", {}, spelt(title)), name !== title && element("p", {}, spelt(name)));
  const link = element("a", { class: "md-search-result__link", tabindex: "-1", href: new URL(location, ROOT) }, found);
  return element("li", { class: "md-search-result__item" }, link);
}

const [field, meta, list] = ["search__input", "search-result__meta", "search-result__list"].map((name) =>
  document.querySelector(`.md-${name}`),
);
const NONE = JSON.parse(document.getElementById("__config").textContent).translations["search.result.none"];

async function help() {
  if (meta.textContent !== NONE) return;
  const typed = field.value;
  const entries = await readEntries().catch(() => undefined);
  if (field.value !== typed || meta.textContent !== NONE) return;
  if (!entries) {
    meta.textContent = "The search could not be loaded. The next key tries again.";
    return;
  }
  const near = nearest(typed, entries.filter(isPage));
  if (!near.length) return;
  list.append(...near.map(item));
  meta.textContent += ". The nearest names:";
}

if (list) new MutationObserver(help).observe(meta, { childList: true });
