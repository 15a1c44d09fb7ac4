/* The answers to a typed text that names a model with hardware or software: what holds today, as its page has it. */

import { isClass, lettersOf, pageOf, unversioned } from "../names.js";
import { compare, sortedBy, TO_COMPARE } from "../numbers.js";
import { idOf, isPage, namesOf, ROOT, sectionOf } from "./entries.js";
import { isSize, memoryOf } from "./memory.js";
import { demandOf, isVersion, partOf, wordsOf } from "./words.js";

/* Of a vendor, a series or a framework, how many answers are shown. */
const MOST_LINES = 3;

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

const shortOf = ({ title }) => title.slice(title.lastIndexOf("/") + 1);

/* Of models that one name may mean: the versions of that which counts most, the newest first; and those alike. */
function newestFirst(entries) {
  const nameOf = (entry) => unversioned(shortOf(entry));
  const best = entries.reduce((one, other) => (rankOf(other) > rankOf(one) ? other : one));
  const isSame = (entry) => nameOf(entry)[0] === nameOf(best)[0];
  const byVersion = (one, other) => compare(sortedBy(nameOf(other)[1]), sortedBy(nameOf(one)[1]));
  const versions = entries.filter(isSame).sort(byVersion);
  return { versions, alike: entries.filter((entry) => !isSame(entry)) };
}

/* The name of a model that was typed, with blanks for hyphens where it was typed so, or its title without the owner. */
function displayName(entry, run, typed) {
  const short = shortOf(entry);
  const words = run.join(" ");
  const name = [...(entry.names ?? []), short].find((one) => lettersOf(one) === lettersOf(words));
  if (!name) return short;
  return typed.toLowerCase().includes(words) ? name.replaceAll("-", " ") : name;
}

/* Where the answer, or a part of it, is: how much fits is said by the memory calculator; the benchmarks of a checkpoint
   stand on its own page. */
function addressOf(model, hardware, part, measured) {
  const on = encodeURIComponent(hardware);
  if (part === "benchmarks" && measured) return `${pageOf("models", measured)}?on=${on}#${part}`;
  if (part === "memory" && sectionOf(model) === "models") return `memory/?model=${idOf(model)}&instance=${on}`;
  return `${model.location}${on && `?on=${on}`}${part && part !== "memory" ? `#${part}` : ""}`;
}

/* What stands below an answer: a published speed, why, and what contests it. */
const textOf = ({ short, speed, because, contested }) =>
  [speed && `${speed}.`, because, contested && short.includes("contested") && `Contested: ${contested}`]
    .filter(Boolean).join(" ");

/* What runs today, then what ran, then the rest; of each, inference first: as `worth` in macros/facts/answers.py. */
const RUNS = ["supported", "maintained"];
const usefulness = (outcome) => (RUNS.includes(outcome) ? 0 : ["ran", "ended"].includes(outcome) ? 1 : 2);
const placeOf = ({ outcome, workload }) => 2 * usefulness(outcome) + (workload !== "inference");
/* By which mark an answer is shown: what is contested is not shown as what no source doubts. */
const shownAs = ({ outcome, short }) =>
  (outcome === "supported" && short.includes("contested") ? "contested" : outcome);
const isPositive = (row) => RUNS.includes(row?.outcome) || row?.outcome === "ran";
const shortsOf = (rows) => rows.map(({ short }) => `${short}.`);
const likeliestFirst = (rows) => [...rows].sort((one, other) => placeOf(one) - placeOf(other));

/* Answers of which several tell a speed: the first says what to look at before they are compared. */
function warned(hits) {
  if (hits.filter(({ measured }) => measured).length < 2) return hits;
  const [first, ...others] = hits;
  return [{ ...first, text: `${TO_COMPARE} ${first.text}` }, ...others];
}

/* The benchmarks of several accelerators that were asked for, as one hit before the answers on each; none where fewer
   than two were measured. */
function sideBySide(name, hits) {
  const found = hits.filter(({ measured }) => measured);
  const each = (field) => [...new Set(found.map((hit) => hit[field]))];
  if (each("accelerator").length < 2) return hits;
  const query = new URLSearchParams({ show: "benchmarks", model: each("measured"), accelerator: each("accelerator") });
  return [{ location: `explore/?${query}`, title: `Benchmarks of ${name} on ${each("where").join(" and ")}`,
    text: TO_COMPARE, whole: true }, ...hits];
}

