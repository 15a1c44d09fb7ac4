/* What a page offers besides its text: light and dark, links to its headings, code to copy, an outline that follows the
   reader, frames of tables that take the focus only where they scroll, and the ages of facts. */

import { afterPaint, copier, element } from "./dom.js";

const { dataset } = document.documentElement;

function offerSchemes(button) {
  const other = () => (dataset.mdColorScheme === "slate" ? ["light", "default"] : ["dark", "slate"]);
  const say = () => { button.title = `Switch to ${other()[0]}`; };
  button.addEventListener("click", () => {
    localStorage.atlasScheme = dataset.mdColorScheme = other()[1];
    say();
  });
  say();
  button.hidden = false;
}

/** A heading is read once its top is this near to that of the window, in pixels. */
const NEAR = 120;

function follow(outline) {
  const entries = [...outline.querySelectorAll("a")]
    .map((link) => ({ link, heading: document.getElementById(decodeURIComponent(link.hash.slice(1))) }));
  let marked;
  const mark = () => {
    const current = entries.findLast(({ heading }) => heading?.getBoundingClientRect().top < NEAR)?.link;
    if (current === marked) return;
    marked?.removeAttribute("aria-current");
    current?.setAttribute("aria-current", "true");
    current?.scrollIntoView({ block: "nearest" });
    marked = current;
  };
  // Once for each frame, after it: to measure before would lay out the page a second time.
  let isWaiting = false;
  addEventListener("scroll", () => {
    if (isWaiting) return;
    isWaiting = true;
    afterPaint(() => { isWaiting = false; mark(); });
  }, { passive: true });
  outline.addEventListener("click", () => outline.matches(":popover-open") && outline.hidePopover());
}

/* What does not scroll needs no tab stop; the header of a table that fits its frame can stay under that of the page. */
const watcher = new ResizeObserver((entries) => {
  const measured = entries.map(({ target: frame }) => {
    const isTall = frame.classList.contains("tall");
    const isWide = frame.scrollWidth > frame.clientWidth;
    return { frame, fits: !isWide && !isTall, scrolls: isWide || (isTall && frame.scrollHeight > frame.clientHeight) };
  });
  // Only now: each change before a measure would lay the page out anew.
  for (const { frame, fits, scrolls } of measured) {
    frame.classList.toggle("fits", fits);
    if (scrolls) frame.setAttribute("tabindex", "0");
    else frame.removeAttribute("tabindex");
  }
});

/** Watches the frames on the page; again after something put new ones there. */
export function watch() {
  watcher.disconnect();
  for (const frame of document.querySelectorAll(".frame, article pre > code")) watcher.observe(frame);
}

for (const button of document.querySelectorAll("#scheme")) offerSchemes(button);
for (const outline of document.querySelectorAll(".outline")) follow(outline);
for (const heading of document.querySelectorAll("article :is(h2, h3, h4)[id]")) {
  heading.append(element("a", { class: "headerlink", href: `#${heading.id}`, title: "Permanent link" }, "¶"));
}
for (const code of document.querySelectorAll("article pre > code")) {
  code.before(...copier("Copy", () => code.textContent.trim()));
}
for (const name of document.querySelectorAll("h1 > code")) {
  const [copy, said] = copier("Copy name", () => name.textContent);
  document.querySelector(".to-compare")?.prepend(said, " ", copy, " ");
}
// The address of an image ends with its tag, which stands before it: it is copied rather than read.
for (const code of document.querySelectorAll("th > small > code")) {
  const [address, tag] = [code.textContent, code.closest("th").firstChild.textContent.trim()];
  if (address.endsWith(`:${tag}`)) code.replaceWith(...copier("Copy address", () => address));
}
watch();

/* Every age is counted again, to the reader's own day: the site may have been built long ago. The words and the rule
   are those of macros/facts/citations.py. Only a fact past the rule has its age in words. */

/** The age of a fact in whole months. */
function months(asOf, today) {
  const [year, month, day] = asOf.split("-").map(Number);
  return (today.getFullYear() - year) * 12 + today.getMonth() + 1 - month - (today.getDate() < day ? 1 : 0);
}

/** The age in the unit a reader would use. */
function words(age) {
  if (age < 1) return "this month";
  if (age < 24) return `${age} month${age > 1 ? "s" : ""} old`;
  return `${Math.floor(age / 12)} years old`;
}

const oldest = Number(document.querySelector('meta[name="atlas-old-after-months"]')?.content ?? Infinity);
const today = new Date();
for (const fact of document.querySelectorAll(".as-of")) {
  const time = fact.matches("time") ? fact : fact.querySelector("time");
  if (!time) continue;
  const age = months(time.firstChild.textContent, today);
  const old = age > oldest;
  fact.classList.toggle("is-old", old);
  const shown = fact.querySelector("i");
  if (shown) shown.textContent = old ? words(age) : "";
  else if (old) fact.append(" ", element("i", {}, words(age)));
}
