() => {
  const wide = document.documentElement.clientWidth;
  return [document.documentElement.scrollWidth - wide, document.body.scrollWidth - wide];
}
