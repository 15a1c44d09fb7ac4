async ([address, lines]) => {
  const { readNames } = await import(`${address}assets/names.js`);
  const names = await readNames(new URL(address));
  const of = { model: names.models, hardware: names.hardware };
  return lines.map(([question, typed]) => {
    const { answer, found } = of[question].meant(typed);
    return [answer, found[0]?.kind ?? "", found.flatMap(({ ids }) => ids)];
  });
}
