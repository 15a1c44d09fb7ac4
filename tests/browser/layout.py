"""Sizes of screens, and what does not fit into them."""

from __future__ import annotations

from playwright.sync_api import ViewportSize

PHONE = ViewportSize(width=360, height=740)

OVERFLOWING = """() => {
  const wide = document.documentElement.clientWidth;
  return [document.documentElement.scrollWidth - wide, document.body.scrollWidth - wide];
}"""
"""By how many pixels a page is wider than the screen."""

OPEN_FOLDS = "() => document.querySelectorAll('article details').forEach((fold) => (fold.open = true))"
