/* The two questions of the home page: a name typed there leads straight to its page, and a model with hardware to the
   answer for both. Without this module the forms lead to the lists. */

import { ROOT, button, element, offer } from "../dom.js";
import { pageOf, readNames } from "../names.js";

const MOST_SHOWN = 6;
const KINDS = { models: "model", architectures: "architecture", families: "family", accelerators: "accelerator",
  instances: "instance type" };

const [models, hardware] = ["models", "hardware"].map((name) => document.querySelector(`[data-question=${name}]`));

/** What may be typed into a form, fetched once and when first needed. */
const namesOf = async (form) => (await readNames())[form.dataset.question];

/** Offers the names that a form knows; of those with several records, the words. */
async function offerNames(form) {
  const { known } = await namesOf(form);
  const names = known.map(({ ids, forms: [words] }) => [...(ids[1] ? [] : ids), words.join(" ")]);
  offer(form.elements.q, () => names);
}

/* How many of some hardware, such as 8x H200, leads nowhere else. */
const typedIn = (form) => form.elements.q.value.trim().replace(/^\d+\s*[x×]\s*(?=\D)/i, "");

/** The records that the text of a form may mean, and whether it means them. */
async function meant(form) {
  const { answer, found } = (await namesOf(form)).meant(typedIn(form));
  const records = found.flatMap(({ kind, ids, size }) => ids.map((id) => ({ kind, id, size })));
  return { answer, records: [...new Map(records.map((one) => [one.id, one])).values()], isOne: answer === "one" };
}

/** The page of a model or architecture, opened at some hardware; else the page of the record itself. */
function destination({ kind, id }, on = []) {
  const page = new URL(pageOf(kind, id), ROOT);
  if (on.length && kind !== "families") page.searchParams.set("on", on.map((one) => one.id).join());
  return page;
}

/** The list of accelerators with those that a name means: all of a vendor. */
const listOf = (typed) => new URL(`accelerators/?${new URLSearchParams({ filter: typed })}`, ROOT);

const SAID = {
  several: (typed, count) => `${count} records may be meant by “${typed}”: `,
  "no-record": (typed) => `No source used here names “${typed}”, so there is no data on it. Nearest names: `,
  unknown: (typed) => `No name here matches “${typed}”. Nearest names: `,
};

/* What tells a record from others of like names: its kind, and the size of a model. */
const sizeOf = ({ size }) => size !== "0b" && size?.replace("b", " B");
const toldApart = (one) => ` (${[KINDS[one.kind], sizeOf(one)].filter(Boolean).join(", ")})`;

/* Each record that may be meant, as a button that fills the field and asks again: what is in the other field stays. */
function ask(form, { answer, records }) {
  const choose = ({ id }) => () => {
    form.elements.q.value = id;
    submit(form);
  };
  const choices = records.slice(0, MOST_SHOWN)
    .map((one) => element("span", {}, button(one.id, choose(one)), toldApart(one)));
  const more = records.length > MOST_SHOWN ? ["and more: type on."] : [];
  const none = records.length ? [] : ["none. Open the whole list below."];
  const said = SAID[answer](typedIn(form), records.length);
  form.querySelector(".answer").replaceChildren(said, ...choices, ...more, ...none);
}

const isFound = ({ answer }) => ["one", "several"].includes(answer);

/* Searched for: a framework, say, which neither field knows. */
const search = (words) => location.assign(`${ROOT}?${new URLSearchParams({ q: words })}`);

/* One question: to what it means, to a list of several accelerators, or asked again; a text that names no model is
   searched. */
async function submitOne(form) {
  const found = await meant(form);
  if (found.isOne) location.assign(destination(found.records[0]));
  else if (form === models && found.answer === "unknown") search(typedIn(form));
  else if (form === hardware && isFound(found)) location.assign(listOf(typedIn(hardware)));
  else ask(form, found);
}

/* Both questions: to the model on the hardware, or what is not clear is asked again. */
async function submitBoth() {
  const [model, on] = [await meant(models), await meant(hardware)];
  if (model.isOne && isFound(on)) return location.assign(destination(model.records[0], on.records));
  if (model.answer === "unknown" && isFound(on)) return search(`${typedIn(models)} ${typedIn(hardware)}`);
  if (!isFound(on)) ask(hardware, on);
  if (isFound(on) || !isFound(model)) ask(models, model);
}

const submit = (form) => (typedIn(models) && typedIn(hardware) ? submitBoth() : submitOne(form));

for (const form of [models, hardware]) {
  form.elements.q.addEventListener("focus", () => offerNames(form), { once: true });
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    // The one button is that of the hardware: a model alone is asked for with it, too.
    const asked = [form, models, hardware].find(typedIn);
    if (asked) submit(asked);
    else models.elements.q.focus();
  });
}
