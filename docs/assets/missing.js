/* The page for addresses that lead nowhere: names the pages whose addresses come closest. */

import { ROOT, element } from "./dom.js";
import { nearest, pageOf, readNames } from "./names.js";

const MOST_SHOWN = 4;

/* Where the site was built to be: addresses on the page begin with that. */
const built = document.body.dataset.root;

function mend() {
  if (ROOT.pathname === built) return;
  for (const name of ["href", "action"]) {
    for (const one of document.querySelectorAll(`[${name}^="${built}"]`)) {
      one.setAttribute(name, ROOT.pathname + one.getAttribute(name).slice(built.length));
    }
  }
}

/* The pages of records that the name in an address may mean, with or without mistakes: what follows its section, if
   anything does. */
async function meant(address) {
  const [section, ...parts] = decodeURIComponent(address).split("/").filter(Boolean);
  const name = parts.join("/") || section;
  const { models, hardware } = await readNames();
  // The id of a model elsewhere, or in other letters.
  const [found, ...others] = (section === "models" && models.exactly(name)?.found) || [];
  if (found && !others.length && !found.ids[1]) location.replace(new URL(pageOf(found.kind, found.ids[0]), ROOT));
  return [models, hardware].flatMap((names) => names.records(name)).map(({ kind, id }) => pageOf(kind, id));
}

async function suggest() {
  const place = document.querySelector("[data-suggestions]");
  const asked = location.pathname.slice(ROOT.pathname.length);
  place.querySelector(".asked-for").textContent = asked;
  const answer = await fetch(new URL("sitemap.xml", ROOT));
  if (!answer.ok) return;
  const sitemap = new DOMParser().parseFromString(await answer.text(), "application/xml");
  const pages = [...sitemap.querySelectorAll("loc")].map((loc) => new URL(loc.textContent).pathname);
  const choices = pages.filter((page) => page.startsWith(built) && page !== built)
    .map((page) => ({ names: [page.slice(built.length)] }));
  const named = await meant(asked).catch(() => []);
  const near = nearest(asked, choices, MOST_SHOWN).map(({ name }) => name);
  const lastOf = (address) => address.split("/").filter(Boolean).at(-1);
  const same = choices.map(({ names: [name] }) => name).filter((name) => lastOf(name) === lastOf(asked));
  const list = place.querySelector("ul");
  for (const address of [...new Set([...named, ...same, ...near])].slice(0, MOST_SHOWN)) {
    list.append(element("li", {}, element("a", { href: new URL(address, ROOT) }, address)));
  }
  place.hidden = !list.children.length;
}

mend();
suggest();
