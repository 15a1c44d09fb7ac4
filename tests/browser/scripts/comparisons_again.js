async (queries) => {
  const found = [];
  const read = async (asked) => {
    history.replaceState(null, "", location.pathname + asked);
    dispatchEvent(new PopStateEvent("popstate"));
    await Promise.resolve();
    const [kind, ids] = JSON.parse(sessionStorage.comparison);
    const only = [...document.forms].find((form) => form.elements.only).elements.only.checked;
    return `?${kind}=${ids}${only ? "&differences=1" : ""}`;
  };
  for (const asked of queries) {
    const once = await read(asked);
    const again = await read(once);
    if (once !== again) found.push([asked, once, again]);
  }
  return found;
}
