/* The answers to a typed text that names a model with hardware or software: what holds today, as its page has it. */

import { isClass, pageOf } from "../names.js";
import { isTooLarge, termOf } from "../outcomes.js";
import { acceleratorOf, disputeOf, idOf, isPage, isPositive, isSame, likeliestFirst, nameOf, namesOf, newestFirst,
  onHardware, rowsIn, rowsOn, sectionOf, singleOf } from "./entries.js";
import { addressOf, compared, sideBySide } from "./tools.js";
import { asksForPrices, demandOf, every, isSize, isUnread, isVersion, longest, namingOf, partOf,
  wordsOf } from "./words.js";

/* Of a vendor, a series or a framework, how many answers are shown. */
const MOST_LINES = 3;

const isRecord = (page, ...sections) => idOf(page) && sections.includes(sectionOf(page));

/** Models, hardware and frameworks by name. */
export class Answers {
  constructor({ entries, outcomes }, { models, hardware }) {
    Object.assign(this, { outcomes, models, hardware, files: new Map() });
    const pages = entries.filter(isPage);
    this.stated = entries.filter(({ framework }) => framework);
    this.entries = new Map(pages.map((page) => [page.location, page]));
    const byName = (found) => found.flatMap((page) => namesOf(page).map((name) => [wordsOf(name).join(" "), page]));
    this.otherNames = new Map(byName(pages.filter((page) => !isRecord(page, "models", "accelerators", "instances"))));
    // Instance types by their series; of one type, as P4d is, it means that.
    this.types = Map.groupBy(pages.filter((page) => isRecord(page, "instances")), ({ title }) => title.split(".")[0]);
    this.frameworks = new Map(byName(pages.filter((page) => isRecord(page, "frameworks"))).reverse());
  }

  /* The pages of the records that a name means. */
  pagesOf({ found = [] } = {}) {
    const locations = found.flatMap(({ kind, ids }) => ids.map((id) => pageOf(kind, id)));
    return [...new Set(locations)].map((location) => this.entries.get(location)).filter(Boolean);
  }

  /** The page of the one model or class that a typed text names, or the versions of one model, the newest first; none
      where it names hardware. */
  exactly(typed) {
    if (this.hardware.exactly(typed)) return [];
    const { found = [] } = this.models.inClass(typed) ?? this.models.named(typed) ?? {};
    const pages = found[0]?.kind === "models" || isClass(typed) ? this.pagesOf({ found }) : [];
    if (pages.length < 2) return pages;
    const { versions, alike } = newestFirst(pages);
    return alike.length ? [] : versions;
  }

  /* All hardware that words name, as { found: [{ run, named, entries }], others } with the other words. `entries`: all
     of a vendor or a series; or the one that is `named`, and what has that name and a number: Trainium, Trainium2. */
  hardwareIn(words) {
    const { found, others } = every(words, (run) => {
      // Beside other words, the name of a framework is that, as ATOM is, which is also a chip.
      if (run.length < words.length && this.frameworks.has(run.join(" "))) return undefined;
      const [meant, series] = ["exactly", "series"].map((way) => this.pagesOf(this.hardware[way](run.join(" "))));
      const types = this.types.get(run.join(" ")) ?? [];
      const exact = types.length === 1 ? types : meant;
      const entries = exact.length > 1 ? exact : [...new Set([...exact, ...series])];
      const named = exact.length === 1 || entries.length === 1 ? entries[0] : undefined;
      return entries.length ? { run, named, entries } : undefined;
    });
    // A vendor or a series beside some of its own tells only which are meant: Arc B60, Tenstorrent Wormhole.
    const chipsOf = ({ named, entries }) => (named ? [named] : entries).map(acceleratorOf);
    const isOf = (one, other) => chipsOf(other).length < chipsOf(one).length &&
      chipsOf(other).every((chip) => chipsOf(one).includes(chip));
    return { found: found.filter((one) => one.named || !found.some((other) => isOf(one, other))), others };
  }

  /* All frameworks that words name, in the same way. */
  frameworksIn(words) {
    return every(words, (run) => this.frameworks.get(run.join(" ")));
  }

  /** What a word means that is the name of a class in a typed text. */
  classIn(word, typed) {
    return this.models.inClass(typed.split(/\s+/).find((one) => one.toLowerCase() === word) ?? word);
  }

  /* The models that words name best, and the run of words that does: all, or else the longest that is a name. With more
     words than one, a name may be but words of it. */
  modelNamed(words, typed) {
    return longest(words, (run, others) => {
      const name = run.join(" ");
      const mayBeName = run.length > 1 || !others.length || isSize(name);
      const exact = this.classIn(name, typed) ?? this.models.exactly(name);
      const models = this.generationsOf(this.pagesOf(exact ?? (mayBeName ? this.models.named(name) : undefined)));
      return models.length && run.join("").length > 1 ? { ...newestFirst(models), run } : undefined;
    })?.meant;
  }

