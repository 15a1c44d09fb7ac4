/* A table that fits its frame does not scroll in it: it needs no tab stop, and its header can stay under the page's. */

const watcher = new ResizeObserver((entries) => {
  for (const { target } of entries) judge(target);
});

function judge(frame) {
  const fits = frame.scrollWidth <= frame.clientWidth && !frame.classList.contains("tall");
  frame.classList.toggle("fits", fits);
  const scrolls = !fits && (frame.scrollWidth > frame.clientWidth || frame.scrollHeight > frame.clientHeight);
  if (scrolls) frame.setAttribute("tabindex", "0");
  else frame.removeAttribute("tabindex");
}

export function watch() {
  watcher.disconnect();
  for (const frame of document.querySelectorAll(".frame")) watcher.observe(frame);
}

if (window.document$) window.document$.subscribe(watch);
else watch();
