"""What hosts send with the site's files, written for hosts that read it from a file at the site's root.

`_headers` is read by Netlify, Cloudflare Pages and others that took its form over, `.htaccess` by Apache and its kin,
and `headers.nginx.conf` by whoever includes it in nginx's configuration. Vercel and Firebase read such settings from
the project that is deployed and not from the folder that is served, and GitHub Pages reads none: there the policy in
each page holds.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from macros.rendering import Renderer

Headers = tuple[tuple[str, str], ...]

FOREVER = "public, max-age=31536000, immutable"
"""Seconds of a year, for files whose names change with their content."""

FROM_ANYWHERE = ("Cross-Origin-Resource-Policy", "cross-origin")
"""Badges are pictures on other sites' pages, and notebooks in browsers read the API."""

NAMED_BY_CONTENT = re.compile(r"\.[0-9a-f]{8}\.min\.(?:js|css)$")

TEMPLATES = {
    "_headers": "hosts/_headers.jinja",
    ".htaccess": "hosts/htaccess.jinja",
    "headers.nginx.conf": "hosts/nginx.jinja",
}
"""By path from the site's root."""


@dataclass(frozen=True)
class HeaderRule:
    """Which headers some files are sent with, besides those of other rules that are about them too."""

    path: str
    """From the site's root; ends in `*` where it stands for everything below."""
    headers: Headers

    @property
    def expression(self) -> str:
        """Finds the files' addresses under whatever path the site is served."""
        return re.escape(self.path[:-1]) if self.path.endswith("*") else f"{re.escape(self.path)}$"


def rules(policy: str, assets: Iterable[str]) -> tuple[HeaderRule, ...]:
    """No two of them give one file the same header, as hosts would send both.

    `assets` are the paths of the theme's files, from the site's root.
    """
    everywhere = (
        ("Content-Security-Policy", policy),
        ("X-Content-Type-Options", "nosniff"),
        ("Referrer-Policy", "strict-origin-when-cross-origin"),
        ("Permissions-Policy", "camera=(), geolocation=(), microphone=(), payment=(), usb=()"),
        ("Cross-Origin-Opener-Policy", "same-origin"),
    )
    assets_for_ever = [name for name in sorted(assets) if NAMED_BY_CONTENT.search(name)]
    return (
        HeaderRule("/*", everywhere),
        HeaderRule("/api/*", (("Access-Control-Allow-Origin", "*"), FROM_ANYWHERE)),
        HeaderRule("/badges/*", (FROM_ANYWHERE,)),
        *(HeaderRule(f"/{name}", (("Cache-Control", FOREVER),)) for name in assets_for_ever),
    )


def header_files(renderer: Renderer, policy: str, assets: Iterable[str]) -> Iterator[tuple[str, bytes]]:
    """The header files: their paths from the site's root, and their contents."""
    everywhere, *others = rules(policy, assets)
    for path, template in TEMPLATES.items():
        yield path, f"{renderer.render(template, '', everywhere=everywhere, others=others).rstrip()}\n".encode()
