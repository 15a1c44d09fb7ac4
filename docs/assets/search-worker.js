/* The search box's worker, in place of the theme's: the same messages, another search behind them. */

const [SETUP, READY, QUERY, RESULT] = [0, 1, 2, 3];
let ready;

const load = async ({ config }) => (await import("./search/answering.js")).answering(config);

addEventListener("message", async ({ data: { type, data } }) => {
  if (type === SETUP) {
    ready = load(data);
    await ready;
    postMessage({ type: READY });
  }
  if (type === QUERY) {
    // Whoever types at once asks before all of it is there, and the theme asks for the same only once.
    const answer = await ready;
    postMessage({ type: RESULT, data: await answer(data) });
  }
});