/* A row as the answer on an instance type. Where that is another, what is said of the accelerator is left out. */
function onHardware(row, id) {
  const { workload, outcome, instances } = row;
  const asked = instances.find(({ instance }) => instance === id);
  return asked && asked.outcome !== outcome ? { workload, ...asked } : { ...row, ...asked };
}

/* The words that are left of some when others are taken away, each once. */
function without(words, taken) {
  const left = [...words];
  for (const word of taken) if (left.includes(word)) left.splice(left.indexOf(word), 1);
  return left;
}

/** The hardware that words name by itself, not as a vendor or a series. */
export const singleOf = (groups) =>
  groups.filter(({ entries }) => entries.length === 1).flatMap(({ entries }) => entries);

const acceleratorOf = (entry) => entry.accelerator ?? idOf(entry);

/** Models, hardware and frameworks by name. */
export class Answers {
  constructor({ entries, outcomes }, { models, hardware }) {
    Object.assign(this, { outcomes, models, hardware, files: new Map() });
    const pages = entries.filter(isPage);
    const asked = recordsOf(entries, ["models", "accelerators", "instances"]);
    this.entries = new Map(pages.map((entry) => [entry.location, entry]));
    const byName = (found) => found.flatMap((entry) => namesOf(entry).map((name) => [wordsOf(name).join(" "), entry]));
    this.otherNames = new Map(byName(pages.filter((entry) => !asked.includes(entry))));
    this.frameworks = new Map(byName(recordsOf(entries, ["frameworks"])).reverse());
  }

  /* The pages of the records that a name means. */
  pagesOf({ found = [] } = {}) {
    const locations = found.flatMap(({ kind, ids }) => ids.map((id) => pageOf(kind, id)));
    return [...new Set(locations)].map((location) => this.entries.get(location)).filter(Boolean);
  }

  /** The page of the one model, class or accelerator that a typed text names, or the versions of one model, the newest
      first; none for a vendor or a series. */
  exactly(typed) {
    const hardware = this.hardware.exactly(typed)?.found ?? [];
    const isOwnName = ({ ids: [id], forms: [form] }) => lettersOf(id) === lettersOf(form.join(" "));
    if (hardware.length) return this.pagesOf({ found: hardware.length === 1 ? hardware.filter(isOwnName) : [] });
    const { answer, found = [] } = this.models.inClass(typed) ?? this.models.named(typed) ?? {};
    const pages = found[0]?.kind === "models" || isClass(typed) ? this.pagesOf({ found }) : [];
    if (answer === "one" || !pages.length) return pages;
    const { versions, alike } = newestFirst(pages);
    return alike.length ? [] : versions;
  }

  /** The pages of all that a typed text may be a name of, the best first. */
  named(typed) {
    return this.pagesOf(this.models.named(typed) ?? this.hardware.named(typed))
      .sort((one, other) => rankOf(other) - rankOf(one));
  }

  /* All hardware that words name, as [{ run, entries }] with several entries for a vendor or series; and the other
     words. */
  hardwareIn(words) {
    for (const [run, others] of runs(words)) {
      const name = run.join(" ");
      const entries = this.pagesOf(this.hardware.exactly(name) ?? this.hardware.series(name));
      if (entries.length) {
        const more = this.hardwareIn(others);
        return { groups: [{ run, entries }, ...more.groups], others: more.others };
      }
    }
    return { groups: [], others: words };
  }

  /* The models that a run of words may mean: those with the name; with more words, those with all of them. */
  modelsIn(run, isWhole) {
    const name = run.join(" ");
    const mayBeName = run.length > 1 || isWhole || isSize(name);
    return this.models.exactly(name) ?? (mayBeName ? this.models.named(name) : undefined);
  }

  /* The models that words name best, and the run of words that does: all, or else the longest that is a name. */
  modelNamed(words) {
    for (const [run, others] of runs(words)) {
      const models = this.pagesOf(this.modelsIn(run, !others.length));
      if (models.length && run.join("").length > 1) return { ...newestFirst(models), run };
    }
    return undefined;
  }

  /* The framework that words name, and the other words. */
  frameworkIn(words) {
    for (const [run, others] of runs(words)) {
      const entry = this.frameworks.get(run.join(" "));
      if (entry) return { entry, others };
    }
    return { others: words };
  }

  /* What is known of a model or an architecture today: rows, the best first. Fetched once. */
  today(model) {
    const { location } = model;
    if (!this.files.has(location)) {
      const folder = sectionOf(model) === "models" ? "today" : "architectures-today";
      const file = fetch(new URL(`api/v1/${folder}/${idOf(model)}.json`, ROOT)).then((answer) => answer.json());
      this.files.set(location, file.then(({ result }) => result).catch(() => this.files.delete(location) && undefined));
    }
    return this.files.get(location);
  }

