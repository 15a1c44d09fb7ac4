/* The two questions of the home page: a name typed there leads straight to its page, and a model with hardware to the
   answer for both. Without this module the forms lead to the lists. */

import { element } from "../dom.js";
import { choiceOf, matches } from "../names.js";

const MOST_SHOWN = 6;
const KINDS = { models: "model", architectures: "architecture", families: "family", accelerators: "accelerator",
  instances: "instance type" };

const root = new URL("../../", import.meta.url);
const [models, hardware] = ["models", "hardware"].map((name) => document.querySelector(`[data-question=${name}]`));
let names;

/** Everything that may be typed into a form, fetched once and when first needed; the browser completes it. */
async function choicesOf(form) {
  names ??= fetch(new URL("assets/names.json", root)).then((answer) => answer.json());
  const choices = (await names)[form.dataset.question].map(([name, address]) => choiceOf(name, address));
  const list = form.querySelector("datalist");
  if (!list.options.length) list.append(...choices.map(({ name, id }) => new Option(name === id ? "" : id, name)));
  return choices;
}

const typedIn = (form) => form.elements.q.value.trim();

/** The records that the text of a form may mean; none where it is empty. */
const meant = async (form) => matches(typedIn(form), await choicesOf(form)).found;

/** The page of a model or architecture, opened at some hardware; else the page of the choice itself. */
function destination({ address }, on) {
  const page = new URL(address, root);
  if (on && !address.startsWith("families/")) page.searchParams.set("on", on.id);
  return page;
}

function offer(form, found, on) {
  const links = found.slice(0, MOST_SHOWN).flatMap((choice) =>
    [element("a", { href: destination(choice, on) }, choice.id), ` (${KINDS[choice.address.split("/", 1)[0]]}) `]);
  const none = `No name here matches “${typedIn(form)}”. Try a part of it, or open the whole list below.`;
  const more = found.length > MOST_SHOWN ? ["and more: type on."] : [];
  form.querySelector(".answer").replaceChildren(...(links.length
    ? [`${found.length} names match: `, ...links, ...more] : [none]));
}

async function submit(form) {
  const isBoth = typedIn(models) && typedIn(hardware);
  const on = isBoth ? await meant(hardware) : [];
  const asked = isBoth ? (on.length === 1 ? models : hardware) : form;
  const found = asked === hardware && isBoth ? on : await meant(asked);
  if (found.length === 1) location.assign(destination(found[0], on[0]));
  else offer(asked, found, on[0]);
}

for (const form of [models, hardware]) {
  form.elements.q.addEventListener("focus", () => choicesOf(form), { once: true });
  form.addEventListener("submit", (event) => {
    // The one button is that of the hardware: a model alone is asked for with it, too.
    const asked = [form, models, hardware].find(typedIn);
    if (!asked) return;
    event.preventDefault();
    submit(asked);
  });
}
