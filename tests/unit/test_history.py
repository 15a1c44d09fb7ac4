"""The history of the data in git: on the page of changes, on the pages of models, in the feed, and as the edition."""

from __future__ import annotations

import datetime
import subprocess
from collections.abc import Mapping
from pathlib import Path
from shutil import copytree
from xml.etree import ElementTree as ET

import pytest

from macros.history import History, read_history
from macros.history.repository import Repository
from macros.site.state import Site
from tests.conftest import EditSite
from tests.support.export_files import exported
from tests.support.git_repository import Repo, without_git
from tests.support.html_tree import read_html
from tests.support.places import MADE_UP
from tests.support.render_page import read, rendered

ATOM = "{http://www.w3.org/2005/Atom}"
XHTML = "{http://www.w3.org/1999/xhtml}"
URL = "https://example.org/atlas/"
MODELS = "data/models/"


def of(repository: Repo) -> History:
    return read_history(Repository(repository.folder))


def listed(found: History) -> list[tuple[str, str, list[tuple[str, str, str]]]]:
    return [
        (str(entry.day), entry.subject, [(change.action, change.record, change.field) for change in entry.changes])
        for entry in found.entries
    ]


def test_commits_are_listed_by_record_and_field_newest_first(repository: Repo) -> None:
    repository.write({f"{MODELS}one.yml": "name: One\n", "docs/page.md": "x"}).commit("First model")
    repository.write({"docs/page.md": "y"}).commit("Prose alone")
    repository.write({f"{MODELS}one.yml": "name: One\nsummary: New.\n", f"{MODELS}two.yml": "name: 2\n"}).commit("More")
    found = of(repository)
    assert listed(found) == [
        ("2023-11-16", "More", [("added", "models/two", ""), ("added", "models/one", "summary")]),
        ("2023-11-14", "First model", [("added", "models/one", "")]),
    ]
    assert not found.gaps


def test_a_commit_is_dated_in_utc(repository: Repo) -> None:
    # Committed at 00:13:20 of the next day, two hours east.
    repository.write({f"{MODELS}one.yml": "name: One\n"}).commit("First")
    assert of(repository).entries[0].moment == datetime.datetime(2023, 11, 14, 22, 13, 20, tzinfo=datetime.UTC)


def test_a_record_keeps_its_history_under_a_new_name(repository: Repo) -> None:
    repository.write({f"{MODELS}old.yml": "name: One\n"}).commit("First")
    repository.remove(f"{MODELS}old.yml").write({f"{MODELS}owner/new.yml": "name: One\n"}).commit("Renamed")
    repository.write({f"{MODELS}old.yml": "name: Another under the former name\n"}).commit("Another")
    found = of(repository)
    assert [(own.entry.subject, own.changes[0].action) for own in found.of("models/owner/new")] == [
        ("Renamed", "renamed"),
        ("First", "added"),
    ]


def test_an_uncommitted_edit_is_not_history(repository: Repo) -> None:
    repository.write({f"{MODELS}one.yml": "name: One\n"}).commit("First")
    before = listed(of(repository))
    repository.write({f"{MODELS}one.yml": "name: Edited\n", f"{MODELS}two.yml": "name: Two\n"})
    assert listed(of(repository)) == before


def test_reading_the_history_changes_no_file(repository: Repo) -> None:
    repository.write({f"{MODELS}one.yml": "name: One\n"}).commit("First")
    before = repository.state()
    of(repository)
    assert repository.state() == before


def test_a_commit_with_invalid_yaml_is_listed_without_fields(repository: Repo) -> None:
    repository.write({f"{MODELS}one.yml": "name: [never closed\n", f"{MODELS}note.txt": "x"}).commit("Broken")
    repository.write({f"{MODELS}one.yml": "name: Closed\n"}).commit("Mended")
    assert listed(of(repository))[0][2] == [("changed", "models/one", "")]


