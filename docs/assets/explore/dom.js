/* Elements, made without a word of HTML in a string. */

/** An element with properties (`on…` listeners, `data-…` and `aria-…` attributes included) and children. */
export function element(tag, properties = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (value === false || value === null || value === undefined) continue;
    if (name.startsWith("on")) made.addEventListener(name.slice(2), value);
    else made.setAttribute(name, value === true ? "" : value);
  }
  made.append(...children.filter((child) => child !== null && child !== undefined));
  return made;
}

/** Puts children in place of those that were there, and the focus back where it was. */
export function replace(parent, children) {
  const focused = parent.contains(document.activeElement) ? document.activeElement : null;
  parent.replaceChildren(...children);
  if (focused && parent.contains(focused)) focused.focus();
}
