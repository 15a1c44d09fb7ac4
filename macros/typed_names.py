"""Which record a typed name means. `docs/assets/names.js` does the same in the browser.

Names are compared as words in lower case: "Llama-3.1-8B", "llama3.1:8b" and "LLaMA 3.1 8b" are the words llama, 3.1 and
8b. Of the ways to match, the first that finds a record counts:

1. all letters and digits of a name, with or without the owner of the checkpoint: "opneai/gpt-oss-120b";
2. the same but for words that say how a checkpoint was tuned or stored: "gemma 3 12b" is google/gemma-3-12b-it;
3. words that are all in a name: "R1 distill 70b";
4. the letters of a name but for a few, never its digits: "stabel diffusion xl".

A name that says a number format is looked for with it, and then without: a quantised checkpoint of which there is no
record is answered by the one that was quantised. A class such as `Qwen3MoeForCausalLM` means an architecture.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain, islice, product
from typing import Literal, TypeVar

T = TypeVar("T")

Words = tuple[str, ...]

Answer = Literal["one", "several", "no-record", "unknown"]
"""`no-record`: the name is made as those of checkpoints are, and no record has it."""

Stage = Literal["", "base", "tuned"]
"""What a name says of tuning."""

STAGES: Mapping[Stage, Sequence[Stage]] = {
    "": ("", "base", "tuned"),
    "base": ("base", "", "tuned"),
    "tuned": ("tuned", "", "base"),
}
"""Which checkpoint is meant first by what a typed name says."""

TUNED = frozenset(("instruct", "chat", "it"))
"""Words for a checkpoint that was tuned to follow instructions."""
STORED = frozenset(("hf", "base", "meta", "diffusers"))
"""Words by which names of one checkpoint differ, and that for a checkpoint before tuning."""
NUMBER_FORMAT = re.compile(
    r"gguf|awq|gptq|exl\d|mlx|bnb|qat|quantized|dynamic|kv|(?:nv|mx)?(?:fp|bf|int)\d+|[248]bit|iq\d\w*|q\d[\w.]*|w\d+a\d+\w*"
)
"""A word for a number format, or for the tool that quantised."""
UNQUANTISED = frozenset(("bf16", "fp16", "fp32"))
CLASS = re.compile(r"(\w+?)(?:For[A-Z]\w+|LMHeadModel|Pipeline)")
"""A class, and the architecture in its name."""
TAG = re.compile(r"[\w./-]+:[\w.-]+")
"""A name with a tag, as Ollama has them: where the tag does not say otherwise, it stands for the tuned checkpoint."""
RUN = re.compile(r"[^\W_]+(?:(?<=\d)\.(?=\d)[^\W_]+)*")
"""Letters and digits, with points between digits."""
NUMBER = re.compile(r".*\d.*")
EDITION = re.compile(r"\d+(\.\d+)+")
"""The edition of a checkpoint, such as 0.1, where it ends a name."""
OWNED = re.compile(r"[^\s/]+/([^\s/]+)(?:/\S*)?")
"""A name with its owner, as the Hub has them, and the name itself. What follows it is a part of its files."""
SHORT = 2
"""Words of so few letters are in too many names to tell one."""
LETTERS_A_MISTAKE = 6
FAR, WITHIN = 0.5, 0.3
"""Names further apart than the first share of their letters are not near; one within the other is never further."""
MOST_NEAR = 5


def words_of(text: str) -> Words:
    """The words of a name as they are compared: letters and numbers apart, but for sizes such as 8b and 8x7b.

    A `v` before a number is left out, so that "v3" and "3" are one word, and Ollama's q4_K_M has no underscores.
    """
    plain = re.sub(r"(?<![^\W_])i?q\d\w*", lambda found: found[0].replace("_", ""), text.lower().removeprefix("ml."))
    plain = re.sub(r"v(?=\d)", "", re.sub(r"(?<=\d)_(?=\d)", ".", plain))
    plain = re.sub(r"(\d+)bx(\d+)(?!\w)", r"\2x\1b", plain)
    runs = RUN.findall(plain)
    return tuple(word for run in runs for word in ([run] if NUMBER_FORMAT.fullmatch(run) else _parts(run)))


def _parts(run: str) -> Sequence[str]:
    return re.sub(r"(?<=[^\W\d]{2})(?=\d)|(?<=\d)(?=[^\W\d]{2})", " ", run).split()


def key_of(words: Iterable[str]) -> str:
    return "".join(words).replace(".", "")


@dataclass(frozen=True)
class Named:
    """A record, or accelerators that share a name, with what may be typed for it."""

    kind: str
    ids: tuple[str, ...]
    forms: tuple[Words, ...]
    """The words of its id and of its other names, without those of the owner."""
    owners: tuple[Words, ...] = ()
    """Owners of the checkpoint, or the vendor."""
    size: Words = ()
    """The size of a model, which many write behind a name without one."""

    @cached_property
    def words(self) -> frozenset[str]:
        """Of a model, those of its id: other names have words of other things, as "BERT-Large for SQuAD 1.1" has.

        Of hardware, those of all names.
        """
        if self.kind != "accelerators":
            return frozenset(chain(self.size, self.forms[0], *self.owners))
        return frozenset(chain(*self.forms, *self.owners))

    @cached_property
    def formats(self) -> frozenset[str]:
        return frozenset(formats_in(self.forms[0]))

    @cached_property
    def is_quantised(self) -> bool:
        return not self.formats <= UNQUANTISED

    @cached_property
    def stage(self) -> Stage:
        return _stage(self.forms[0])


@dataclass(frozen=True)
class Meant:
    """What a typed name means."""

    answer: Answer
    found: tuple[Named, ...] = ()
    """The record, or those that may be meant; where none is, the nearest."""
    variants: tuple[Named, ...] = ()
    """The same checkpoint, tuned or before, and its editions."""
    left_out: str = ""
    """The number format that was typed and is not that of the record."""

    @property
    def ids(self) -> Sequence[str]:
        return _unique(one for found in self.found for one in found.ids)


class Names:
    """Everything that may be typed, ready to be asked for."""

    def __init__(self, known: Iterable[Named]) -> None:
        self.known = [*known]
        # What an id of an architecture means depends on its checkpoints, too.
        own = [one for one in self.known if len(one.ids) == 1 and one.kind != "architectures"]
        self.by_id = {key_of(words_of(one.ids[0])): one for one in reversed(own)}
        forms = [(form, one) for one in self.known for form in one.forms]
        self.equal = _by_key(
            (words, one) for form, one in forms for words in (form, *((*owner, *form) for owner in one.owners))
        )
        self.untuned = _by_key((plain(form), one) for form, one in forms if one.kind == "models")

    def meant(self, typed: str) -> Meant:
        if exact := self.by_id.get(key_of(words_of(typed))):
            return Meant("one", (exact,), self._variants([exact]))
        in_class = CLASS.fullmatch(typed)
        if in_class and not self.equal.get(key_of(words_of(typed))):
            return self._architecture(in_class[1])
        is_tag = bool(TAG.fullmatch(typed))
        for readings, left_out in _readings(typed):
            for way, words in product((self._with_key, self._with_words), readings):
                if found := way(words):
                    return self._chosen(found, words, is_tag, left_out)
        words = next(_readings(typed))[0][-1]
        if found := self._misspelt(words):
            return self._chosen(found, words, is_tag, "")
        return Meant("no-record" if self._may_be_model(typed) else "unknown", tuple(self._nearest(words)))

    def _architecture(self, name: str) -> Meant:
        found = [one for one in self.equal.get(key_of(words_of(name)), ()) if one.kind == "architectures"]
        return Meant("one", (found[0],)) if found else Meant("unknown", tuple(self._nearest(words_of(name))))

    def _with_key(self, words: Words) -> Sequence[Named]:
        """Records with a name of the same letters, and models with one that differs in how it was tuned or stored."""
        key = key_of(plain(words))
        if not key:
            return ()
        found = self.equal.get(key_of(words), [])
        if not found or found[0].kind == "models":
            found = [*found, *(self.untuned.get(key) or self.untuned.get(f"{key}b", []))]
        return [one for one in found if one.stage == "tuned"] if _stage(words) == "tuned" else found

    def _with_words(self, words: Words) -> Sequence[Named]:
        """Records that have all words in their names: such that begin with them, or else with fewest other words."""
        if not any(len(word) > SHORT for word in set(words).difference(formats_in(words))):
            return ()
        found = [one for one in self.known if all(_is_in(word, one.words) for word in words)]
        if not formats_in(words):
            found = [one for one in found if not one.is_quantised] or found
        if begun := [one for one in found if any(form[: len(words)] == words for form in one.forms)]:
            return begun
        others = {one: min(_others(form, words) for form in one.forms) for one in found}
        return [one for one in found if others[one] == min(others.values())]

    def _misspelt(self, words: Words) -> Sequence[Named]:
        """Records with a name of which few letters, and no digit, are others."""
        digits, letters = _divided(words)
        most = len(letters) // LETTERS_A_MISTAKE
        return [
            one
            for one in self.known
            for form_digits, form_letters in map(_divided, one.forms)
            if digits == form_digits and abs(len(letters) - len(form_letters)) <= most
            if 0 < mistakes(letters, form_letters) <= most
        ]

    def _chosen(self, found: Sequence[Named], words: Words, is_tag: bool, left_out: str) -> Meant:
        """Of records of the first kind, that which is tuned as the name says; several where it does not say which."""
        found = [one for one in _unique(found) if one.kind == found[0].kind]
        found = [one for one in found if formats_in(words) or not one.is_quantised] or found
        wanted = STAGES["tuned" if is_tag else _stage(words)]
        chosen = [
            one
            for same in _by_key((plain(one.forms[0]), one) for one in found).values()
            for best in [min((one.stage for one in same), key=wanted.index)]
            for one in same
            if one.stage == best
        ]
        is_one = len({one.ids for one in chosen}) == 1 and len(chosen[0].ids) == 1
        return Meant("one" if is_one else "several", tuple(chosen), self._variants(chosen), left_out)

    def _variants(self, chosen: Sequence[Named]) -> tuple[Named, ...]:
        names = {plain(picked.forms[0]) for picked in chosen if picked.kind == "models"}
        models = (one for one in self.known if one.kind == "models" and one not in chosen)
        return _unique(one for one in models if any(_is_variant(one.forms[0], name) for name in names))

    def _may_be_model(self, typed: str) -> bool:
        """Whether a name without a record is made as those of checkpoints.

        It has an owner, or a tag and the rest is a known name, or its words are those of known names with its first.
        """
        name, _, tag = typed.partition(":")
        if OWNED.fullmatch(typed) or (tag and TAG.fullmatch(typed) and self.meant(name).answer != "unknown"):
            return True
        words = words_of(typed)
        related = [one.words for one in self.known if one.kind == "models" and words and words[0] in one.words]
        return len(words) > 1 and set(words) <= frozenset(chain.from_iterable(related))

    def _nearest(self, words: Words) -> Iterator[Named]:
        among = [one for one in self.known if len(one.ids) == 1]
        apart = {one: min(_apart(key_of(words), key_of(form)) for form in one.forms) for one in among}
        return islice((one for one in sorted(among, key=apart.__getitem__) if apart[one] < FAR), MOST_NEAR)


def _readings(typed: str) -> Iterator[tuple[Sequence[Words], str]]:
    """The words of a name with and without its owner; then the same without number formats, and these."""
    owned = OWNED.fullmatch(typed)
    readings = [words_of(text) for text in (typed, *(owned.groups() if owned else ()))]
    yield readings, ""
    if formats := " ".join(formats_in(readings[-1])):
        yield [tuple(word for word in words if not NUMBER_FORMAT.fullmatch(word)) for words in readings], formats


def _unique(values: Iterable[T]) -> tuple[T, ...]:
    """Each value once, in the order of their first places."""
    return tuple(dict.fromkeys(values))


def formats_in(words: Words) -> Words:
    return tuple(filter(NUMBER_FORMAT.fullmatch, words))


def plain(words: Words) -> Words:
    """The words that are left when those on tuning and storage are not."""
    return tuple(word for word in words if word not in TUNED | STORED)


def _stage(words: Words) -> Stage:
    return "base" if "base" in words else "" if TUNED.isdisjoint(words) else "tuned"


def _is_variant(form: Words, name: Words) -> bool:
    """Whether a name is another but for how it was tuned and for its edition."""
    words = plain(form)
    return key_of(words) == key_of(name) or (
        words[: len(name)] == name and all(map(EDITION.fullmatch, words[len(name) :]))
    )


def _is_in(word: str, words: Container[str]) -> bool:
    """Whether a word was typed of some words: sizes also without their unit."""
    return word in words or (word[0].isdigit() and f"{word}b" in words)


def _others(form: Words, words: Words) -> int:
    """How many words of a name were not typed; numbers, sizes and how it was tuned aside."""
    return sum(not (one in words or NUMBER.fullmatch(one)) for one in plain(form))


def _divided(words: Words) -> tuple[Words, str]:
    """Words with digits, and the letters of the others."""
    return (
        tuple(word for word in words if NUMBER.fullmatch(word)),
        "".join(word for word in words if not NUMBER.fullmatch(word)),
    )


def mistakes(one: str, other: str) -> int:
    """How many letters must be added, removed or replaced to make one text of the other."""
    row = list(range(len(other) + 1))
    for down, letter in enumerate(one, 1):
        above, row[0] = row[0], down
        for at, wanted in enumerate(other, 1):
            above, row[at] = row[at], min(above + (letter != wanted), row[at] + 1, row[at - 1] + 1)
    return row[-1]


def _apart(wanted: str, name: str) -> float:
    """The share of letters that must change; never much where one text lies within the other."""
    longest, shortest = max(len(wanted), len(name), 1), min(len(wanted), len(name))
    is_within = shortest > SHORT and (name in wanted or wanted in name)
    if 1 - shortest / longest >= (WITHIN if is_within else FAR):
        return WITHIN if is_within else 1
    share = mistakes(wanted, name) / longest
    return min(share, WITHIN) if is_within else share


def _by_key(named: Iterable[tuple[Words, Named]]) -> Mapping[str, Sequence[Named]]:
    groups: dict[str, list[Named]] = {}
    for words, one in named:
        groups.setdefault(key_of(words), []).append(one)
    return groups
