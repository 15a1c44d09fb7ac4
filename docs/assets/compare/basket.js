/* What a reader collects while the tab is open. */

import { button, element } from "../dom.js";

export const MOST = 4;
export const root = new URL("../../", import.meta.url);

export const held = () => JSON.parse(sessionStorage.comparison ?? '["",[]]');
export const hold = (...what) => { sessionStorage.comparison = JSON.stringify(what); };

export const address = (kind, ids, only) => `${root}compare/?${kind}=${ids}${only ? "&differences=1" : ""}`;

for (const place of document.querySelectorAll("[data-to-compare]")) {
  const { kind, id } = place.dataset;
  const link = element("a");
  const toggle = button("", () => {
    const [other, ids] = held();
    hold(kind, other !== kind ? [id] : ids.includes(id) ? ids.filter((one) => one !== id) : [...ids, id]);
    show();
  });
  const show = () => {
    const [other, ids] = held();
    const many = ids.length;
    const mixed = many && other !== kind;
    toggle.disabled = many === MOST && !mixed && !ids.includes(id);
    const own = ids.includes(id) ? "Remove from comparison" : "Add to comparison";
    toggle.textContent = mixed ? `Compare this instead of ${other}` : own;
    link.hidden = !many;
    link.textContent = `Compare (${many}${many === MOST ? ", the most" : ""})`;
    link.href = address(other, ids);
  };
  place.replaceChildren(toggle, " ", element("span", { role: "status" }, link));
  addEventListener("pageshow", show);
}
