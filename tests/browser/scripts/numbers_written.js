async ([address, figures, texts]) => {
  const { compare, number, sortedBy } = await import(`${address}assets/numbers.js`);
  return [figures.map(number), texts.sort((one, other) => compare(sortedBy(one), sortedBy(other)))];
}
