"""A Chromium for tests and measurements: one that is there, or one that `python -m upkeep.chromium` installs."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence

from playwright.sync_api import sync_playwright

NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
"""The shell first: it is the same engine without a browser's windows, and runs the tests in two thirds of the time."""
IS_ROOT = hasattr(os, "geteuid") and os.geteuid() == 0
ARGUMENTS = (
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-sync",
    "--no-first-run",
    # Chromium refuses to start its sandbox as root.
    *(["--no-sandbox"] if IS_ROOT else []),
)
"""How the tests start it: nothing but the pages under test may reach for the network."""

APT = (("apt-get", "update"), ("apt-get", "install", "--yes", "--no-install-recommends", "chromium-headless-shell"))
PLAYWRIGHT = ((sys.executable, "-m", "playwright", "install", "chromium"),)


class NoChromiumError(Exception):
    """There is no Chromium, and none could be installed."""


def ensure() -> str:
    """The path of a Chromium that starts, installed if need be. Raises NoChromiumError if that fails too."""
    chosen = os.environ.get("CHROMIUM")
    ways: list[Sequence[Sequence[str]]] = [PLAYWRIGHT]
    if IS_ROOT and shutil.which("apt-get"):
        ways = [APT, PLAYWRIGHT]
    for commands in ((), *(ways if not chosen else ())):
        _install(commands)
        for path in [chosen] if chosen else _candidates():
            if name := _version(path):
                print(f"Found {name}: {path}", flush=True)
                return path
    if chosen:
        raise NoChromiumError(f"CHROMIUM is set to {chosen}, which does not start as a Chromium.")
    raise NoChromiumError(
        "No Chromium was found and none could be installed. Install one (`apt-get install chromium-headless-shell`, or"
        " `python -m playwright install --with-deps chromium`), or set CHROMIUM to the path of one."
    )


def _candidates() -> Iterator[str]:
    yield from filter(None, map(shutil.which, NAMES))
    with sync_playwright() as playwright:
        bundled = playwright.chromium.executable_path
    yield bundled


def _version(path: str) -> str | None:
    """What it calls itself; None where it does not start, or is something else."""
    try:
        done = subprocess.run([path, "--version"], capture_output=True, text=True, check=False)
    except OSError:
        return None
    name = done.stdout.strip()
    return name if done.returncode == 0 and "Chrom" in name else None


def _install(commands: Sequence[Sequence[str]]) -> None:
    """Runs the commands of one way to install, saying so, until one fails."""
    for command in commands:
        print(f"Installing a Chromium: {' '.join(command)}", flush=True)
        environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
        if subprocess.run(command, check=False, stdout=sys.stderr, env=environment).returncode:
            return


if __name__ == "__main__":
    try:
        ensure()
    except NoChromiumError as error:
        sys.exit(str(error))