  /* Pages; of an architecture without a version, whose name is that of all generations, those of all: Gemma. */
  generationsOf(pages) {
    const [first] = pages;
    return first && isRecord(first, "architectures") && !nameOf(first)[1]
      ? [...this.entries.values()].filter((page) => isRecord(page, "architectures") && isSame(page, first)) : pages;
  }

  /* What is known of a model or an architecture today: rows, the best first. Fetched once. */
  today(model) {
    const { location } = model;
    if (!this.files.has(location)) {
      const folder = sectionOf(model) === "models" ? "today" : "architectures-today";
      this.files.set(location, rowsIn(folder, model).catch(() => this.files.delete(location) && undefined));
    }
    return this.files.get(location);
  }

  /* What is stated of software on the hardware of some groups, as entries: of that which is named by itself, or else of
     all, or of the plugins of its name, as vLLM Ascend; where nothing is, that, and what else is supported there. */
  statedOf(software, groups) {
    const chips = singleOf(groups);
    const isOf = ({ framework }) => software.some((one) => idOf(one) === framework);
    const isLike = ({ title }) => software.some((one) => title.startsWith(`${one.title} `));
    const ways = [[chips, isOf], [groups.flatMap(({ entries }) => entries), isOf], [chips, isLike],
      [groups.flatMap(({ entries }) => entries), isLike]]
      .map(([pages, is]) => rowsOn(pages, this.stated.filter(is)).slice(0, MOST_LINES));
    // Trainium is also the series: what is not offered on the first of it is on others.
    const isOffered = ({ outcome }) => outcome.tone !== "bad";
    const known = ways.find((rows) => rows.some(isOffered)) ?? ways.find(({ length }) => length);
    if (known || !software.length || !chips.length) return known ?? [];
    const { supported, "not-known": { label, ...look } } = this.outcomes;
    const others = rowsOn([chips[0]], this.stated.filter(({ outcome }) => outcome.tone === supported.tone))
      .slice(0, MOST_LINES).map(({ framework }) => this.entries.get(pageOf("frameworks", framework)).title);
    return [{ location: `${chips[0].location}#runs-today`, title: `${software[0].title} on ${chips[0].title}`,
      text: others.length ? `Supported there: ${others.join(", ")}.` : "", outcome: { words: label, ...look } }];
  }

  /* The models that the longest run of words names, with that; undefined where none does, or where pages have all words
     (`isSaid`) and the other words are not but about a part of the answer for one model. */
  modelsIn(words, typed, isSaid) {
    const model = this.modelNamed(words, typed);
    if (!model) return undefined;
    const pages = [...model.versions, ...model.alike];
    const left = words.filter((word) => !model.run.includes(word) && !partOf([word]));
    const isOne = !left.length && !model.alike.length && sectionOf(pages[0]) === "models";
    return isOne || !isSaid ? { pages, left, run: model.run } : undefined;
  }

  /** The pages of hardware and frameworks that the needed words name, after what compares them, or else of models; what
      is `stated` of both; and the words that are `left`: all, where they are the name of a framework as a whole. */
  allIn(words, typed, isSaid) {
    const { needed } = demandOf(words);
    if (this.frameworks.has(needed.join(" "))) return { pages: [], left: needed };
    const { found, others } = this.frameworksIn(needed);
    const hardware = this.hardwareIn(others);
    const models = !found.length && !hardware.found.length && this.modelsIn(namingOf(words), typed, isSaid);
    if (models) return models;
    const chips = [...new Set(singleOf(hardware.found))];
    const joined = (ids) => ids.sort().join();
    const comparisons = [...this.entries.values()].filter((page) => found.length && sectionOf(page) === "compare" &&
      joined(idOf(page).split("-vs-")) === joined(found.map(idOf)));
    // No page is meant by a generation of machines, as of Azure's ND H100 v5, or a number format.
    const left = hardware.others.filter((word) => !/^(v|bf|fp|int)\d+$/.test(word));
    const isCompared = words.some((word) => /^(vs|versus)$/.test(word));
    const together = comparisons.length ? comparisons : sideBySide(chips.length || !isCompared ? chips : found);
    return { pages: [...together, ...chips, ...found], left,
      stated: this.statedOf(found, hardware.found) };
  }

