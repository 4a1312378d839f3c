"""No rule does more for each byte of a long file than for each of a short one.

What is counted is no time: the steps of Python, by the lines of porter that run, and the bytes
that patterns look at and slices copy, by handing every rule a file whose code counts them. What a
pattern does again for the same byte, going back, cannot be counted from outside; what stands in
front of a name is therefore looked for word by word, not by a pattern that searches the line. Nor
can what libclang does be counted, which parses a file once; how often it is asked is.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator
from itertools import pairwise
from types import FrameType
from typing import Any

import pytest

import porter
from porter.fixers import Example, Rule
from porter.fixers.registry import rules
from porter.source.text.languages import language_of
from porter.testing import convert, single_text

_HERE = porter.__path__[0]
#: How much more may be done for a byte of a file three times as long.
_MOST = 1.6
#: How many copies of an example, and how many times more may be done for ten times as many.
_COPIES, _MOST_FOR_TEN = (1, 10, 100, 1000), 16
#: From here on a text takes too long to be traced.
_LARGEST = 120_000
#: Beyond these, what is bounded by a number of bytes or brackets grows no further.
_SHORT, _LONG = 9_000, 27_000


class CountedCode(bytes):
    """Masked code that counts the bytes which slices of it copy and searches in it look at."""

    looked_at = 0

    def __getitem__(self, key: Any) -> Any:
        found = super().__getitem__(key)
        CountedCode.looked_at += len(found) if isinstance(found, bytes) else 1
        return found

    def find(self, wanted: Any, start: Any = 0, end: Any = None) -> int:
        found = super().find(wanted, start, end)
        stop = (len(self) if end is None else end) if found < 0 else found
        CountedCode.looked_at += max(1, stop - start)
        return found

    def rfind(self, wanted: Any, start: Any = 0, end: Any = None) -> int:
        found = super().rfind(wanted, start, end)
        CountedCode.looked_at += max(1, (len(self) if end is None else end) - max(found, start))
        return found


def steps(rule: Rule, example: Example, text: str) -> int:
    """Return how many steps a rule takes on a text."""
    file, context = single_text(
        example.path, text.encode(), language_of(example.path), example.options, example.files
    )
    file.__dict__["code"] = CountedCode(file.code)
    _ = file.names, file.directives
    CountedCode.looked_at = lines = 0

    def trace(frame: FrameType, event: str, argument: object) -> Any:
        nonlocal lines
        if event == "call":
            return trace if frame.f_code.co_filename.startswith(_HERE) else None
        lines += event == "line"
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        convert(file, context, (rule,))
    finally:
        sys.settrace(before)
    return lines + CountedCode.looked_at // 50


def _repeated(text: str, size: int) -> str:
    return text * max(1, size // len(text))


def _on_one_line(text: str, size: int) -> str:
    return _repeated(max(text.splitlines(), key=len, default="") + " ", size)


def _unclosed(text: str, size: int) -> str:
    return _repeated(text.rstrip("\n)};") or text, size)


def _check(rule: Rule, example: Example, form: Callable[[str, int], str]) -> None:
    short, long = (form(example.before, size) for size in (_SHORT, _LONG))
    done = steps(rule, example, short) / len(short), steps(rule, example, long) / len(long)
    assert done[1] <= max(done[0], 0.05) * _MOST, (example.before, done)


def _in_turn(examples: Iterable[Example]) -> Iterator[Example]:
    """Yield the examples of a rule in one text, as far as they are of one kind."""
    texts: dict[Example, str] = {}
    for example in examples:
        kind = example._replace(before="", after=None, findings=(), title="")
        texts[kind] = texts.get(kind, "") + example.before
    for kind, text in texts.items():
        yield kind._replace(before=text)


@pytest.mark.parametrize("rule", rules(), ids=lambda rule: rule.id)
def test_steps_grow_with_the_file(rule: Rule) -> None:
    for example in _in_turn(rule.examples):
        _check(rule, example, _repeated)


@pytest.mark.slow
@pytest.mark.parametrize("rule", rules(), ids=lambda rule: rule.id)
def test_steps_grow_with_a_file_of_any_example(rule: Rule) -> None:
    for example in rule.examples:
        _check(rule, example, _repeated)


@pytest.mark.parametrize("form", [_on_one_line, _unclosed])
@pytest.mark.parametrize("rule", rules(), ids=lambda rule: rule.id)
def test_steps_grow_with_a_line_and_with_what_is_left_open(
    rule: Rule, form: Callable[[str, int], str]
) -> None:
    _check(rule, rule.examples[0], form)


@pytest.mark.slow
@pytest.mark.parametrize("form", [_on_one_line, _unclosed])
@pytest.mark.parametrize("rule", rules(), ids=lambda rule: rule.id)
def test_steps_grow_with_any_line_and_whatever_is_left_open(
    rule: Rule, form: Callable[[str, int], str]
) -> None:
    for example in rule.examples[1:]:
        _check(rule, example, form)


@pytest.mark.slow
@pytest.mark.parametrize("rule", rules(), ids=lambda rule: rule.id)
def test_steps_grow_with_the_copies_of_an_example(rule: Rule) -> None:
    for example in rule.examples:
        texts = [example.before * copies for copies in _COPIES]
        done = [steps(rule, example, text) for text in texts if len(text) <= _LARGEST]
        assert len(done) > 1
        for before, after in pairwise(done):
            assert after <= max(before, 500) * _MOST_FOR_TEN, (example.before, done)
