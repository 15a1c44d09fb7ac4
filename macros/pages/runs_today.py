"""The first section of a model's or architecture's page: whether it runs today, one line for each accelerator."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from macros.facts import Knowledge, TestedConfiguration
from macros.facts.answers import INSTALLED, Option, Outcome, RunsToday
from macros.facts.evidence import Subject
from macros.facts.grouping import group_pairs
from macros.facts.hardware_answers import AnswerLine, HardwareAnswers
from macros.facts.memory import Fits, weights_on
from macros.facts.short_answers import ShortAnswer, headline, nothing_known, short_answer
from macros.facts.speeds import Figure, figure, highest
from macros.pages.install_panel import ForModel, InstallPanel, install_panel

FEWEST_FOLDED = 2
MOST_SHOWN = 6
"""Lines of hardware on which it runs; the others fold with those on which it does not."""


@dataclass(frozen=True)
class TodayLine:
    """One accelerator."""

    accelerator: str
    best: Option
    today: Sequence[RunsToday]
    """For each workload, the best first."""
    shorts: Sequence[ShortAnswer]
    """Its short form for each workload."""
    headline: str
    """The shortest form, for the best workload."""
    speed: Figure | None
    """Of the best option's workload: the newest of the highest throughputs, with its framework or else with any."""
    details: AnswerLine
    on_values: Sequence[str]
    """Values of the address's parameter `on` that open the line: the accelerator and its instance types."""
    batch_sizes: Mapping[str, Sequence[TestedConfiguration]]
    """Of a model, by instance type: the newest test with a native batch size for each sequence length."""
    install: Sequence[InstallPanel]
    """How to install the best option of each workload whose software is supported or maintained."""


@dataclass(frozen=True)
class UnknownHardware:
    """An accelerator, or instance types, about which nothing is known but whether their memory holds the model."""

    ids: Sequence[str]
    name: str | None
    """Of the accelerator; None for instance types, whose ids are their names."""
    fit: str
    """Whether it fits, in words; empty where that is not known."""
    is_too_small: bool


@dataclass(frozen=True)
class TodayLines:
    """A line for each accelerator about which anything is known, the best outcome first."""

    shown: Sequence[TodayLine]
    folded: Sequence[TodayLine]
    """Those on which it does not run today, and those beyond the first few, where there are several."""
    unknown: Sequence[UnknownHardware]
    """What else may be asked for."""

    @property
    def folded_by_headline(self) -> Mapping[tuple[Outcome, str], Sequence[str]]:
        """The accelerators of the folded lines, by outcome and its shortest form."""
        return group_pairs(((line.best.outcome, line.headline), line.accelerator) for line in self.folded)


def today_lines(knowledge: Knowledge, hardware: HardwareAnswers) -> TodayLines:
    """The lines about a model or an architecture."""
    lines = [_line(knowledge, hardware, line) for line in hardware.known]
    current = [line for line in lines if line.best.outcome in INSTALLED]
    shown, folded = current[:MOST_SHOWN], [line for line in lines if line not in current[:MOST_SHOWN]]
    unknown = _unknown_hardware(knowledge, hardware)
    if current and len(folded) >= FEWEST_FOLDED:
        return TodayLines(shown, folded, unknown)
    return TodayLines(lines, [], unknown)


def _unknown_hardware(knowledge: Knowledge, hardware: HardwareAnswers) -> Sequence[UnknownHardware]:
    """Instance types with the same words stand together, so that pages stay small."""
    model, chips = hardware.subject.model, knowledge.records.accelerators
    found: list[UnknownHardware] = []
    for chip in hardware.nothing_known:
        short = nothing_known(knowledge, model, chip)
        too_small = short.outcome == "unsupported"
        found.append(UnknownHardware([chip], chips[chip].name, short.words if too_small else "", too_small))
    instances = (
        (_fit(knowledge, model, chip, instance), instance)
        for chip in hardware.nothing_known
        for instance in knowledge.instances.of("accelerators", chip)
    )
    alike = group_pairs(instances).items()
    return [*found, *(UnknownHardware(ids, None, words, fits == "no") for (fits, words), ids in alike)]


def _fit(knowledge: Knowledge, model: str | None, chip: str, instance: str) -> tuple[Fits, str]:
    """Whether a model fits an instance type, and that in words without the memory of the type."""
    weights = weights_on(knowledge, model, chip) if model else None
    if weights is None:
        return "unknown", ""
    fits = weights.fits(knowledge.records.instances[instance].memory_gib, "inference")
    return fits, f"{knowledge.term('fits', fits).label}: weights take {weights.gib:,.1f} GiB in {weights.data_type}"


def _line(knowledge: Knowledge, hardware: HardwareAnswers, line: AnswerLine) -> TodayLine:
    subject, accelerator = hardware.subject, line.accelerator
    kind, record = ("models", subject.model) if subject.model else ("architectures", subject.architecture)
    runs = [
        fact
        for fact in knowledge.measurements_of(kind, record)
        if accelerator in fact.accelerators and fact.workload == line.best.workload and fact.row.throughput
    ]
    own = [fact for fact in runs if fact.framework == line.best.framework]
    speeds = highest(knowledge, own or runs)
    return TodayLine(
        accelerator,
        line.best,
        line.today,
        [short_answer(knowledge, found.best) for found in line.today],
        headline(knowledge, line.best).words,
        figure(knowledge, speeds[0]) if speeds else None,
        line,
        (accelerator, *knowledge.instances.of("accelerators", accelerator)),
        _batch_sizes(knowledge, subject.model, accelerator),
        [panel for answer in line.today if (panel := _install(knowledge, subject, answer.best))],
    )


def _batch_sizes(
    knowledge: Knowledge, model: str | None, accelerator: str
) -> Mapping[str, Sequence[TestedConfiguration]]:
    tests = knowledge.configurations.of("models", model) if model else ()
    native = (test for test in tests if test.accelerator == accelerator and test.row.native)
    oldest_first = sorted(native, key=lambda test: test.as_of)
    newest = {(test.instance, test.sequence_length): test for test in oldest_first}.values()
    by_length = sorted(newest, key=lambda test: (test.instance, test.sequence_length or 0))
    return group_pairs((test.instance, test) for test in by_length)


def _install(knowledge: Knowledge, subject: Subject, option: Option) -> InstallPanel | None:
    """How to install what an answer names, by the pin of that answer."""
    if option.outcome not in INSTALLED or option.framework is None:
        return None
    stack = option.framework, option.accelerator, option.workload
    return install_panel(knowledge, *stack, ForModel(option.pin, subject.family))
