/* The two questions on the home page: a name typed there leads straight to its page, and a model with hardware to the
   answer for both. Without this module the forms lead to the lists. */

import { element } from "./dom.js";
import { choiceOf, matches } from "./names.js";

const MOST_SHOWN = 6;
const KINDS = { models: "model", architectures: "architecture", families: "family", accelerators: "accelerator",
  instances: "instance type" };

let names;

/** Everything that may be typed into a form, fetched once and when first needed; the browser completes it. */
async function choicesOf(form, root) {
  names ??= fetch(new URL("assets/names.json", root)).then((answer) => answer.json());
  const choices = (await names)[form.dataset.question].map(([name, address]) => choiceOf(name, address));
  const list = form.querySelector("datalist");
  if (!list.options.length) list.append(...choices.map(({ name, id }) => new Option(name === id ? "" : id, name)));
  return choices;
}

const BOTH = ["models", "hardware"];

/** The records that the text of a form may mean; none where it is empty. */
async function meant(form, root) {
  return form ? matches(form.elements.q.value, await choicesOf(form, root)).found : [];
}

/** The page of a model or architecture, opened at some hardware; else the page of the choice itself. */
function destination(choice, hardware, root) {
  const page = new URL(choice.address, root);
  if (hardware && !choice.address.startsWith("families/")) page.searchParams.set("on", hardware.id);
  return page;
}

function answer(form, found, hardware, root) {
  const typed = form.elements.q.value.trim();
  const place = form.querySelector(".answer");
  if (!found.length) {
    place.textContent = `No name here matches “${typed}”. Try a part of it, or open the whole list below.`;
    return;
  }
  place.replaceChildren(`${found.length} names match: `);
  for (const choice of found.slice(0, MOST_SHOWN)) {
    const link = element("a", { href: destination(choice, hardware, root) }, choice.id);
    place.append(link, ` (${KINDS[choice.address.split("/", 1)[0]]}) `);
  }
  if (found.length > MOST_SHOWN) place.append("and more: type on.");
}

async function submit(forms, form, root) {
  const [models, hardware] = await Promise.all(BOTH.map((question) => meant(forms[question], root)));
  const both = BOTH.every((question) => forms[question]?.elements.q.value.trim());
  const chosen = hardware.length === 1 ? hardware[0] : undefined;
  const found = form.dataset.question === "models" ? models : hardware;
  if (both && hardware.length !== 1) answer(forms.hardware, hardware, undefined, root);
  else if (both && models.length === 1) location.assign(destination(models[0], chosen, root));
  else if (both) answer(forms.models, models, chosen, root);
  else if (found.length === 1) location.assign(destination(found[0], undefined, root));
  else answer(form, found, undefined, root);
}

function listen() {
  const forms = Object.fromEntries([...document.querySelectorAll("form[data-question]")]
    .map((form) => [form.dataset.question, form]));
  for (const form of Object.values(forms)) {
    const root = new URL("..", form.action);
    form.elements.q.addEventListener("focus", () => choicesOf(form, root), { once: true });
    form.addEventListener("submit", (event) => {
      // The one button is that of the hardware: a model alone is asked for with it, too.
      const asked = [form, ...Object.values(forms)].find(({ elements }) => elements.q.value.trim());
      if (!asked) return;
      event.preventDefault();
      submit(forms, asked, root);
    });
  }
}

if (window.document$) window.document$.subscribe(listen);
else listen();
