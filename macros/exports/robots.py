"""robots.txt: crawlers may fetch everything."""

from __future__ import annotations

from collections.abc import Iterator

PATH = "robots.txt"


def files(site_url: str) -> Iterator[tuple[str, bytes]]:
    """Path and content. The sitemap is named only where the site has an absolute address."""
    lines = ["User-agent: *", "Allow: /"]
    if site_url:
        lines += ["", f"Sitemap: {site_url}sitemap.xml"]
    yield PATH, "".join(f"{line}\n" for line in lines).encode()
