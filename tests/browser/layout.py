"""Sizes of screens, and what does not fit into them."""

from __future__ import annotations

from playwright.sync_api import ViewportSize

PHONE = ViewportSize(width=360, height=740)

OVERFLOWING = """() => {
  const wide = document.documentElement.clientWidth;
  return [document.documentElement.scrollWidth - wide, document.body.scrollWidth - wide];
}"""
"""By how many pixels a page is wider than the screen."""

OPEN_FOLDS = """async () => {
  document.querySelectorAll('article details').forEach((fold) => (fold.open = true));
  for (const frame of [1, 2]) await new Promise((done) => requestAnimationFrame(() => done(frame)));
}"""
"""Opens every fold, and ends when the tables in them have been measured."""
