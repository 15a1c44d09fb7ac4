/* What a text names: packages with their versions, images, instance types, machine images, models and SDK releases; and
   the lines with nothing to check. The same reading as `macros/stack/reading.py`, with the same regular expressions;
   `tests/golden/stack/` tries both. */

const LONGEST_WORD = 300;
export const LINE_BREAK = /\r\n|[\n\r\v\f\x1c-\x1e\x85\u2028\u2029]/;
/* A line in which nothing is to be tidied, as most lines of a list of packages: asked first, it saves half the time. */
const TIDY = /^[^\s#/;[\](){}"'`,|\\&]*$/;

const normal = (name) => name.replace(/[-_.]+/g, "-").toLowerCase();
const lastOf = (word) => word.split(/[=:]/).at(-1);
const item = (kind, name, line, version = null) => ({ kind, name, version, line });

/** A reader of texts, by the content of `stack.json`. */
export function reader(data) {
  const pattern = Object.fromEntries(Object.entries(data.patterns).map(([name, one]) => [name, new RegExp(one, "i")]));
  const all = Object.fromEntries(["use", "operator", "quotes", "then", "breaks", "extras"]
    .map((name) => [name, new RegExp(data.patterns[name], "gi")]));
  const sdkNames = data.sdk_names.map((name) => name.replace(/[^\w ]/g, "\\$&")).join("|");
  const sdk = new RegExp(`\\b(${sdkNames}) ?v?(\\d+(?:\\.\\d+)+)`, "gi");
  const isWord = (word) => word !== "&&";
  const machineImages = Object.keys(data.machine_images);
  const has = (records, name) => Object.hasOwn(records, name);

  /* A line without comment, quotes, extras and brackets, and with one blank for several. */
  function tidied(written) {
    if (TIDY.test(written)) return written;
    const line = written.replace(/\s+/g, " ").replace(pattern.comment, "").replace(pattern.marker, "")
      .replace(all.extras, "").replace(pattern.inline_version, "=");
    return line.replace(all.quotes, "").replace(all.then, " && ").replace(all.breaks, " ").replace(/\s+/g, " ")
      .replace(all.operator, "$1").trim();
  }

  function machine(word, line) {
    const last = lastOf(word).toLowerCase().replace(/^ml\./, "");
    if (has(data.instances, last) || pattern.machine.test(last)) return item("instance", last, line);
    return pattern.machine_id.test(last) && item("machine-image", last, line);
  }

  function model(word, line) {
    const last = lastOf(word);
    return has(data.models, last.toLowerCase()) && item("model", last, line);
  }

  function image(word, line, hasImages) {
    if (!/[:@]/.test(word)) return false;
    if (word.includes("://") && !/^(?:docker|oci):\/\//.test(word)) return false;
    const address = word.split(/=|:\/\//).at(-1);
    const found = pattern.image.exec(address);
    return found && (found[2] || found[3]) && (found[1].includes("/") || hasImages) && item("image", address, line);
  }

  function named(word, line, isListed, isAlone) {
    const found = pattern.requirement.exec(word);
    if (!found) return isAlone && pattern.name.test(word) && item("package", normal(word), line);
    const [, written, operator, version] = found;
    const name = normal(written);
    if (operator === "=" && !has(data.packages, name) && !isListed) {
      // A list may begin on the line of its name.
      return pattern.requirement.test(version) && named(version, line, false, false);
    }
    const exact = operator.startsWith("=") ? pattern.exact.exec(version) : null;
    return item("package", name, line, exact?.[1]);
  }

  function ofLine(line, number) {
    const words = line.replace(/^- /, "").split(" ").filter((word) => word && word.length <= LONGEST_WORD);
    const [hasImages, installs] = [pattern.image_line.test(line), pattern.install.test(line)];
    const isListed = pattern.conda.test(line) || installs;
    const isAlone = words.filter(isWord).length === 1;
    const found = words.map((word) => machine(word, number) || model(word, number) || image(word, number, hasImages)
      || named(word, number, isListed, isAlone && isWord(word))).filter(Boolean);
    if (installs) {
      const after = words.slice(words.findIndex((word) => word === "install" || word === "add") + 1);
      const end = after.findIndex((word) => !isWord(word));
      found.push(...after.slice(0, end < 0 ? undefined : end).filter((word) => pattern.name.test(word))
        .map((word) => item("package", normal(word), number)));
    }
    for (const [, name, version] of line.matchAll(sdk)) found.push(item("sdk", `${name} ${version}`, number));
    return found;
  }

  /** Each thing once, at its first line. */
  return function read(text) {
    const [variables, seen, found] = [new Map(), new Set(), []];
    const known = (use, name) => variables.get(name) ?? use;
    let repository = null;
    const imagesHere = machineImages.filter((name) => text.includes(name));
    text.split(LINE_BREAK).forEach((written, place) => {
      const number = place + 1;
      let line = tidied(written.includes("$") ? written.replace(all.use, known) : written);
      const stated = pattern.variable.exec(line);
      if (stated) variables.set(stated[1], stated[2]);
      const [repositoryHere, tag] = [pattern.repository.exec(line), pattern.tag.exec(line)];
      if (repositoryHere) repository = repositoryHere[1];
      else if (repository && tag) [line, repository] = [`image: ${repository}:${tag[1]}`, null];
      const images = imagesHere.filter((name) => written.includes(name))
        .map((name) => item("machine-image", name, number));
      const here = [...images, ...ofLine(line, number)];
      if (line && !here.length && !repositoryHere) here.push(item("line", `line ${number}`, number));
      for (const one of here) {
        const key = `${one.kind} ${one.name} ${one.version}`;
        if (!seen.has(key)) found.push(one);
        seen.add(key);
      }
    });
    return found;
  };
}
