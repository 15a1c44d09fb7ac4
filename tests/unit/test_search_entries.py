"""The files that the site search reads."""

from __future__ import annotations

import json

from macros.exports.search_entries import ENTRIES, INDEX, files

SETTINGS = {"lang": ["en"], "separator": r"[\s\-]+", "fields": {"title": {"boost": 20}, "text": {"boost": 1}}}
PAGE = {"location": "models/shuttle/", "title": "shuttle", "text": "<p>12 × Ü</p>", "tags": ["S-1"], "boost": 4.0}
SECTION = {"location": "memory/#72b", "title": "72B &amp; more", "text": "", "boost": 8}


def test_settings_and_entries_are_in_separate_files() -> None:
    written = dict(files(SETTINGS, [PAGE, SECTION]))
    assert json.loads(written[INDEX]) == {"config": SETTINGS, "docs": []}
    assert json.loads(written[ENTRIES]) == [PAGE, SECTION]
    assert written.keys() == {INDEX, ENTRIES}


def test_the_file_of_settings_does_not_grow_with_the_entries() -> None:
    few, many = dict(files(SETTINGS, [PAGE])), dict(files(SETTINGS, [PAGE] * 10_000))
    assert few[INDEX] == many[INDEX]


def test_entries_are_written_without_blanks_and_escapes() -> None:
    assert (
        dict(files(SETTINGS, [PAGE]))[ENTRIES].decode()
        == '[{"location":"models/shuttle/","title":"shuttle","text":"<p>12 × Ü</p>","tags":["S-1"],"boost":4.0}]\n'
    )