  /** The pages of hardware and of frameworks, where the needed words name several and no framework as a whole,
      after the comparison of those frameworks. */
  allIn(words) {
    const { needed } = demandOf(words);
    if (this.frameworks.has(needed.join(" "))) return [];
    const { groups, others } = this.hardwareIn(needed);
    const found = [];
    let { entry, others: left } = this.frameworkIn(others);
    for (; entry; { entry, others: left } = this.frameworkIn(left)) found.push(entry);
    if (left.length || found.length + groups.length < 2) return [];
    const together = (ids) => ids.sort().join();
    const comparisons = [...this.entries.values()].filter((page) => sectionOf(page) === "compare" &&
      together(idOf(page).split("-vs-")) === together(found.map(idOf)));
    return [...comparisons, ...singleOf(groups), ...found];
  }

  /** A size that is of several models, beside hardware: hits that lead to those models there and to the memory they
      need, and the pages of both; undefined for other words. */
  sizeOn(words) {
    const { groups, others } = this.hardwareIn(words);
    const { needed } = demandOf(others);
    const [chips, size] = [singleOf(groups), needed.find(isSize)];
    const memory = chips.map((chip) => memoryOf(needed, chip)).filter(Boolean);
    if (!memory.length || this.models.named(size)?.answer === "one") return undefined;
    const models = chips.map((chip) => {
      const fields = { filter: `-${size}`, accelerator: acceleratorOf(chip), sort: "-Newest result" };
      const title = `Models of ${size.toUpperCase()} on ${chip.title}`;
      return { location: `models/?${new URLSearchParams(fields)}`, title,
        text: "What is known of them there today, the newest results first." };
    });
    const first = partOf(needed) === "memory" ? [...memory, ...models] : [...models, ...memory];
    return { first, pages: [...chips, ...this.named(size)] };
  }

  /** What a typed text and its words ask for: { versions, alike, run, groups, framework, workload, part, typed } and
      the words `besides` the hardware, and besides the model as well where a version is among them; undefined where
      they do not name a model with hardware or a framework. */
  subjects(words, typed) {
    // Words that are the name of another page, such as a framework's, are about that page.
    if (this.otherNames.has(demandOf(words).needed.join(" "))) return undefined;
    const { groups: found, others } = this.hardwareIn(words);
    const model = others.length ? this.modelNamed(demandOf(others).needed) : undefined;
    if (!model) return undefined;
    const software = without(others, model.run);
    const { entry, others: left } = this.frameworkIn(software);
    // The whole name of a framework may have that of hardware in it, as vLLM TPU has.
    const framework = entry && this.frameworkIn(without(words, model.run)).entry;
    // A vendor may be the owner of the model as well.
    const groups = found.filter(({ run }) => !this.models.exactly([...run, ...model.run].join(" ")));
    if (!groups.length && !framework) return undefined;
    return { ...model, typed, groups, framework, workload: demandOf(left).workload, part: partOf(left),
      besides: software.some(isVersion) ? [others, software] : [others] };
  }

  /* The answer on hardware without evidence: whether the model fits, and what is said of its software. */
  async withoutData(model, hardware, accelerator) {
    if (sectionOf(model) !== "models") return undefined;
    const file = await fetch(new URL(`api/v1/answers/${idOf(model)}.json`, ROOT)).then((answer) => answer.json())
      .catch(() => undefined);
    const rows = file?.result.filter((one) => one.accelerator === accelerator) ?? [];
    // Instance types have rows of their own only where something is known.
    const found = rows.find((one) => one.instance === idOf(hardware)) ?? rows.find((one) => one.instance === null);
    return found && { outcome: found.answer, short: found.short, because: found.software };
  }

  /* A row as the answer with some framework; undefined where nothing is said of that one. */
  withFramework(row, framework) {
    if (!framework || row.framework === idOf(framework)) return row;
    const found = row.alternatives.find((one) => one.framework === idOf(framework));
    return found && { ...row, ...found, speed: null, speed_of: null, instances: [] };
  }

  /* On how much of what was asked for something is known of a model. */
  async knownOf(model, { groups, framework, workload }) {
    const known = (await this.today(model) ?? []).filter((row) => row.outcome !== "not-known" &&
      [undefined, row.workload].includes(workload) && this.withFramework(row, framework));
    const isHere = ({ entries }) => known.some(({ accelerator }) => entries.map(acceleratorOf).includes(accelerator));
    return groups.length ? groups.filter(isHere).length : Math.sign(known.length);
  }

