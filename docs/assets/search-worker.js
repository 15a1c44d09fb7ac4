/* The search box's worker, in place of the theme's: the same messages, another search behind them. */

const [SETUP, READY, QUERY, RESULT] = [0, 1, 2, 3];
let answer;

addEventListener("message", async ({ data: { type, data } }) => {
  if (type === SETUP) {
    const { answering } = await import("./search/answering.js");
    answer = answering(data.config);
    postMessage({ type: READY });
  }
  if (type === QUERY) postMessage({ type: RESULT, data: await answer(data) });
});
