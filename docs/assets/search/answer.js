/* The answer to a typed text that names a model and hardware: what holds today, as the page of the model has it. */

import { isClass, lettersOf, pageOf } from "../names.js";
import { idOf, isPage, namesOf, ROOT, sectionOf } from "./entries.js";
import { demandOf, partOf, wordsOf } from "./words.js";

const recordsOf = (entries, sections) =>
  entries.filter((entry) => isPage(entry) && idOf(entry) && sections.includes(sectionOf(entry)));

/* Every run of neighbouring words, the longest first: [words, those before and after]. */
function* runs(words) {
  for (let length = words.length; length > 0; length -= 1) {
    for (let start = 0; start + length <= words.length; start += 1) {
      yield [words.slice(start, start + length), [...words.slice(0, start), ...words.slice(start + length)]];
    }
  }
}

/* Of several models that a name may mean, the one that counts most; the weights of ids with as many words are close. */
const rankOf = (entry) => (entry.weight ?? 1) - idOf(entry).length / 1000;

/* The name of a model that was typed, with blanks for hyphens where it was typed so, or its title without the owner. */
function displayName(entry, run, typed) {
  const short = entry.title.slice(entry.title.lastIndexOf("/") + 1);
  const words = run.join(" ");
  const name = [...(entry.names ?? []), short].find((one) => lettersOf(one) === lettersOf(words));
  if (!name) return short;
  return typed.toLowerCase().includes(words) ? name.replaceAll("-", " ") : name;
}

/* Where the answer, or a part of it, is: how much fits is said by the memory calculator. */
function addressOf(model, hardware, part) {
  const on = encodeURIComponent(idOf(hardware));
  if (part === "memory" && sectionOf(model) === "models") return `memory/?model=${idOf(model)}&instance=${on}`;
  return `${model.location}?on=${on}${part && part !== "memory" ? `#${part}` : ""}`;
}

/* A size of models, and number formats of the memory calculator. */
const SIZE = /^\d+(\.\d+)?b$/;
const TYPES = new Set(["fp32", "bf16", "fp16", "fp8"]);

/** The memory calculator as a hit, for words that are a size with a number format, or that ask for memory: 70b bf16. */
export function memoryOf(words) {
  const size = words.find((word) => SIZE.test(word));
  const others = words.filter((word) => word !== size);
  const isMemory = others.length && others.every((word) => TYPES.has(word) || partOf([word]) === "memory");
  if (!size || !isMemory) return undefined;
  const type = others.find((word) => TYPES.has(word));
  const query = new URLSearchParams({ model: size, ...(type && { type }) });
  return { location: `memory/?${query}`, title: `Memory for ${size.toUpperCase()} parameters`,
    text: "Which hardware holds the weights." };
}

/** Models and hardware by name. */
export class Answers {
  constructor({ entries, outcomes }, { models, hardware }) {
    Object.assign(this, { outcomes, models, hardware, files: new Map() });
    const asked = recordsOf(entries, ["models", "accelerators", "instances"]);
    this.entries = new Map(entries.filter(isPage).map((entry) => [entry.location, entry]));
    const others = entries.filter((entry) => isPage(entry) && !asked.includes(entry));
    this.otherNames = new Set(others.flatMap((entry) => namesOf(entry).map((name) => wordsOf(name).join(" "))));
  }

  /* The pages of the records that a name means. */
  pagesOf({ found = [] } = {}) {
    const locations = found.flatMap(({ kind, ids }) => ids.map((id) => pageOf(kind, id)));
    return [...new Set(locations)].map((location) => this.entries.get(location)).filter(Boolean);
  }

  /** The page of the one model, class or accelerator that a typed text names; none for a vendor or a series. */
  exactly(typed) {
    const hardware = this.hardware.exactly(typed)?.found ?? [];
    const isOwnName = ({ ids: [id], forms: [form] }) => lettersOf(id) === lettersOf(form.join(" "));
    if (hardware.length) return this.pagesOf({ found: hardware.length === 1 ? hardware.filter(isOwnName) : [] });
    const { answer, found } = this.models.inClass(typed) ?? this.models.named(typed) ?? {};
    return answer === "one" && (found[0].kind === "models" || isClass(typed)) ? this.pagesOf({ found }) : [];
  }

  /** The pages of all that a typed text may be a name of, the best first. */
  named(typed) {
    return this.pagesOf(this.models.named(typed) ?? this.hardware.named(typed))
      .sort((one, other) => rankOf(other) - rankOf(one));
  }

