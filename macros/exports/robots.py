"""What crawlers may fetch: everything, and where the list of it is."""

from __future__ import annotations

from collections.abc import Iterator

PATH = "robots.txt"


def files(site_url: str) -> Iterator[tuple[str, bytes]]:
    """The file. The sitemap needs an absolute address: without one of the site, it is left out."""
    lines = ["User-agent: *", "Allow: /"]
    if site_url:
        lines += ["", f"Sitemap: {site_url}sitemap.xml"]
    yield PATH, "".join(f"{line}\n" for line in lines).encode()