def test_changes_of_texts_above_the_size_limit_are_listed_without_fields(
    repository: Repo, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("macros.history.commit_log.MOST_BYTES", 100)
    repository.write({f"{MODELS}long.yml": "name: a\n", f"{MODELS}short.yml": "name: a\n"}).commit("First")
    repository.write({f"{MODELS}long.yml": f"name: {'b' * 200}\n"}).commit("Long")
    repository.write({f"{MODELS}short.yml": "name: b\n"}).commit("Short")
    assert [changes for _, _, changes in listed(of(repository))[:2]] == [
        [("changed", "models/short", "name")],
        [("changed", "models/long", "")],
    ]


@pytest.mark.parametrize(
    ("state", "gap"),
    [
        ("no repository", "The history of the data is missing from this build: the folder of the project is not in"),
        ("no git", "The history of the data is missing from this build: git is not installed."),
        ("no commit", "The repository has no commit yet"),
        ("no data", "No commit of the repository touches the data"),
        ("broken", "git could not read the repository."),
    ],
)
def test_a_missing_history_is_explained(
    state: str, gap: str, repository: Repo, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = repository.folder
    if state == "no repository":
        folder = tmp_path
    if state in {"no data", "broken"}:
        repository.write({"README": "x"}).commit("First")
    if state == "broken":
        (folder / ".git/config").write_text("[core\n", "utf-8")
    if state == "no git":
        without_git(monkeypatch, tmp_path)
    found = read_history(Repository(folder))
    assert not found.entries
    assert gap in " ".join(found.gaps)
    assert str(tmp_path) not in " ".join(found.gaps)


def test_a_shallow_clone_lists_its_commits_and_says_what_is_missing(repository: Repo, tmp_path: Path) -> None:
    for name in ("one", "two", "three"):
        repository.write({f"{MODELS}{name}.yml": f"name: {name}\n"}).commit(name)
    copy = tmp_path / "copy"
    source = f"file://{repository.folder}"
    subprocess.run(["git", "clone", "--quiet", "--depth=2", source, str(copy)], check=True, capture_output=True)
    found = read_history(Repository(copy))
    # The older of the two commits would seem to add everything.
    assert listed(found) == [("2023-11-16", "three", [("added", "models/three", "")])]
    assert found.gaps == (
        "This build read a shallow copy of the repository: the history before 2023-11-16 is missing.",
    )


def test_the_environment_of_a_git_hook_is_ignored(
    repository: Repo, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    repository.write({f"{MODELS}one.yml": "name: One\n"}).commit("First")
    other = Repo(tmp_path / "other").write({f"{MODELS}x.yml": "name: X\n"}).commit("Of another")
    monkeypatch.setenv("GIT_DIR", str(other.folder / ".git"))
    assert [entry.subject for entry in of(repository).entries] == ["First"]


HOSTILE = "<script>alert(1)</script> {{ 7*7 }} & \x1b[31m\x01 “quoted”"


@pytest.fixture
def project(repository: Repo) -> Repo:
    """The made-up knowledge base, in a repository of its own."""
    copytree(MADE_UP / "data", repository.folder / "data")
    return repository.commit("The first edition")


def _a_model(project: Repo) -> tuple[str, Path]:
    folder = project.folder / MODELS
    path = next(found for found in sorted(folder.rglob("*.yml")) if "former_ids" not in found.read_text("utf-8"))
    return path.relative_to(folder).as_posix().removesuffix(".yml"), path


def test_the_edition_is_the_day_of_the_newest_commit_to_the_data(project: Repo) -> None:
    assert Site(project.folder).knowledge.edition == datetime.date(2023, 11, 14)
    project.write({"docs/page.md": "x"}).commit("Prose alone")
    assert Site(project.folder).knowledge.edition == datetime.date(2023, 11, 14)
    _, path = _a_model(project)
    path.write_text(path.read_text("utf-8") + "former_ids: [f]\n", "utf-8")
    project.commit("A fact")
    assert Site(project.folder).knowledge.edition == datetime.date(2023, 11, 16)


def test_without_a_repository_the_edition_is_the_day_of_the_newest_fact(edited_made_up: EditSite) -> None:
    changed = edited_made_up({"atlas.yml": {"date: 2020-06-15": "date: 2020-07-01"}})
    assert changed.knowledge.edition == datetime.date(2020, 7, 1)


def _feed(site: Site) -> ET.Element:
    files = exported(site)
    return ET.fromstring(files["changes/feed.xml"])  # noqa: S314 - it is ours


def test_the_page_of_changes_links_to_the_records_of_a_commit(project: Repo) -> None:
    model, path = _a_model(project)
    text = path.read_text("utf-8")
    project.write({"data/limitations/gone.yml": "title: Not for long\n"}).commit("Comes")
    project.remove("data/limitations/gone.yml")
    path.write_text(f"{text}former_ids: [once-upon-a-time]\n", "utf-8")
    project.commit("Goes")
    page = read_html(rendered(Site(project.folder), "change_list", address="changes/"))
    links = {link.text: link.attributes["href"] for link in page.all("a")}
    assert links[model] == f"../models/{model}/"
    assert "gone" in page.text
    assert "gone" not in links
    assert "2023-11-16" in page.text


def test_the_page_of_changes_names_some_of_many_records(project: Repo) -> None:
    project.write({f"data/many/m{number}.yml": f"name: {number}\n" for number in range(1000)}).commit("Many")
    project.git("rm", "-r", "--quiet", "data/many")
    project.commit("None")
    text = read(Site(project.folder), "change_list").text
    assert "Many added: m0, m1, m10, m100, m101, m102 and 994 more" in " ".join(text.split())


def test_the_page_of_changes_shows_the_newest_40_commits(project: Repo) -> None:
    _, path = _a_model(project)
    text = path.read_text("utf-8")
    for number in range(50):
        path.write_text(f"{text}former_ids: [f-{number}]\n", "utf-8")
        project.commit(f"Edit {number}")
    page = read(Site(project.folder), "change_list")
    assert "the newest 40 of 51" in page.text
    assert sum(item.attributes.get("id", "").startswith("c-") for item in page.all("li")) == 40


def test_the_page_of_a_model_shows_its_newest_five_changes(project: Repo) -> None:
    model, path = _a_model(project)
    text = path.read_text("utf-8")
    for number in range(6):
        path.write_text(f"{text}former_ids: [f-{number}]\n", "utf-8")
        project.commit(f"Edit {number}")
    page = read(Site(project.folder), "model_page", model)
    (part,) = (found for found in page.all("ul") if found.has(class_="changes") and "Changed" in found.text)
    assert [line.text.split() for line in part.all("li")] == [
        [f"2023-11-{day}", "Changed:", "former", "ids"] for day in (20, 19, 18, 17, 16)
    ]


def test_without_a_repository_pages_say_so_and_the_feed_is_valid(project: Repo, tmp_path: Path) -> None:
    copytree(project.folder / "data", tmp_path / "archive/data")
    site = Site(tmp_path / "archive")
    model, _ = _a_model(project)
    gap = "The history of the data is missing from this build"
    assert gap in rendered(site, "change_list")
    assert "No commit of it was read" in rendered(site, "model_page", model)
    assert _check(_feed(site)) == len(site.knowledge.records.atlas.changes)


def _check(feed: ET.Element) -> int:
    """What RFC 4287 requires of a feed. Returns the number of entries."""
    assert feed.tag == f"{ATOM}feed"
    for element in (feed, *feed.findall(f"{ATOM}entry")):
        for name in ("id", "title", "updated"):
            assert len(element.findall(f"{ATOM}{name}")) == 1, name
        moment = datetime.datetime.fromisoformat(_text(element, "updated"))
        assert moment.tzinfo is not None
        assert _text(element, "id").startswith("tag:")
        assert " " not in _text(element, "id")
        assert _text(element, "author", "name")
        links = [(link.get("rel"), link.get("type")) for link in element.findall(f"{ATOM}link")]
        assert len(links) == len(set(links))
        assert ("alternate", "text/html") in links
    assert ("self", "application/atom+xml") in [(i.get("rel"), i.get("type")) for i in feed.findall(f"{ATOM}link")]
    entries = feed.findall(f"{ATOM}entry")
    ids = [_text(entry, "id") for entry in entries]
    assert len(ids) == len(set(ids))
    moments = [_text(entry, "updated") for entry in entries]
    assert moments == sorted(moments, reverse=True)
    assert _text(feed, "updated") == moments[0]
    for entry in entries:
        content = entry.find(f"{ATOM}content")
        assert content is not None
        assert content.get("type") == "xhtml"
        assert [child.tag for child in content] == [f"{XHTML}div"]
    return len(entries)


def _text(element: ET.Element, *path: str) -> str:
    found = element.find("/".join(f"{ATOM}{name}" for name in path))
    assert found is not None
    return found.text or ""


def _entries(feed: ET.Element) -> Mapping[str, ET.Element]:
    return {_text(entry, "title"): entry for entry in feed.findall(f"{ATOM}entry")}


def test_the_feed_is_valid_atom_with_every_commit(project: Repo) -> None:
    model, path = _a_model(project)
    path.write_text(path.read_text("utf-8") + "former_ids: [f]\n", "utf-8")
    project.commit(HOSTILE)
    feed = _feed(Site(project.folder, URL))
    assert _check(feed) == 2 + len(Site(project.folder).knowledge.records.atlas.changes)
    (entry,) = (found for title, found in _entries(feed).items() if title == f"Model {model} changed")
    commit = project.git("rev-parse", "HEAD")
    assert _text(entry, "id") == f"tag:example.org,2023-11-15:/atlas/changes/{commit}"
    assert _text(entry, "updated") == "2023-11-15T22:13:20Z"
    assert _text(entry, "author", "name") == "A. Editor & Co"
    (link,) = (link.get("href", "") for link in entry.findall(f"{ATOM}link"))
    assert link == f"{URL}changes/#c-{commit[:7]}"
    assert f"{URL}models/{model}/" in [anchor.get("href") for anchor in entry.iter(f"{XHTML}a")]


def test_a_change_is_called_after_its_records_and_not_after_its_message(project: Repo) -> None:
    model, path = _a_model(project)
    names = [f"data/limitations/gone-{number}.yml" for number in range(3)]
    project.write({name: f"title: {name}\n" for name in names}).commit("Come")
    for name in names:
        project.remove(name)
    path.write_text(path.read_text("utf-8") + "former_ids: [f]\n", "utf-8")
    project.commit(HOSTILE)
    text = " ".join(read(Site(project.folder), "change_list").text.split())
    assert f"3 known issues removed, model {model} changed" in text
    assert "alert(1)" not in text


def test_a_change_of_vocabularies_alone_is_not_shown(project: Repo) -> None:
    words = project.folder / "data/vocabularies.yml"
    words.write_text(words.read_text("utf-8") + "# A comment\n", "utf-8")
    before = read(Site(project.folder), "change_list").text
    words.write_text(words.read_text("utf-8").replace("label: Supported", "label: In support", 1), "utf-8")
    project.commit("Another word")
    assert read(Site(project.folder), "change_list").text.count("2023-11-1") == before.count("2023-11-1")


def test_the_feed_of_a_site_without_an_address_has_relative_links(project: Repo) -> None:
    feed = _feed(Site(project.folder))
    assert _check(feed) > 1
    assert {link.get("href") for link in feed.findall(f"{ATOM}link")} == {"../changes/feed.xml", "../changes/"}


def test_the_same_commit_gives_the_same_bytes(project: Repo) -> None:
    once, again = (exported(s) for s in (Site(project.folder), Site(project.folder)))
    assert once["changes/feed.xml"] == again["changes/feed.xml"]
    assert rendered(Site(project.folder), "change_list") == rendered(Site(project.folder), "change_list")
