/* The page for addresses that lead nowhere: names the pages whose addresses come closest. */

import { apart, FAR } from "./distance.js";

const MOST_SHOWN = 4;

/** The addresses closest to the one asked for, best first; none when nothing is near. */
export function nearest(asked, addresses) {
  const wanted = tail(asked);
  return addresses
    .map((address) => {
      const elsewhere = address.split("/")[0] === asked.split("/")[0] ? 0 : 0.05;
      return { address, score: apart(wanted, tail(address)) + elsewhere };
    })
    .filter(({ score }) => score < FAR)
    .sort((a, b) => a.score - b.score || a.address.localeCompare(b.address))
    .slice(0, MOST_SHOWN)
    .map(({ address }) => address);
}

function tail(address) {
  const parts = decodeURIComponent(address).toLowerCase().replace(/^ml\./, "").split("/").filter(Boolean);
  return (parts.length > 1 ? parts.slice(1) : parts).join("/");
}

/* Where the site is, and where it was built to be: addresses on the page begin with that. */
const root = new URL("..", import.meta.url);
const built = document.body.dataset.root;

function mend() {
  if (root.pathname === built) return;
  for (const name of ["href", "action"]) {
    for (const one of document.querySelectorAll(`[${name}^="${built}"]`)) {
      one.setAttribute(name, root.pathname + one.getAttribute(name).slice(built.length));
    }
  }
}

async function suggest() {
  const place = document.querySelector("[data-suggestions]");
  const asked = location.pathname.slice(root.pathname.length);
  place.querySelector(".asked-for").textContent = asked;
  const answer = await fetch(new URL("sitemap.xml", root));
  if (!answer.ok) return;
  const sitemap = new DOMParser().parseFromString(await answer.text(), "application/xml");
  const pages = [...sitemap.querySelectorAll("loc")].map((loc) => new URL(loc.textContent).pathname);
  const known = pages.filter((page) => page.startsWith(built)).map((page) => page.slice(built.length));
  const list = place.querySelector("ul");
  for (const address of nearest(asked, known.filter(Boolean))) {
    const item = document.createElement("li");
    const link = document.createElement("a");
    link.href = new URL(address, root);
    link.textContent = address;
    item.append(link);
    list.append(item);
  }
  place.hidden = !list.children.length;
}

mend();
suggest();
