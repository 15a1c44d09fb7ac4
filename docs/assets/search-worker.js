/* The theme's search with queries put more exactly. Loaded in place of the theme's worker, whose file name follows
   the question mark of this one's address.

   A page that goes by exactly what was typed comes first. Every word must be met, as typed or as the beginning of a longer one, and a whole word counts far more. When no page
   has them all and there were blanks between them, one will do that tells something: v100 or 1.13.1, but not 7b. */

const [SETUP, , QUERY, RESULT] = [0, 1, 2, 3];
const WHOLE = 20;
const LETTER = 10;
const post = self.postMessage.bind(self);
let separator = /[\s\-]+/;
let loose = "";
let asked = "";

function wordsOf(text) {
  const parts = text.toLowerCase().replace(/[*^~+:\\]/g, " ").split(separator);
  const words = parts.filter((word) => /[\p{L}\p{N}]/u.test(word));
  const telling = words.filter((word) => self.lunr.stopWordFilter(word));
  return telling.length ? telling : words;
}

/** Each word, as the beginning of another where it is long enough or last, and with more weight as a whole. */
const strict = (words) =>
  words.map((word, at) => {
    const mayGoOn = word.length > 1 || at === words.length - 1;
    return mayGoOn ? `+${word}* ${word}^${WHOLE}` : `+${word}^${LETTER}`;
  });

/* The theme's worker itself takes a plain word for the beginning of another. */
const anyOf = (words) => words.filter((word) => /^\p{L}.|..\D/u.test(word)).map((word) => `${word} ${word}^${WHOLE}`);

/** Whether a page goes by exactly the name that was typed. The theme gives names as HTML. */
const isNamed = ([{ title, tags = [] }]) =>
  [title, ...tags].some((name) => wordsOf(name.replace(/<[^>]*>/g, "")).join(" ") === asked);

addEventListener("message", ({ data: message }) => {
  if (message.type === SETUP) separator = new RegExp(message.data.config.separator);
  if (message.type !== QUERY || message.again) return;
  const words = wordsOf(message.data);
  loose = /\S\s+\S/.test(message.data) ? anyOf(words).join(" ") : "";
  asked = words.join(" ");
  message.data = strict(words).join(" ");
});

self.postMessage = (message) => {
  const data = message.type === RESULT && !message.data.items.length && loose;
  loose = "";
  if (message.type === RESULT) message.data.items.sort((a, b) => isNamed(b) - isNamed(a));
  if (data) dispatchEvent(new MessageEvent("message", { data: { type: QUERY, data, again: true } }));
  else post(message);
};

importScripts(`javascripts/workers/search.${location.search.slice(1)}`);
