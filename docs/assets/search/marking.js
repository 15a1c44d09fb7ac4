/* What was found, marked in the HTML of an entry. */

const MOST_PARTS = 2;

/* The tags as they are, and between them and what lies between words, each word marked that was found. */
function marked(html, between, words) {
  let done = 0;
  let made = "";
  const word = (end) => {
    const text = html.slice(done, end);
    return words.has(text.toLowerCase()) ? `<mark>${text}</mark>` : text;
  };
  for (const { index, 0: gap } of html.matchAll(between)) {
    made += word(index) + gap;
    done = index + gap.length;
  }
  return made + word(html.length);
}

/* The outermost elements of a text, and what stands between them. */
function partsOf(html) {
  const parts = [""];
  let depth = 0;
  for (const piece of html.split(/(<[^>]*>)/)) {
    const ends = piece.startsWith("</");
    const starts = !ends && piece.startsWith("<");
    if (starts && depth === 0) parts.push("");
    depth += starts - ends;
    parts[parts.length - 1] += piece;
    if (ends && depth === 0) parts.push("");
  }
  return parts;
}

/** An entry as it is shown: with marks, and of its text the first parts that have one, if any has. */
export function shown({ entry, found }, separator) {
  const words = new Set(found.map(({ word }) => word));
  const between = new RegExp(`<[^>]*>|${separator}`, "g");
  const mark = (html) => marked(html, between, words);
  const parts = partsOf(entry.text).map(mark).filter((part) => part.includes("<mark>"));
  const text = parts.length ? parts.slice(0, MOST_PARTS).join("") : entry.text;
  return { ...entry, title: mark(entry.title), text, ...(entry.tags && { tags: entry.tags.map(mark) }) };
}
