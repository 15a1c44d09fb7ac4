/* The answer to a typed text that names a model and hardware: what holds today, as the page of the model has it. */

import { choiceOf, matches, plain } from "../names.js";
import { idOf, isPage, namesOf, ROOT, sectionOf } from "./entries.js";
import { demandOf, wordsOf } from "./words.js";

const recordsOf = (entries, sections) =>
  entries.filter((entry) => isPage(entry) && idOf(entry) && sections.includes(sectionOf(entry)));

const choicesOf = (entry) => namesOf(entry).map((name) => ({ ...choiceOf(name, entry.location), entry }));

/* Every run of neighbouring words, the longest first: [words, those before and after]. */
function* runs(words) {
  for (let length = words.length; length > 0; length -= 1) {
    for (let start = 0; start + length <= words.length; start += 1) {
      yield [words.slice(start, start + length), [...words.slice(0, start), ...words.slice(start + length)]];
    }
  }
}

/* Of several models that a name begins, the one that counts most; the weights of ids with as many words are close. */
const rankOf = ({ entry, id }) => (entry.weight ?? 1) - id.length / 1000;

/* The name of a model that was typed, with blanks for hyphens where it was typed so, or its title without the owner. */
function displayName(entry, run, typed) {
  const short = entry.title.slice(entry.title.lastIndexOf("/") + 1);
  const words = run.join(" ");
  const name = [...(entry.names ?? []), short].find((one) => plain(one) === words);
  if (!name) return short;
  return typed.toLowerCase().includes(words) ? name.replaceAll("-", " ") : name;
}

/** Models and hardware by name. */
export class Answers {
  constructor({ entries, outcomes }) {
    this.outcomes = outcomes;
    this.hardware = recordsOf(entries, ["accelerators", "instances"]);
    this.byName = new Map(
      [...this.hardware].reverse().flatMap((entry) => namesOf(entry).map((name) => [wordsOf(name).join(" "), entry])),
    );
    this.models = recordsOf(entries, ["models"]);
    const others = entries.filter((one) => isPage(one) && !this.models.includes(one) && !this.hardware.includes(one));
    this.otherNames = new Set(others.flatMap((entry) => namesOf(entry).map((name) => wordsOf(name).join(" "))));
    this.choices = new Map();
    this.files = new Map();
  }

  /* The names of those models that have one of the words. */
  choicesWith(words) {
    return this.models.flatMap((entry) => {
      const letters = namesOf(entry).join(" ").toLowerCase();
      if (!words.some((word) => letters.includes(word))) return [];
      if (!this.choices.has(entry)) this.choices.set(entry, choicesOf(entry));
      return this.choices.get(entry);
    });
  }

  /* The hardware that words name, by one of its names or by a series of instance types, and the other words. */
  hardwareIn(words) {
    for (const [run, others] of runs(words)) {
      const entry = this.byName.get(run.join(" ")) ?? (run.length === 1 && this.series(run[0]));
      if (entry) return { entry, others };
    }
    return undefined;
  }

  series(word) {
    const ofSeries = this.hardware.find(({ accelerator, title }) => accelerator && title.startsWith(`${word}.`));
    return ofSeries && this.hardware.find((entry) => idOf(entry) === ofSeries.accelerator);
  }

  /* The model that words name best, as { entry, name }: by all words, or else by the longest run that is a name, or
     that begins one and has several words. */
  modelIn(words, typed) {
    const choices = this.choicesWith(words.filter((word) => /\p{L}/u.test(word)));
    for (const [run, others] of runs(words)) {
      const { way, found } = matches(run.join(" "), choices,
        others.length ? ["same", "start"] : ["same", "start", "words"]);
      const close = way && (way !== "start" || run.length > 1 || !others.length);
      const named = found.filter(({ forms }) =>
        forms.some((form) => run.includes(form.split(" ")[0]) || form.startsWith(run[0])));
      if (close && named.length && run.join("").length > 1) {
        const { entry } = named.reduce((one, other) => (rankOf(other) > rankOf(one) ? other : one));
        return { entry, name: displayName(entry, run, typed) };
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
    return model && { model: model.entry, name: model.name, hardware: named.entry, workload, others: named.others };
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

  /** The answer as a hit; undefined where what is known could not be fetched. */
  async about({ model, name, hardware, workload }) {
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
      location: `${model.location}?on=${encodeURIComponent(idOf(hardware))}`,
      title: [name, "on", hardware.title, ...(workload ? ["for", workload] : [])].join(" "),
      text: asked?.outcome === row?.outcome ? (row?.because ?? "") : "",
      outcome: { words: asked?.short ?? unknown.label, symbol, tone },
    };
  }
}
