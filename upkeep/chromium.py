"""A Chromium for tests and measurements: one that is there, or one that `python -m upkeep.chromium` installs."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from playwright.sync_api import sync_playwright

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")

ARGUMENTS = (
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-sync",
    "--no-first-run",
    # Chromium refuses to start its sandbox as root.
    *(["--no-sandbox"] if hasattr(os, "geteuid") and os.geteuid() == 0 else []),
)
"""How the tests start it: nothing but the pages under test may reach for the network."""


class NoChromiumError(Exception):
    """There is no Chromium, and none could be installed."""


def candidates() -> Iterator[tuple[str, str]]:
    """Where one may be, and how it was found."""
    if chosen := os.environ.get("CHROMIUM"):
        yield chosen, "the variable CHROMIUM"
        return
    for name in NAMES:
        if path := shutil.which(name):
            yield path, f"the command {name}"
    with sync_playwright() as playwright:
        bundled = playwright.chromium.executable_path
    if Path(bundled).exists():
        yield bundled, "Playwright's own"


def version(path: str) -> str | None:
    """What it calls itself; None where it does not start, or is something else."""
    try:
        done = subprocess.run([path, "--version"], capture_output=True, text=True, check=False)
    except OSError:
        return None
    name = done.stdout.strip()
    return name if done.returncode == 0 and "Chrom" in name else None


def find() -> tuple[str, str] | None:
    """A Chromium that starts, and what to say of it; None if there is none."""
    for path, how in candidates():
        if name := version(path):
            return path, f"{name}: {path}, {how}"
    return None


def installers() -> Sequence[Sequence[Sequence[str]]]:
    """Ways to install one, best first, each a list of commands."""
    own = [[sys.executable, "-m", "playwright", "install", "chromium"]]
    if hasattr(os, "geteuid") and os.geteuid() == 0 and shutil.which("apt-get"):
        packages = [["apt-get", "update"], ["apt-get", "install", "--yes", "--no-install-recommends", "chromium"]]
        return [packages, own]
    return [own]


def install(commands: Sequence[Sequence[str]]) -> None:
    """Runs the commands of one way to install, saying so, until one fails."""
    for command in commands:
        print(f"Installing a Chromium: {' '.join(command)}", flush=True)
        environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
        if subprocess.run(command, check=False, stdout=sys.stderr, env=environment).returncode:
            return


def ensure() -> str:
    """The path of a Chromium that starts, installed if need be. Raises NoChromiumError if that fails too."""
    found = find()
    if found is None and (chosen := os.environ.get("CHROMIUM")):
        raise NoChromiumError(f"CHROMIUM is set to {chosen}, which does not start as a Chromium.")
    ways = iter(installers())
    while found is None and (commands := next(ways, None)):
        install(commands)
        found = find()
    if found is None:
        raise NoChromiumError(
            "No Chromium was found and none could be installed. Install one (`apt-get install chromium`, or"
            " `python -m playwright install --with-deps chromium`), or set CHROMIUM to the path of one."
        )
    path, words = found
    print(f"Found {words}", flush=True)
    return path


if __name__ == "__main__":
    try:
        ensure()
    except NoChromiumError as error:
        sys.exit(str(error))
