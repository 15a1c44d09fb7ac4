async ([worker, queries]) => {
  const asked = (window.asked ??= new Worker(worker, { type: "module" }));
  const answers = [];
  for (const typed of queries) {
    asked.postMessage(typed);
    const { hits = [] } = await new Promise((resolve) => { asked.onmessage = ({ data }) => resolve(data); });
    const pages = [...new Set(hits.filter(({ outcome }) => !outcome).map(({ location }) => location.split("#")[0]))];
    const [{ outcome, title, location } = {}] = hits;
    answers.push({ pages: pages.slice(0, 3), answer: outcome ? [location, `${title}: ${outcome.words}`] : null });
  }
  return answers;
}