  /* The hardware that words name, and the other words. */
  hardwareIn(words) {
    for (const [run, others] of runs(words)) {
      const [entry, ...more] = this.pagesOf(this.hardware.exactly(run.join(" ")));
      if (entry && !more.length && !this.isVendor(run, entry)) return { entry, others };
    }
    return undefined;
  }

  /* Whether words name only the vendor of hardware, who may be the owner of a model as well. */
  isVendor(run, entry) {
    return this.hardware.byId.get(lettersOf(idOf(entry))).owners.some((owner) => owner.join(" ") === run.join(" "));
  }

  /* The models that a run of words may mean: those with the name; with more words, those with all of them. */
  modelsIn(run, isWhole) {
    const name = run.join(" ");
    return this.models.exactly(name) ?? (run.length > 1 || isWhole ? this.models.named(name) : undefined);
  }

  /* The model that words name best, as { entry, name, others }, the last the other words: by all words, or else by the
     longest run that is a name. */
  modelIn(words, typed) {
    for (const [run, others] of runs(words)) {
      const [first, ...more] = this.pagesOf(this.modelsIn(run, !others.length));
      if (first && run.join("").length > 1) {
        const entry = more.reduce((one, other) => (rankOf(other) > rankOf(one) ? other : one), first);
        return { entry, name: displayName(entry, run, typed), others };
      }
    }
    return undefined;
  }

  /* What is known of a model today: rows, the best first. Fetched once. */
  today(model) {
    const id = idOf(model);
    if (!this.files.has(id)) {
      const file = fetch(new URL(`api/v1/today/${id}.json`, ROOT)).then((answer) => answer.json());
      this.files.set(id, file.then(({ result }) => result).catch(() => this.files.delete(id) && undefined));
    }
    return this.files.get(id);
  }

  /** Which model and hardware a typed text and its words name: { model, name, hardware, workload }
      and the words besides the hardware; undefined where not both. */
  subjects(words, typed) {
    const named = this.hardwareIn(words);
    if (!named) return undefined;
    // Words that are the name of another page, such as a framework's, are about that page.
    if (this.otherNames.has(demandOf(words).needed.join(" "))) return undefined;
    const { needed, workload } = demandOf(named.others);
    const model = named.others.length ? this.modelIn(needed, typed) : undefined;
    return model && { model: model.entry, name: model.name, hardware: named.entry, workload,
      part: partOf(model.others), others: named.others };
  }

  /* The answer on hardware without evidence: whether the model fits. */
  async withoutData(model, hardware, accelerator) {
    const file = await fetch(new URL(`api/v1/answers/${idOf(model)}.json`, ROOT)).then((answer) => answer.json())
      .catch(() => undefined);
    const rows = file?.result.filter((one) => one.accelerator === accelerator) ?? [];
    // Instance types have rows of their own only where something is known.
    const found = rows.find((one) => one.instance === idOf(hardware)) ?? rows.find((one) => one.instance === null);
    return found && { outcome: found.answer, short: found.short };
  }

  /** The answer as a hit; undefined where what is known could not be fetched. Of an architecture, its page has it. */
  async about({ model, name, hardware, workload, part }) {
    const location = addressOf(model, hardware, part);
    const title = [name, "on", hardware.title, ...(workload ? ["for", workload] : [])].join(" ");
    if (sectionOf(model) !== "models") return { location, title, text: `${model.title}, by what is known of it all.` };
    const rows = await this.today(model);
    if (!rows) return undefined;
    const accelerator = hardware.accelerator ?? idOf(hardware);
    const here = rows.filter((one) => one.accelerator === accelerator && [undefined, one.workload].includes(workload));
    const onHardware = (one) => one.instances.find(({ instance }) => instance === idOf(hardware)) ?? one;
    const row = here.find((one) => onHardware(one).outcome === one.outcome) ?? here[0];
    const asked = row ? onHardware(row) : await this.withoutData(model, hardware, accelerator);
    const unknown = this.outcomes["not-known"];
    const { symbol, tone } = this.outcomes[asked?.outcome ?? "not-known"];
    return {
      location,
      title,
      text: asked?.outcome === row?.outcome ? (row?.because ?? "") : "",
      outcome: { words: asked?.short ?? unknown.label, symbol, tone },
    };
  }
}
