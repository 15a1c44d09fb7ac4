"""How the tests find a Chromium, or fail with a message."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.places import PROJECT


def ask(chosen: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "CHROMIUM": chosen}
    command = [sys.executable, "-m", "upkeep.chromium"]
    return subprocess.run(command, cwd=PROJECT, env=environment, capture_output=True, text=True, check=False)


@pytest.mark.parametrize("chosen", ["/no/such/browser", sys.executable, str(PROJECT)])
def test_a_program_that_is_no_chromium_is_refused(chosen: str) -> None:
    done = ask(chosen)
    assert done.returncode == 1
    assert done.stderr == f"CHROMIUM is set to {chosen}, which does not start as a Chromium.\n"


def test_the_chromium_that_is_found_is_named(tmp_path: Path) -> None:
    program = tmp_path / "browser"
    program.write_text("#!/bin/sh\necho Chromium 1.2.3\n", "utf-8")
    program.chmod(0o755)
    done = ask(str(program))
    assert done.returncode == 0
    assert done.stdout == f"Found Chromium 1.2.3: {program}, the variable CHROMIUM\n"
