async ([address, cases]) => {
  const { hasWords, searched } = await import(`${address}assets/numbers.js`);
  return cases.map(([typed, text]) => hasWords(searched(text), typed));
}