  /** What a typed text and its words ask for: { versions, alike, run, groups, framework, workload, part, isPriced },
      the words `besides` the hardware, and besides the model as well where a version is among them, and those `unread`;
      undefined where they do not name a model with hardware or a framework. */
  subjects(words, typed) {
    // Words that are the name of another page, such as a framework's, are about that page.
    if (this.otherNames.has(demandOf(words).needed.join(" "))) return undefined;
    // The id of a model says nothing of hardware: snowflake/snowflake-arctic-embed-l-v2.0 is on no L20.
    const { ids = [], rest = [] } = Object.groupBy(typed.split(/\s+/), (one) =>
      (one.includes("/") && this.models.exactly(one) ? "ids" : "rest"));
    const [own, beyond] = [ids, rest].map((some) => some.flatMap(wordsOf));
    const { found, others: free } = this.hardwareIn(
      words.filter((word) => !own.includes(word) || beyond.includes(word)));
    const others = [...new Set([...own, ...free])];
    // TensorRT-LLM is no LLM.
    const software = this.frameworksIn(words);
    const isModel = !software.found.length || this.hardwareIn(software.others).others.some(isUnread);
    const model = isModel && this.modelNamed(namingOf(others), typed);
    if (!model) return undefined;
    const isLeft = (word) => !model.run.includes(word);
    const beside = others.filter(isLeft);
    // The name of a framework may have that of hardware in it, as vLLM TPU and Optimum Neuron have.
    const { found: [framework], others: unnamed } = this.frameworksIn(words.filter(isLeft));
    const left = unnamed.filter((word) => others.includes(word));
    // A vendor may be the owner of the model as well.
    const groups = found.filter(({ run }) => !this.models.exactly([...run, ...model.run].join(" ")));
    if (!groups.length && !framework) return undefined;
    return { ...model, groups, framework, workload: demandOf(left).workload, part: partOf(left),
      isPriced: asksForPrices(left),
      unread: left.filter(isUnread),
      besides: beside.some(isVersion) ? [others, beside] : [others] };
  }

  /* The answer on hardware without evidence: whether the model fits, and what is said of its software. */
  async withoutData(model, hardware) {
    if (sectionOf(model) !== "models") return [];
    const rows = rowsOn([hardware], await rowsIn("answers", model).catch(() => []));
    const found = rows.find((one) => one.instance === idOf(hardware)) ?? rows.find((one) => one.instance === null);
    const because = found?.software && `${found.software}.`;
    return found ? [{ outcome: found.answer, short: found.short, because }] : [];
  }

  /* What is known of a model today as answers with a framework, for a workload: which rows are without that, and which
     are about another. */
  async rowsOf(model, { framework, workload }) {
    // With vLLM is also with a plugin of that name, as vLLM Ascend.
    const titleOf = ({ framework: id }) => `${this.entries.get(pageOf("frameworks", id))?.title} `;
    const isWithIt = (one) => !framework || titleOf(one).startsWith(`${framework.title} `);
    const known = await this.today(model);
    return known?.map((row) => {
      const other = isWithIt(row) ? undefined : row.alternatives.find(isWithIt);
      const own = other ? { ...row, ...other, speed: null, speed_of: null, instances: [] } : row;
      return { ...own, lacks: !isWithIt(own), isOther: ![undefined, row.workload].includes(workload) };
    });
  }

  /* On how much of what was asked for something is known of a model, and a speed, where speeds are asked for. */
  async knownOf(model, { groups, ...asked }) {
    const rows = await this.rowsOf(model, asked) ?? [];
    const known = rows.filter(({ outcome, lacks, isOther }) => outcome !== "not-known" && !lacks && !isOther);
    const measured = asked.part === "benchmarks" ? known.filter(({ speed }) => speed) : [];
    const on = (some) => (groups.length ? groups.filter(({ entries }) => rowsOn(entries, some).length).length
      : Math.sign(some.length));
    return on(known) + on(measured);
  }

  /** The subjects with the one `model` that is answered, and as hits the `others` of its name: of its versions, the
      newest of those that most is known of. */
  async settled({ versions, alike, ...asked }) {
    const known = await Promise.all(versions.map((model) => this.knownOf(model, asked)));
    const model = versions[known.indexOf(Math.max(...known))];
    const on = singleOf(asked.groups).map(idOf).join();
    const others = [...versions, ...alike].filter((one) => one !== model)
      .map((page) => ({ page, location: addressOf(page, on), title: page.title, text: page.text }));
    return { ...asked, model, others, name: model.title.split("/").at(-1) };
  }

