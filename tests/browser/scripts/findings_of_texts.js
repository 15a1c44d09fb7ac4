/* The findings of the page's scripts, in the form of the command's JSON. */
async ({ root, data, texts, now }) => {
  const [{ reader }, { judge }] = await Promise.all(["reading", "judging"]
    .map((name) => import(`${root}assets/check/${name}.js`)));
  const [read, findings] = [reader(data), judge(data, Date.parse(now))];
  const told = ({ level, item: { kind, name, version, line }, state, until, instead, together, page }) =>
    ({ level, kind, name, version, line, state, until: until ?? null, instead: instead ?? null,
      together: together ?? null, page: page ?? null });
  return Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, findings(read(text)).map(told)]));
}
