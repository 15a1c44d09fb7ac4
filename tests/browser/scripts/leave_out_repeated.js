() => {
  const shape = (element) => {
    const seen = new Map();
    for (const child of [...element.children]) {
      const of = shape(child);
      seen.set(of, (seen.get(of) ?? 0) + 1);
      if (seen.get(of) > 1 && !child.matches("label, input")) child.remove();
    }
    const names = element.getAttributeNames().filter((name) => name !== "class");
    return `${element.tagName}.${element.getAttribute("class")}[${names}](${[...seen.keys()]})`;
  };
  shape(document.body);
}