  /** The subjects with the one `model` that is answered, and as hits the `others` of its name: of its versions, the
      newest of those that most is known of. */
  async settled({ versions, alike, run, typed, ...asked }) {
    const known = await Promise.all(versions.map((model) => this.knownOf(model, asked)));
    const model = versions[known.indexOf(Math.max(...known))];
    const on = singleOf(asked.groups).map(idOf).join();
    const others = [...versions, ...alike].filter((one) => one !== model)
      .map((page) => ({ page, location: addressOf(page, on), title: page.title, text: page.text }));
    return { ...asked, model, run, others, name: displayName(model, run, typed) };
  }

  /** The answers as hits; none where what is known could not be fetched. */
  async about({ framework, workload, ...asked }) {
    const known = await this.today(asked.model);
    if (!known) return [];
    const rows = known.filter((one) => [undefined, one.workload].includes(workload));
    const about = { ...asked, workload };
    const areSeveral = singleOf(asked.groups).length > 1;
    const withIt = rows.map((row) => this.withFramework(row, framework)).filter(Boolean);
    if (!asked.groups.length) return this.best(about, withIt);
    const lines = asked.groups.map(({ entries, run }) => {
      const chips = entries.map(acceleratorOf);
      const isHere = ({ accelerator }) => chips.includes(accelerator);
      // Of a framework that is not offered here, the answer is what is.
      const here = withIt.some(isHere) ? withIt.filter(isHere) : rows.filter(isHere);
      const without = framework && !withIt.some(isHere) && here.length ? `Nothing known with ${framework.title}.` : "";
      const others = areSeveral ? [] : withIt;
      if (entries.length === 1) return this.on({ ...about, without }, entries[0], here, others);
      // Of a vendor's name, which may be an owner's, nothing is said where nothing is known.
      const isOwner = this.models.known.some(({ owners }) => owners.some((owner) => owner.join() === run.join()));
      if (here.length || isOwner) return this.best(about, here);
      return [this.hit(about, `“${run.join(" ")}”`, "", undefined, "")];
    });
    const hits = (await Promise.all(lines)).flat();
    return areSeveral ? sideBySide(asked.name, hits) : warned(hits);
  }

  /* The best answers of some rows, one an accelerator, with what is said for its other workload. */
  best(about, rows) {
    const ordered = likeliestFirst(rows);
    const chips = [...new Set(ordered.map(({ accelerator }) => accelerator))].slice(0, MOST_LINES);
    return chips.map((chip) => {
      const [row, ...others] = ordered.filter(({ accelerator }) => accelerator === chip);
      const title = this.entries.get(pageOf("accelerators", chip)).title;
      return this.hit(about, title, chip, row, [textOf(row), ...shortsOf(others)].join(" "));
    });
  }

  /* The answer on one accelerator or instance type, of the rows about it, with what is said for the other workload.
     Where it does not run there, the best of the same vendor among other rows comes after it. */
  async on(about, hardware, rows, others) {
    const chip = acceleratorOf(hardware);
    const [first, ...further] = likeliestFirst(rows.map((row) => onHardware(row, idOf(hardware))));
    const asked = first ?? await this.withoutData(about.model, hardware, chip);
    const hit = this.hit(about, hardware.title, idOf(hardware), asked,
      asked ? [about.without, textOf(asked), ...shortsOf(further)].filter(Boolean).join(" ") : "");
    if (isPositive(asked)) return [hit];
    return [hit, ...this.best(about, others.filter((row) => this.isLike(row, chip))).slice(0, 1)];
  }

  /* Whether a row says that it runs on other hardware of the vendor of an accelerator. */
  isLike(row, chip) {
    const vendorOf = (id) => this.entries.get(pageOf("accelerators", id))?.vendor;
    return isPositive(row) && row.accelerator !== chip && vendorOf(row.accelerator) === vendorOf(chip);
  }

  hit({ model, name, workload, part }, where, on, answer, text) {
    const { symbol, tone } = this.outcomes[answer ? shownAs(answer) : "not-known"];
    return {
      where,
      accelerator: answer?.accelerator,
      measured: answer?.speed && answer.speed_of,
      location: addressOf(model, on, part, answer?.speed_of),
      title: [name, "on", where, ...(workload && !answer?.short.includes(workload) ? ["for", workload] : [])].join(" "),
      text,
      outcome: { words: answer?.short ?? this.outcomes["not-known"].label, symbol, tone },
    };
  }
}
