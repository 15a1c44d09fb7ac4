/* Opens what an address points to: the line of some hardware (models/gpt2/?on=trn1.32xlarge), and the folded part of
   the section in its fragment (#listed). Prints with every part open. */

import { element } from "./dom.js";

function openAround(element) {
  for (let part = element.closest("details"); part; part = part.parentElement.closest("details")) part.open = true;
}

/* How far down the screen an opened line may begin without being scrolled to: so the page's title stays in view. */
const LOWEST = 0.6;

/* The answer for an instance type, from the table of memory, in the place of that for its accelerator. */
function showInstance(line, instance) {
  line.querySelector("summary b").append(element("small", {}, instance));
  const answer = document.querySelector(`tr[data-instance="${CSS.escape(instance)}"] > td`);
  if (!answer) return;
  const place = line.querySelector("summary .short");
  place.replaceChildren(...[...answer.children].map((part) => part.cloneNode(true)));
  const tone = [...place.querySelector(".verdict").classList].find((one) => one.startsWith("tone-"));
  line.className = line.className.replace(/tone-\w+/, tone);
  for (const panel of line.querySelectorAll(".install")) panel.hidden = tone === "tone-bad";
}

/* The line about hardware of which nothing is known, which the page holds hidden. */
function sayNothingKnown(hardware) {
  const line = document.querySelector(`[data-nothing-on~="${CSS.escape(hardware)}"]`);
  if (!line) return;
  line.hidden = false;
  line.querySelector("b").textContent ||= hardware;
}

function openLine(hardware) {
  if (!hardware) return;
  sayNothingKnown(hardware);
  for (const line of document.querySelectorAll("details[data-on]")) {
    const [accelerator, ...instances] = line.dataset.on.split(" ");
    if (accelerator !== hardware && !instances.includes(hardware)) continue;
    openAround(line);
    if (accelerator !== hardware) showInstance(line, hardware);
    if (line.getBoundingClientRect().top > innerHeight * LOWEST) line.scrollIntoView({ block: "start" });
  }
  for (const row of document.querySelectorAll(".dumbbells > li, .batch-size-list > li")) {
    row.classList.toggle("asked", row.querySelector("code").textContent === hardware);
  }
}

function openSection() {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (!target) return;
  openAround(target);
  for (let part = target.nextElementSibling; part && part.tagName !== "H2"; part = part.nextElementSibling) {
    if (part.matches("details.fold")) part.open = true;
  }
  if (target.closest("details")) target.scrollIntoView({ block: "start" });
}

openLine(new URLSearchParams(location.search).get("on"));
openSection();
addEventListener("hashchange", openSection);
addEventListener("beforeprint", () => {
  for (const part of document.querySelectorAll(".md-content details:not([open])")) part.open = true;
});
