"""Work in a second process: its result, its errors, and its end."""

from __future__ import annotations

import errno
import multiprocessing
import os
import signal
from pathlib import Path

import pytest

from macros.site.background import Background, BackgroundError


@pytest.fixture(params=["fork", "spawn"])
def forking(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> bool:
    """Whether processes can be forked: they can, or the machine seems to know only another way."""
    if request.param == "spawn":
        monkeypatch.setattr(multiprocessing, "get_all_start_methods", lambda: ["spawn"])
    return str(request.param) in multiprocessing.get_all_start_methods() and request.param == "fork"


@pytest.mark.usefixtures("forking")
def test_the_result_is_that_of_the_work() -> None:
    loaded = {"models": ["a", "b"]}
    assert Background(lambda: [*loaded["models"], "c"]).result() == ["a", "b", "c"]


@pytest.mark.usefixtures("forking")
def test_an_error_of_the_file_system_is_raised_as_it_was(tmp_path: Path) -> None:
    missing = tmp_path / "missing" / "file"
    with pytest.raises(FileNotFoundError) as raised:
        Background(missing.read_bytes).result()
    assert (raised.value.errno, raised.value.filename) == (errno.ENOENT, str(missing))


def fail() -> None:
    raise ValueError("no such model")


def test_another_error_is_raised_with_its_type_and_message() -> None:
    with pytest.raises(BackgroundError, match=r"^ValueError: no such model$"):
        Background(fail).result()


def test_a_process_that_ended_early_is_reported_with_its_exit_code() -> None:
    with pytest.raises(BackgroundError, match="exit code 3"):
        Background(lambda: os._exit(3)).result()


def test_the_process_leaves_ctrl_c_to_the_one_that_started_it() -> None:
    assert Background(lambda: signal.getsignal(signal.SIGINT)).result() == signal.SIG_IGN


def test_cancelled_work_ends() -> None:
    reader, writer = multiprocessing.Pipe(duplex=False)

    def work() -> None:
        writer.send(os.getpid())
        signal.pause()

    background = Background(work)
    process = reader.recv()
    background.cancel()
    with pytest.raises(ProcessLookupError):
        os.kill(process, 0)
