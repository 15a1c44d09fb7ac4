/* The theme's search with queries put more exactly. Loaded in place of the theme's worker, whose file name follows
   the question mark of this one's address.

   Every word must be met, as typed or as the beginning of a longer one, and a whole word counts far more. When no page
   has them all and there were blanks between them, any of them will do, single letters and figures aside. */

const [SETUP, , QUERY, RESULT] = [0, 1, 2, 3];
const WHOLE = 20;
const LETTER = 10;
const post = self.postMessage.bind(self);
let separator = /[\s\-]+/;
let loose = "";

function wordsOf(text) {
  const words = text.toLowerCase().replace(/[*^~+:\\]/g, " ").split(separator).filter((word) => /[\p{L}\p{N}]/u.test(word));
  const telling = words.filter((word) => self.lunr.stopWordFilter(word));
  return telling.length ? telling : words;
}

/** Each word, as the beginning of another where it is long enough or last, and with more weight as a whole. */
const exact = (words, mark) =>
  words.map((word, at) => (word.length > 1 || at === words.length - 1 ? `${mark}${word}* ${word}^${WHOLE}` : `+${word}^${LETTER}`)).join(" ");

addEventListener("message", ({ data: message }) => {
  if (message.type === SETUP) separator = new RegExp(message.data.config.separator);
  if (message.type !== QUERY) return;
  const words = wordsOf(message.data);
  const telling = words.filter((word) => /[a-z].|\d\D/.test(word));
  loose = message.again || !/\S\s+\S/.test(message.data) ? "" : exact(telling, "");
  if (!message.again) message.data = exact(words, "+");
});

self.postMessage = (message) => {
  const again = message.type === RESULT && !message.data.items.length && loose;
  if (again) dispatchEvent(new MessageEvent("message", { data: { type: QUERY, data: again, again: true } }));
  else post(message);
};

importScripts(`javascripts/workers/search.${location.search.slice(1)}`);
