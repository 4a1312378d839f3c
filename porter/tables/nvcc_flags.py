"""nvcc's options and their treatment under hipcc: `rules/cuda-hip/flags.toml`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from pathlib import Path
from typing import Any

from porter.tables.gcc_options import is_gccs_own
from porter.tables.kinds import FLAG, TEXT, TEXT_BY_NAME, TEXTS, either
from porter.tables.names import rules_folder
from porter.tables.toml import Named, Shape, by_name, read

#: Quotes around a value, also those that a shell hands on.
_QUOTES = re.compile(r"""\A(?:\\?["'])++|(?<!["'\\])(?:\\?["'])++\Z""")
_QUOTED = re.compile(r"""(?P<quote>\\?["'])(?P<inner>.*)(?P=quote)""")

#: An option of the host's compiler for its preprocessor, assembler or linker, with its commas.
_HANDED_ON = re.compile(r"""(?:\A|,)(?P<option>(?:\\?["'])?-W[alp],.+)""")
#: An option of Microsoft's compiler, which no port is compiled with: `/std:c++17`, `/W3`.
_MICROSOFTS = re.compile(r"/[A-Za-z][\w.+-]*+(?::[^/]*+)?")


class Treatment(StrEnum):
    """What becomes of an option; the sections of the table."""

    SAME = "same"
    TRANSLATED = "translated"
    ARCHITECTURE = "architecture"
    HOST = "host"
    LINKER = "linker"
    DROPPED = "dropped"
    FINDING = "finding"


_OPTION = Shape(
    needs={"short": TEXT},
    takes={"value": either(FLAG, TEXTS), "hip": either(TEXT, TEXT_BY_NAME), "why": TEXT},
)
_TABLE = Shape({**dict.fromkeys(Treatment, Named(_OPTION)), "ambiguous": Shape({"names": TEXTS})})


@dataclass(frozen=True, slots=True)
class Option:
    """One option of nvcc's.

    Attributes:
        long: its long name, `--generate-code`.
        short: its short name, empty when it has none.
        treatment: what becomes of it.
        takes_value: a value follows, whatever it is.
        values: the only words that may follow; empty when any may or none does.
        hip: what takes its place, {} stands for the value.
        by_value: what takes its place by value; a value that is not in it leaves nothing.
        why: why it is left out.
    """

    long: str
    short: str
    treatment: Treatment
    takes_value: bool
    values: tuple[str, ...]
    hip: str
    by_value: dict[str, str]
    why: str


@dataclass(frozen=True, slots=True)
class Decision:
    """What becomes of one or two words of a command.

    Attributes:
        option: the option that they are.
        taken: how many words it is: two when the value stands apart.
        value: its value, empty without one.
        hip: the words that take its place.
        left_out: nothing of it is kept, and `option.why` says why.
    """

    option: Option
    taken: int
    value: str
    hip: tuple[str, ...]
    left_out: bool


@lru_cache(maxsize=1)
def _document() -> dict[str, Any]:
    return read(_path(), _TABLE)


def _path() -> Path:
    return rules_folder() / "cuda-hip" / "flags.toml"


@lru_cache(maxsize=1)
def _ambiguous() -> frozenset[str]:
    return frozenset(_document()["ambiguous"]["names"])


@lru_cache(maxsize=1)
def options() -> tuple[Option, ...]:
    """Return all options, in the order of the table.

    Raises:
        PorterError: the table is damaged.
    """
    document = _document()
    return tuple(
        _option(long, section, row)
        for section in Treatment
        for long, row in document[section].items()
    )


def _option(long: str, section: Treatment, row: Mapping[str, Any]) -> Option:
    value, hip = row.get("value", False), row.get("hip", "")
    return Option(
        long,
        row["short"],
        section,
        takes_value=value is True,
        values=tuple(value) if isinstance(value, list) else (),
        hip=hip if isinstance(hip, str) else "",
        by_value=hip if isinstance(hip, dict) else {},
        why=row.get("why", ""),
    )


@lru_cache(maxsize=1)
def _by_name() -> dict[str, Option]:
    return by_name(_path(), ((filter(None, (one.long, one.short)), one) for one in options()))


def decide(words: Sequence[str], at: int) -> Decision | None:
    """Say what becomes of the option at `words[at]`; None when nothing does.

    Args:
        words: a command, or part of one, split as a shell does.
        at: the place of an option in it.
    """
    word = words[at]
    name, equals, value = word.partition("=")
    option = _by_name().get(name)
    if option is None:
        return None
    if equals and not (option.takes_value or value in option.values):
        return None
    taken = 1
    following = words[at + 1] if at + 1 < len(words) else None
    if not equals and following is not None and (option.takes_value or following in option.values):
        taken, value = 2, following
    if option.values and not value:
        if "true" not in option.values:
            return None  # -Werror alone is the host compiler's, too
        value = "true"
    if option.treatment is Treatment.SAME:
        return _shortened(option, word, taken, value)
    if name == "-Xlinker" and taken == 2 and "," not in value:
        return None  # clang has -Xlinker, too, for one word
    hip = _counterpart(option, value)
    return Decision(option, taken, value, tuple(hip), left_out=not hip)


def is_nvccs_own(word: str) -> bool:
    """Tell whether a word is an option of nvcc's wherever it stands, and no other program's."""
    name, _, value = word.partition("=")
    option = _by_name().get(name)
    if option is None or option.treatment is Treatment.SAME:
        return False
    if option.treatment is Treatment.ARCHITECTURE and value and name in _ambiguous():
        return "sm_" in value or "compute_" in value
    return name not in _ambiguous()


def decisions(words: Sequence[str]) -> Iterator[tuple[int, Decision | None]]:
    """Yield the place of each option or other word, with what becomes of it."""
    at = 0
    while at < len(words):
        decision = decide(words, at)
        yield at, decision
        at += 1 if decision is None else decision.taken


def _shortened(option: Option, word: str, taken: int, value: str) -> Decision | None:
    """Return what becomes of an option that clang knows by its short name."""
    if raised := option.by_value.get(value):
        return Decision(option, taken, value, (raised,), left_out=False)
    if not word.startswith("--"):
        return None
    joined = len(option.short) == 2 and option.short not in ("-o", "-c")
    if not value:
        hip: tuple[str, ...] = (option.short,)
    elif option.short == "-std":
        hip = (f"-std={value}",)
    else:
        hip = (option.short + value,) if joined else (option.short, value)
    return None if hip == (word,) else Decision(option, taken, value, hip, left_out=False)


def _counterpart(option: Option, value: str) -> list[str]:
    if option.treatment is Treatment.HOST:
        # What is for the host's compiler stands among hipcc's own options now, and is read as such.
        words = [one for one in host_words(value) if not is_gccs_own(one)]
        return [
            hip
            for at, decision in decisions(words)
            for hip in ([words[at]] if decision is None else decision.hip)
        ]
    if option.treatment is Treatment.LINKER:
        value = _unquoted(value)
        return [f"-Wl,{value}"] if value else []
    if option.by_value:
        return option.by_value.get(value, "").split()
    return option.hip.format(value).split()


def _unquoted(value: str) -> str:
    """Return a value without the quotes around it; one that closes a quote within stays."""
    bare = _QUOTES.sub("", value)
    if all(bare.count(quote) % 2 == 0 for quote in "\"'"):
        return bare
    quoted = _QUOTED.fullmatch(value)
    return quoted["inner"] if quoted else value


def host_words(value: str) -> Iterator[str]:
    """Yield the options of the host's compiler in what `-Xcompiler` hands on.

    nvcc parts them at commas, but not in quotes, which may stand around each (CMake writes
    `-Xcompiler ,\\"-fPIC\\",\\"-g\\"`); `-Wl,-rpath,FOLDER` is one option wherever it came through.
    Those of Microsoft's compiler are left out.
    """
    for word in _unquoted(value).split():
        handed_on = _HANDED_ON.search(word)
        parted = word[: handed_on.start()] if handed_on else word
        items = map(_unquoted, parted.split(","))
        yield from (one for one in items if one and not _MICROSOFTS.fullmatch(one))
        if handed_on:
            yield _unquoted(handed_on["option"])


def names_left_out() -> tuple[list[str], list[str]]:
    """Return the names of what has no counterpart: those that stand alone, those with a value.

    An option whose counterpart depends on its value is among them: values with one are
    `translations`.
    """
    gone = (Treatment.ARCHITECTURE, Treatment.DROPPED, Treatment.FINDING, Treatment.TRANSLATED)
    alone: list[str] = []
    with_value: list[str] = []
    for option in options():
        one_word = option.treatment is Treatment.TRANSLATED and option.hip and " " not in option.hip
        if option.treatment in gone and not one_word and option.short not in ("-Werror", "-x"):
            names = [name for name in (option.long, option.short) if name]
            (with_value if option.takes_value else alone).extend(names)
    return alone, with_value


def translations() -> dict[str, str]:
    """Return the words that clang knows otherwise and that are one word there, with clang's."""
    found = {}
    for option in options():
        for name in (option.long, option.short):
            if name and option.treatment is Treatment.TRANSLATED and not option.takes_value:
                if option.hip:
                    found[name] = option.hip
                for value, hip in option.by_value.items():
                    found[f"{name}={value}"] = hip
    return {name: hip for name, hip in found.items() if " " not in hip}
