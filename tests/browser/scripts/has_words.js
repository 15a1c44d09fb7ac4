async ([address, cases]) => {
  const { hasWords } = await import(`${address}assets/numbers.js`);
  return cases.map(([typed, text]) => hasWords(text, typed));
}
