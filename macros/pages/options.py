"""What a model runs with on an accelerator, or does not: a table with a row for each framework."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from operator import itemgetter
from typing import NamedTuple

from macros.columns.column import Column
from macros.columns.phrase import AsOf, Code, Phrase, RecordLink, Sdk, TermOf, joined, phrase
from macros.facts import Knowledge
from macros.facts.answers import Option
from macros.facts.evidence import Evidence
from macros.facts.reasons import contested_status
from macros.facts.short_answers import ShortAnswer, headline, where_offered
from macros.pages.entries import fact
from macros.pages.section import Section
from macros.words import first_of, month, plural

MOST_NAMED = 3
"""Versions and sizes that are named; of more, the number is given."""


def _said(found: Evidence, since: str | None) -> Phrase:
    """A piece of evidence: its kind, what it is about, what it says in which words, where, and since when."""
    level = TermOf("evidence_level", found.level, within=True) if found.level != "checkpoint" else None
    about = (level, RecordLink("models", found.variant) if found.variant else None)
    says = (
        plural(found.count, "time") if found.count > 1 else None,
        TermOf("status", found.status, within=True) if found.status not in (None, "unknown") else None,
        f"“{'”, “'.join(found.wording)}”" if found.wording else None,
        f"version {first_of(found.versions, MOST_NAMED)}" if found.versions else None,
        first_of(found.sizes, MOST_NAMED) if found.sizes else None,
        f"on {', '.join(found.instances)}" if found.instances else None,
        "no longer in a later edition" if found.superseded else None,
    )
    first, *others = found.sources
    more = f" and {len(others)} more" if others else None
    place = RecordLink("catalogues", found.catalogue) if found.catalogue else phrase(RecordLink("sources", first), more)
    words = joined(filter(None, (TermOf("evidence", found.kind), *about, *says)))
    return phrase(words, ": ", place, ", ", AsOf(found.newest), f", on record since {since}" if since else None)


class OptionRow(NamedTuple):
    """Software with which it runs on an accelerator, or does not."""

    knowledge: Knowledge
    option: Option
    known_with: Collection[str | None] = ()
    """All software with which anything is known about it there."""

    @property
    def short(self) -> ShortAnswer:
        return headline(self.knowledge, self.option)

    @property
    def instead(self) -> Phrase | None:
        """What is named instead, where that is not offered, and whether anything is known with it."""
        named = [phrase(RecordLink("frameworks", one), self._beside_named(one)) for one in self.option.replacement]
        return phrase("named instead: ", joined(named)) if named else None

    def _beside_named(self, framework: str) -> str:
        where = where_offered(self.knowledge, self.option, framework)
        is_unknown = framework in self.option.replacement_here and framework not in self.known_with
        return f"{' ' if where else ''}{where}{', with which it is not known to run here' if is_unknown else ''}"

    @property
    def evidence(self) -> Sequence[Phrase]:
        """The strongest first, those of the model's own time; of all that says the same, since when the first does."""
        found = [one for one in self.option.evidence if not one.predates_model]
        listed = [(one.first_listed.as_of, one) for one in found if one.first_listed]
        first = {one.status: one for _, one in sorted(listed, key=itemgetter(0), reverse=True)}
        return [_said(one, one.since if first.get(one.status) is one else None) for one in found]

    @property
    def support(self) -> Phrase | None:
        """The state of the software here, its last SDK release, and that with which it ends."""
        support = self.option.support
        if support is None or support.status == "unknown":
            return None
        last, end = support.statement.last_sdk, support.ends_with
        with_sdk = (" with " if support.is_supported else ", last ", Sdk(last), self._age(last)) if last else ()
        is_contested = contested_status(self.knowledge, support) is not None
        ending = (", not from ", Sdk(end)) if end else ()
        if is_contested and support.status == "current":
            return phrase(TermOf("outcome", "contested"), *with_sdk, *ending)
        but = ", contested" if is_contested else None
        return phrase(TermOf("support_status", support.status), *with_sdk, *ending, but)

    def _age(self, sdk: str) -> str | None:
        """The month of an SDK release, and how many came after it."""
        knowledge, sdk_id = self.knowledge, self.knowledge.sdk_named(sdk)
        release = knowledge.records.sdks[sdk_id] if sdk_id else None
        if sdk_id is None or release is None or release.date is None:
            return None
        of_platform = list(knowledge.packages.releases_on(release.platform))
        later = len(of_platform) - 1 - of_platform.index(sdk_id)
        return f" of {month(release.date)}" + (f", {plural(later, 'release')} back" if later else "")

    @property
    def support_in(self) -> Phrase | None:
        support = self.option.support
        return phrase(RecordLink("sources", support.citation.source), ", ", AsOf(support.as_of)) if support else None

    @property
    def dispute(self) -> Phrase | None:
        """That sources contest it, and the known issue that rules it out."""
        option, issue = self.option, self.option.excluded_by
        said = (
            phrase(" Contested: ", option.contested) if option.contested else None,
            phrase(" Known issue: ", RecordLink("limitations", issue.limitation), ".") if issue else None,
        )
        name = RecordLink("frameworks", option.framework) if option.framework else "Any software"
        return phrase(name, ".", *filter(None, said)) if any(said) else None


OPTIONS = Section[OptionRow](
    "Software",
    anchor="options",
    columns=(
        Column("software", "What it runs with.", "option.framework", kind="frameworks", absent="any"),
        fact("short", label="Today"),
        fact("instead", beside="short"),
        fact("pin", lambda row: [Code(one) for one in row.option.pin]),
        fact("evidence"),
        Column("support", "The state of the software here.", label="Its software", absent="not stated"),
        fact("support_in", beside="support"),
    ),
    kept="software",
)
