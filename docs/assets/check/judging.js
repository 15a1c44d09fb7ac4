/* What is known of each thing that a text names, the worst first: the same rules as `macros/stack/judging.py`. */

const NEAR = 90 * 24 * 3600 * 1000; // ms
const MOST_NAMED = 3;
const SAYS_NOTHING = ["fine", "no-notice"];
const OF_NEW_VERSIONS = ["fine", "preview"];

const listed = (names) =>
  names.length > MOST_NAMED ? `${names.length} releases from ${names[0]} to ${names.at(-1)}` : names.join(", ");

/** Whether a build is meant: 2.8 means 2.8.0.2.10.16998. What follows a plus is no part of a version here. */
const isBuild = (version, wanted) => `${version.split("+")[0]}.`.startsWith(`${wanted.split("+")[0]}.`);

/** Whether a version, or the beginning of one, may be of a line such as 2.8. */
function isOfLine(version, line) {
  const wanted = `${version.split("+")[0]}.`;
  return wanted.startsWith(`${line}.`) || `${line}.`.startsWith(wanted);
}

export const nameOf = ({ item: { name, version } }) => (version ? `${name} ${version}` : name);

/** A judge of what was read, by the content of `stack.json`, at a time. */
export function judge(data, now) {
  const releases = new Map(data.sdks.map((one) => [one.id, one]));
  const order = Object.keys(data.levels); // the worst first
  const worse = (one, other) => (order.indexOf(one) <= order.indexOf(other) ? one : other);
  const own = (records, name) => (Object.hasOwn(records, name) ? records[name] : undefined);
  const unknown = (item, more) => ({ level: "unknown", item, state: "not known here", sdks: [], ...more });
  const oldestFirst = [...releases.keys()];
  const platforms = [...new Set(data.sdks.map(({ platform }) => platform))];

  /** With the state of the record, or of the version that a notice names. */
  function stated(item, known, more) {
    const { ends, words = "no notice known", instead, page } = known;
    let level = SAYS_NOTHING.includes(known.level) ? "fine" : known.level;
    if (level === "announced" && ends) level = new Date(ends) - now <= NEAR ? "ending" : "fine";
    return { level, item, state: words, until: ends, instead, page, sdks: [], ...more };
  }

  function ofPackage(item, newestWithAll) {
    const known = own(data.packages, item.name);
    if (!known) return unknown(item);
    const { page, newest, fits, builds = {}, named = {} } = known;
    const whole = stated(item, known);
    if (item.version === null) {
      return whole.level === "fine" ? { ...whole, level: "unpinned", state: `${whole.state}; not pinned` } : whole;
    }
    const same = Object.keys(builds).filter((version) => isBuild(version, item.version));
    // What a notice says of a version holds if every build that may be meant is of it.
    const meant = same.length ? same : [item.version];
    const [nearest] = Object.keys(named).filter((one) => meant.every((version) => `${version}.`.startsWith(`${one}.`)))
      .sort((a, b) => b.length - a.length);
    let found = whole;
    if (nearest !== undefined) {
      const version = stated(item, { page, ...named[nearest] });
      // What has a page of its own is another product of this name.
      const isOther = named[nearest].page !== undefined;
      found = isOther || worse(version.level, whole.level) === version.level ? version : whole;
    } else if (!same.length && OF_NEW_VERSIONS.includes(whole.level)) {
      return notBuilt(whole, known);
    }
    const sdks = oldestFirst.filter((sdk) => same.some((version) => builds[version].includes(sdk)));
    const together = sdks.length ? `belongs to ${listed(sdks.map((sdk) => releases.get(sdk).name))}` : undefined;
    if (sdks.length && newest && found.page === page) found = withNewer(found, sdks, known, newestWithAll);
    return { ...found, together, sdks: fits ? sdks : [] };
  }

  /** A version that is in no SDK release, by what the package index has. */
  function notBuilt(whole, { page, newest, indexed }) {
    const { item, level, state } = whole;
    const told = newest ? `; the newest is ${newest}` : "";
    if (!indexed) return unknown(item, { page, state: `this version is not known here${told}` });
    const seen = `the newest in the package index on ${indexed.read}`;
    if (isBuild(indexed.version, item.version)) return { ...whole, state: `${state}; ${seen}` };
    if (item.version.split("+")[0].localeCompare(indexed.version, "en", { numeric: true }) < 0) {
      return { ...whole, level: worse(level, "older"), state: `older than ${indexed.version}, ${seen}` };
    }
    return unknown(item, { page, state: `this version is not known here; ${seen} is ${indexed.version}` });
  }

  /** A version that is fine or a beta, with the newer one that goes with the other packages of the text. Only where the
      newest is of a release that has not this one. */
  function withNewer(found, sdks, { builds, newest, fits }, newestWithAll) {
    const newestIn = builds[newest].at(-1);
    if (!OF_NEW_VERSIONS.includes(found.level) || sdks.includes(newestIn)) return found;
    const goesWith = fits ? newestWithAll.get(releases.get(newestIn).platform) : newestIn;
    // Nobody is sent back to an older release.
    const together = oldestFirst.indexOf(goesWith) < oldestFirst.indexOf(sdks.at(-1)) ? undefined : goesWith;
    const { date } = releases.get(sdks[0]);
    const said = [found.level === "preview" && found.state,
      date ? `of ${date}, no longer the newest` : "no longer the newest",
      sdks.includes(together) && "the newest that goes with the other packages"];
    const offered = sdks.includes(together) ? "" : buildsIn(new Set([together]), found).join(", ");
    return { ...found, level: worse(found.level, "older"), state: said.filter(Boolean).join("; "),
      instead: offered ? `${offered} with ${releases.get(together).name}` : undefined };
  }

  /** By SDK: its newest release that has every package of it that a text names; undefined where none has all. */
  function newestWithAllOf(items) {
    const named = items.filter(({ kind }) => kind === "package").map(({ name }) => releasesWith(name));
    return new Map(platforms.map((platform) => {
      const ofIt = oldestFirst.filter((sdk) => releases.get(sdk).platform === platform);
      const having = named.filter((sdks) => sdks.some((sdk) => ofIt.includes(sdk)));
      return [platform, ofIt.filter((sdk) => having.every((sdks) => sdks.includes(sdk))).at(-1)];
    }));
  }

  /** The SDK releases that have a package, up to that of its newest version: what comes later is not out. */
  function releasesWith(name) {
    const { builds = {}, newest, fits } = own(data.packages, name) ?? {};
    const last = newest ? oldestFirst.indexOf(builds[newest].at(-1)) : oldestFirst.length;
    const every = new Set(fits ? Object.values(builds).flat() : []);
    return oldestFirst.slice(0, last + 1).filter((sdk) => every.has(sdk));
  }

  /** An image by repository and tag. One that stands alone behind a registry may be a copy from any account. */
  function imageNamed(address) {
    const [host, ...rest] = address.split("@")[0].split("/");
    const path = rest.length && /[.:]/.test(host) ? rest.join("/") : [host, ...rest].join("/");
    if (Object.hasOwn(data.images, path) || path.includes("/")) return own(data.images, path);
    return Object.entries(data.images).find(([key]) => key.endsWith(`/${path}`))?.[1];
  }

  function finding(item, newestWithAll) {
    if (item.kind === "package") return ofPackage(item, newestWithAll);
    if (item.kind === "sdk") {
      const typed = item.name.toLowerCase();
      const known = data.sdks.find(({ name }) => [typed, `${typed}.0`].includes(name.toLowerCase()));
      if (!known) return unknown(item);
      const { date, instead, page, id } = known;
      const dated = date ? `of ${date}` : "date not published";
      return { level: instead ? "older" : "fine", item, state: dated, instead, page, sdks: [id] };
    }
    if (item.kind === "line") return { level: "unread", item, state: "nothing to check", sdks: [] };
    if (item.kind === "model") {
      // It has no state of its own: its page has one for each hardware.
      const page = data.models[item.name.toLowerCase()];
      return { level: "model", item, state: "its page says where it runs", page, sdks: [] };
    }
    const known = { image: imageNamed, instance: (name) => own(data.instances, name),
      "machine-image": (name) => own(data.machine_images, name) }[item.kind](item.name);
    return known ? stated(item, known, { sdks: known.sdk ? [known.sdk] : [] }) : unknown(item);
  }

  /** The versions of a package in some releases, without other products of its name. */
  function buildsIn(sdks, { item, page }) {
    const known = (item.kind === "package" && own(data.packages, item.name)) || {};
    return Object.keys(known.builds ?? {}).filter((version) =>
      (known.named?.[version]?.page ?? known.page) === page && known.builds[version].some((sdk) => sdks.has(sdk)));
  }

  /** The release of an SDK that a text is for: that of an image or named itself, else the one that has most of it.
      Undefined where everything agrees. */
  function wanted(found, platform) {
    const having = found.map(({ sdks }) => sdks.filter((sdk) => releases.get(sdk).platform === platform));
    const counts = new Map();
    for (const sdk of having.flat()) counts.set(sdk, (counts.get(sdk) ?? 0) + 1);
    if (!counts.size || Math.max(...counts.values()) === having.filter(({ length }) => length).length) return undefined;
    const said = found.findIndex(({ item }, place) => having[place].length && item.kind !== "package");
    if (said >= 0) return having[said][0];
    return [...counts].reduce((one, other) =>
      ((other[1] - one[1] || oldestFirst.indexOf(other[0]) - oldestFirst.indexOf(one[0])) > 0 ? other : one))[0];
  }

  /** Where no SDK release has everything, what is not of the one that it should be is a mismatch. */
  function withMismatches(found) {
    const wantedOn = new Map(platforms.map((platform) => [platform, wanted(found, platform)]));
    return found.map((one) => {
      const others = new Set(one.sdks.map((sdk) => wantedOn.get(releases.get(sdk).platform)).filter(Boolean));
      if (!others.size || one.sdks.some((sdk) => others.has(sdk))) return one;
      const [here, there] = [one.sdks, [...others].sort()].map((sdks) =>
        listed(sdks.map((sdk) => releases.get(sdk).name)));
      const fitting = buildsIn(others, one).join(", ");
      const together = `belongs to ${here}, other parts to ${there}` + (fitting && `, which has ${fitting}`);
      // The version that fits is told, and not the newest one as well.
      const instead = fitting && ["preview", "older"].includes(one.level) ? undefined : one.instead;
      return { ...one, level: worse(one.level, "mismatch"), together, instead };
    });
  }

  /** The first two numbers of the versions of a package that may be meant: 2.8 of 2.8.0.2.10.16998. */
  function linesOf(one) {
    const { version } = one.item;
    const builds = version === null ? []
      : buildsIn(new Set(oldestFirst), one).filter((build) => isBuild(build, version));
    return [...new Set(builds.map((build) => build.split(".").slice(0, 2).join(".")))];
  }

  /** The package whose version the versions of a package begin with; another product of its name has another page. */
  function baseOf({ item, page }) {
    const known = item.kind === "package" ? own(data.packages, item.name) : undefined;
    return known?.page === page ? known?.built_on : undefined;
  }

  /** What other packages of the text are built on says so; in another version than theirs it is a mismatch. */
  function withBases(found) {
    return found.map((one) => {
      const { name, version } = one.item;
      const built = found.filter((other) => version && baseOf(other) === name)
        .map((other) => [nameOf(other), linesOf(other)]).filter(([, lines]) => lines.length);
      const said = built.map(([of, lines]) => `${of} is built on ${name} ${lines.join(" or ")}`);
      const together = [one.together, ...said].filter(Boolean).join("; ") || undefined;
      const fits = built.every(([, lines]) => lines.some((line) => isOfLine(version, line)));
      return { ...one, level: fits ? one.level : worse(one.level, "mismatch"), together };
    });
  }

  return function findings(items) {
    const newestWithAll = newestWithAllOf(items);
    const found = items.map((item) => finding(item, newestWithAll));
    const pinned = new Set(found.filter(({ item }) => item.version).map(({ item }) => item.name));
    // A command that names a package whose version stands elsewhere says nothing of its own.
    const told = found.filter(({ item }) => item.kind !== "package" || item.version || !pinned.has(item.name));
    return withBases(withMismatches(told)).sort((a, b) =>
      order.indexOf(a.level) - order.indexOf(b.level) || a.item.line - b.item.line);
  };
}