  /** The answers as hits; none where what is known could not be fetched. */
  async about({ groups, ...about }) {
    const rows = await this.rowsOf(about.model, about);
    if (!rows) return [];
    if (!groups.length) return this.best(about, rows.filter(({ lacks }) => !lacks));
    const hardware = singleOf(groups);
    const lines = groups.map(({ run, named, entries }) => {
      if (named) return this.on(about, entries, rows, hardware.length > 1);
      const here = rowsOn(entries, rows);
      // Of a vendor's name, which may be an owner's, nothing is said where nothing is known.
      const isOwner = this.models.known.some(({ owners }) => owners.some((owner) => owner.join() === run.join()));
      return here.length || isOwner ? this.best(about, here) : [this.hit(about, `“${run.join(" ")}”`, "", [])];
    });
    const hits = (await Promise.all(lines)).flat();
    if (!hits[0]?.lacks) return compared(about, hits, hardware);
    // Where nothing is known of the model with the software that is asked for: where it is, and what is said of that.
    const [there] = this.statedOf([about.framework], groups);
    const [best, ...others] = likeliestFirst(rows.filter(({ lacks }) => !lacks), about.part);
    const chips = best && [best, ...others.filter(({ short }) => short === best.short)]
      .map(({ accelerator }) => this.entries.get(pageOf("accelerators", accelerator)).title);
    if (best) hits[0].text.unshift(`On ${chips.join(", ")}: ${best.short}.`);
    return compared(about, there ? [...hits, { ...there, text: [there.text] }] : hits, hardware);
  }

  /* The best answers of some rows, one an accelerator: of those about what was asked for, if there are any. */
  best(about, rows) {
    const ordered = likeliestFirst(rows, about.part);
    const isNearest = (row) => row.isOther === ordered[0].isOther && row.lacks === ordered[0].lacks;
    const chips = [...new Set(ordered.filter(isNearest).map(({ accelerator }) => accelerator))].slice(0, MOST_LINES);
    return chips.map((chip) => {
      const { title } = this.entries.get(pageOf("accelerators", chip));
      return this.hit(about, title, chip, ordered.filter(({ accelerator }) => accelerator === chip));
    });
  }

  /* The answer on one accelerator or instance type. Where it does not run there, or was not measured where a speed is
     asked for, the best of its later generations comes first; or else, where it does not run, the best of its vendor
     second. */
  async on(about, [hardware, ...later], rows, areSeveral) {
    const chip = acceleratorOf(hardware);
    const here = rowsOn([hardware], rows).map((row) => onHardware(row, idOf(hardware)));
    const found = here.length ? likeliestFirst(here, about.part) : await this.withoutData(about.model, hardware);
    const hit = this.hit(about, hardware.title, idOf(hardware), found);
    const isEnough = (row) => isPositive(row) && (row.speed || about.part !== "benchmarks");
    const isBetter = isPositive(found[0]) || (about.part && found[0]?.speed) ? isEnough : isPositive;
    const [best] = isEnough(found[0]) ? [] : this.best(about, rowsOn(later, rows).filter(isBetter));
    if (best) return about.part === "limitations" ? [hit, best] : [best, hit];
    if (areSeveral || isPositive(found[0])) return [hit];
    const vendorOf = (id) => this.entries.get(pageOf("accelerators", id))?.vendor;
    const isLike = ({ accelerator }) => accelerator !== chip && vendorOf(accelerator) === vendorOf(chip);
    return [hit, ...this.best(about, rows.filter((row) => isPositive(row) && isLike(row))).slice(0, 1)];
  }

  /* The first of some rows as the answer, if it is about the workload that was asked for, and what others say in short.
     What does not fit for one workload is not said for the other as well. */
  hit({ model, name, workload, framework, part, isPriced }, where, on, rows) {
    const [first] = rows;
    const answer = first?.isOther ? undefined : first;
    const { label: refused } = this.outcomes.unsupported;
    const isSaid = (row) => row === answer || (answer && [answer, row].every((one) => isTooLarge(one, refused)));
    const others = rows.filter((row) => !isSaid(row) && row.lacks <= first.lacks);
    const { label, symbol, tone } = answer && !first.lacks ? termOf(this.outcomes, answer) : this.outcomes["not-known"];
    const forIt = workload ? ` for ${workload}` : "";
    const lacks = first?.lacks && `${this.outcomes["not-known"].label} with ${framework.title}${forIt}`;
    const software = framework && (answer && !lacks ? answer.framework : idOf(framework));
    const { speed } = answer ?? {};
    const lacking = [part === "benchmarks" && !speed && "throughput",
      isPriced && !speed?.includes("US dollars") && "cost"].filter(Boolean).join(" or ");
    return {
      where,
      accelerator: answer?.accelerator,
      measured: speed && answer.speed_of,
      lacks,
      location: addressOf(model, on, { part, workload, software, measured: answer?.speed_of }),
      title: `${name} on ${where}${answer?.short.includes(workload) ? "" : forIt}`,
      speed,
      // Evidence, the software, who disputes them, and other workloads, each in a line.
      text: [lacking && `No ${lacking} is on record.`, lacks && answer && `With other software: ${answer.short}.`,
        ...(answer?.because?.split("; ") ?? []),
        answer && disputeOf(answer) && `Contested: ${answer.contested}`,
        ...others.map((row) => [row.short, disputeOf(row)].filter(Boolean).join(": "))].filter(Boolean),
      outcome: { words: lacks || (answer?.short ?? label), symbol, tone },
    };
  }
}
