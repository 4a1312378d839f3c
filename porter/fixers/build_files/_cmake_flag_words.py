"""The flags among the arguments of a CMake command, and which of them are nvcc's for sure."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from porter.fixers.build_files._flags import Word
from porter.source.build_files.cmake import Argument, Command, Form
from porter.source.text.runs import word_start

_FOR_CUDA = re.compile(rb"(?i)(?:CUDA|NVCC|HIP)")
_HOLDS_FLAGS = re.compile(rb"(?i)(?:FLAGS?|OPT(?:ION)?S?|ARGS?)(?=_\w|\Z)")
_FOR_LANGUAGE = re.compile(rb"\$<(?:COMPILE_LANGUAGE:|COMPILE_LANG_AND_ID:)(?:HIP|CUDA)\b")
_WORD = re.compile(rb"(?:\$(?:ENV)?+\{[^}]*+\}?+|\$(?!(?:ENV)?\{)|\\.|[^\s;\\\"<>$])++")
#: A word where commas part what a condition chooses from.
_CHOICE = re.compile(rb"(?:\$(?:ENV)?+\{[^}]*+\}?+|\$(?!(?:ENV)?\{)|\\.|[^\s;,\\\"<>$])++")
_CONDITION = b"$<IF:"


class Part(NamedTuple):
    """An argument that may hold flags.

    Attributes:
        argument: the argument.
        is_nvccs: it stands where nothing but the flags of CUDA's compiler stand.
    """

    argument: Argument
    is_nvccs: bool

    @property
    def has_choice(self) -> bool:
        """Whether a generator expression chooses among what commas part in it."""
        return _CONDITION in self.argument.text


def parts(command: Command) -> Iterator[Part]:
    """Yield the arguments of a command that may hold flags."""
    all_nvccs = holds_nvccs_flags(command)
    inside = False
    depth = 0
    pattern = _pattern(command)
    for argument in command.arguments:
        if argument is pattern or argument.form is Form.BRACKET:
            continue
        inside |= _FOR_LANGUAGE.search(argument.text) is not None
        yield Part(argument, all_nvccs or inside)
        depth += argument.text.count(b"$<") - argument.text.count(b">")
        if depth <= 0:
            inside, depth = False, 0


def flag_words(part: Part, is_nvccs: bool) -> Iterator[Word]:
    """Yield the words of an argument.

    Args:
        part: the argument.
        is_nvccs: what is known of it beside.
    """
    argument = part.argument
    for match in (_CHOICE if part.has_choice else _WORD).finditer(argument.text):
        text, start = _without_prefix(match.group())
        at = argument.text_start + match.start() + start
        is_whole = argument.form is Form.QUOTED and len(match.group()) == len(argument.text)
        yield Word(
            at, at + len(text), text.decode("utf-8", "surrogateescape"),
            part.is_nvccs or is_nvccs, joint='" "' if is_whole else " ",
        )  # fmt: skip


def holds_nvccs_flags(command: Command) -> bool:
    """Tell whether a command sets a variable of flags for CUDA."""
    words = command.words
    if command.name in (b"list", b"string") and words[:1] == [b"APPEND"]:
        words = words[1:]
    if command.name not in (b"set", b"list", b"string") or not words:
        return False
    ending = words[0][word_start(words[0], len(words[0])) :]
    return bool(_FOR_CUDA.search(words[0]) and _HOLDS_FLAGS.search(ending))


def _pattern(command: Command) -> Argument | None:
    """Return what a command looks for in a text: no flag that a compiler gets."""
    at = {b"REPLACE": 1, b"REGEX": 2, b"FIND": 2}.get(b"".join(command.words[:1]), 0)
    is_search = command.name == b"string" and 0 < at < len(command.arguments)
    return command.arguments[at] if is_search else None


def _without_prefix(word: bytes) -> tuple[bytes, int]:
    """Return a flag without what a generator expression or `SHELL:` puts before it."""
    match = re.match(rb"(?:[\w,$:]*:)(?=-)", word)
    return (word[match.end() :], match.end()) if match else (word, 0)
