/* The page for addresses that lead nowhere: names the pages whose addresses come closest. */

const MOST_SHOWN = 4;

/** How many letters must change to make one text of the other. */
export function distance(one, other) {
  let last = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let row = 1; row <= one.length; row += 1) {
    const next = [row];
    for (let column = 1; column <= other.length; column += 1) {
      const change = last[column - 1] + (one[row - 1] === other[column - 1] ? 0 : 1);
      next.push(Math.min(change, last[column] + 1, next[column - 1] + 1));
    }
    last = next;
  }
  return last[other.length];
}

/** The addresses closest to the one asked for, best first; none when nothing is near. */
export function nearest(asked, addresses) {
  const wanted = tail(asked);
  return addresses
    .map((address) => {
      const name = tail(address);
      const apart = distance(wanted, name) / Math.max(wanted.length, name.length, 1);
      const within = wanted.length > 2 && (name.includes(wanted) || wanted.includes(name));
      const elsewhere = address.split("/")[0] === asked.split("/")[0] ? 0 : 0.05;
      return { address, score: (within ? Math.min(apart, 0.3) : apart) + elsewhere };
    })
    .filter(({ score }) => score < 0.5)
    .sort((a, b) => a.score - b.score || a.address.localeCompare(b.address))
    .slice(0, MOST_SHOWN)
    .map(({ address }) => address);
}

function tail(address) {
  const parts = decodeURIComponent(address).toLowerCase().replace(/^ml\./, "").split("/").filter(Boolean);
  return (parts.length > 1 ? parts.slice(1) : parts).join("/");
}

async function suggest() {
  const place = document.querySelector("[data-suggestions]");
  if (!place) return;
  const root = new URL(place.dataset.root, location.href);
  if (!location.pathname.startsWith(root.pathname)) return;
  const asked = location.pathname.slice(root.pathname.length);
  place.querySelector(".asked-for").textContent = asked;
  const answer = await fetch(new URL("sitemap.xml", root));
  if (!answer.ok) return;
  const sitemap = new DOMParser().parseFromString(await answer.text(), "application/xml");
  const pages = [...sitemap.querySelectorAll("loc")].map((loc) => new URL(loc.textContent).pathname);
  const known = pages.filter((page) => page.startsWith(root.pathname)).map((page) => page.slice(root.pathname.length));
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

suggest();
