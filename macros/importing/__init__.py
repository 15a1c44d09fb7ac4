"""Turn an upstream's own files into data files: `python -m macros import UPSTREAM PATH`.

What is read is described in `data/imports/`, or, where a description cannot say it, by an importer here. Either says
which fields of which records the files decide. `data_files` puts those into the data and leaves every other field,
every id and every cell that the upstream says nothing of as it is.
"""

from __future__ import annotations

import datetime
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from macros.history.snapshots import GitError, git
from macros.importing import described, ec2_instances, neuron, vllm_recipes
from macros.importing.data_files import changed_files
from macros.importing.upstream import Found, Known, RecordUpdate, Upstream, UpstreamError, unpacked
from macros.loading import Records
from macros.loading.problems import did_you_mean
from macros.schema.imports import ImportedSource
from macros.schema.kinds import SEVERAL, SHARED

IMPORTERS: Mapping[str, Callable[[Upstream, Known], Iterable[Found]]] = {
    "neuron-packages": neuron.packages,
    "vllm-recipes": vllm_recipes.read,
    "ec2-instances": ec2_instances.read,
}
"""By the name on the command line: upstreams that no description can express."""


@dataclass(frozen=True)
class Request:
    """What a call of the command asks for."""

    upstream: str
    path: Path
    source: str | None = None
    as_of: datetime.date | None = None
    commit: str | None = None
    prune: bool = False


def changes(request: Request, records: Records, data: Path, remarks: list[str]) -> list[tuple[Path, str]]:
    """The data files that the upstream changes, with their new text. Raises UpstreamError."""
    description = records.imports.get(request.upstream)
    if description is None and request.upstream not in IMPORTERS:
        names = (*IMPORTERS, *records.imports)
        hint = did_you_mean(request.upstream, names) or f"known: {', '.join(sorted(names))}"
        raise UpstreamError(f"expected an upstream of data/imports/, got {request.upstream!r}; {hint}")
    known = Known(records, data)
    as_of, commit = _revision(request, description.source if description else None)
    source, made = _source(request, description.source if description else None, known, as_of, commit)
    with unpacked(request.path) as folder:
        upstream = Upstream(folder, source, as_of)
        if description:
            found: Iterable[Found] = described.read(request.upstream, description, upstream, known)
        else:
            found = IMPORTERS[request.upstream](upstream, known)
        return list(changed_files(data, [*([made] if made else []), *found], remarks, prune=request.prune))


def _revision(request: Request, source: ImportedSource | None) -> tuple[datetime.date, str | None]:
    """The day that the files speak for, and their commit: as given, or as a checkout tells."""
    as_of, commit = request.as_of, request.commit
    if source and not commit and (request.path / ".git").exists():
        try:
            told = git(request.path, "log", "-1", "--format=%H %cs", "--", source.path).decode().split()
        except GitError as error:
            raise UpstreamError(f"its history cannot be read: {error}") from error
        if told:
            commit, as_of = told[0], as_of or datetime.date.fromisoformat(told[1])
    if commit and not re.fullmatch("[0-9a-f]{40}", commit):
        raise UpstreamError(f"--commit: expected 40 digits of a commit, got {commit!r}")
    if as_of is None:
        raise UpstreamError("--as-of: expected the day that the files speak for, which only a checkout tells")
    return as_of, commit


def _source(
    request: Request, described_as: ImportedSource | None, known: Known, as_of: datetime.date, commit: str | None
) -> tuple[str, RecordUpdate | None]:
    """The id of the source, and its record where it has none yet."""
    if request.source or not described_as:
        if request.source not in known.records.sources:
            raise UpstreamError(f"--source: expected the id of a source, got {request.source!r}: add its record first")
        return str(request.source), None
    sources = known.records.sources
    revision = (described_as.repository, described_as.path, commit)
    same = (key for key, one in sources.items() if commit and (one.repository, one.path, one.commit) == revision)
    if recorded := next(same, None):
        return recorded, None
    source_id = described_as.id.replace("{month}", f"{as_of:%Y-%m}").replace("{day}", as_of.isoformat())
    if source_id in sources and commit and sources[source_id].commit:
        raise UpstreamError(
            f"the source {source_id} is of another commit, {sources[source_id].commit}: give a later revision a source"
            " of its own, by {day} in `source` of the description or by --source"
        )
    if source_id in sources:
        return source_id, None
    if not commit:
        raise UpstreamError(
            f"expected a record of the source {source_id}: add it, or give its --commit or a checkout as PATH"
        )
    row = {"path": described_as.path, "commit": commit, "as_of": as_of}
    shared = described_as.model_dump(include={"repository", "publisher", "licence", "state"})
    return source_id, RecordUpdate(_file_of(described_as, known), {SEVERAL: {source_id: row}}, {SHARED: shared})


def _file_of(source: ImportedSource, known: Known) -> str:
    """The file of the sources of a repository, which is called like it, with its owner where another has the name."""
    owner, _, name = source.repository.lower().partition("/")
    before = known.file(f"sources/{name}.yml")
    is_free = not before or before.get(SHARED, {}).get("repository") == source.repository
    return f"sources/{name}.yml" if is_free else f"sources/{owner}-{name}.yml"
