"""What must hold of every conversion of one file, and the sources that conversions start from."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

from porter.convert.result import NO_INPUTS, FileResult
from porter.fixers.conversion import Conversion
from porter.fixers.registry import rules
from porter.options import Options
from porter.source.text.encoding import refusal
from porter.source.text.languages import Language, language_of
from porter.testing import convert, single_text
from tests.fuzz.target import Broken, Case

TREE = Path(__file__).parents[2]
_FAILED = re.compile(r"rule (\w+) \(.*?\) failed and was not applied to this file: (.*)", re.DOTALL)


def check(case: Case, options: Options) -> None:
    """Convert a case and convert what came of it once more.

    Raises:
        Broken: a rule fails, a byte changes that no edit is about, or the second run still changes
            something.
    """
    if refusal(case.data):
        return
    once = _converted(case, options)
    again = _converted(case._replace(data=once.data), options)
    if again.data != once.data:
        rules_of = sorted({edit.rule for edit in again.edits})
        raise Broken("not idempotent", ", ".join(rules_of))


def _converted(case: Case, options: Options) -> Conversion:
    file, context = single_text(case.path, case.data, language_of(case.path), options)
    made = convert(file, context)
    for finding in made.findings:
        if match := _FAILED.match(finding.message):
            # The message may quote the input; the type and the place do not.
            place = match[2].rpartition(" (")[2]
            raise Broken("rule failed", f"{match[1]}: {match[2].partition(':')[0]} ({place}")
    done = 0
    for edit in made.edits:
        if edit.start < done or edit.end < edit.start:
            raise Broken("edits overlap", edit.rule)
        done = edit.end
    if FileResult.of(made, "", NO_INPUTS).apply(case.data) != made.data:
        raise Broken("untouched bytes change", "")
    return made


@cache
def seeds(*languages: Language) -> tuple[Case, ...]:
    """Return the examples of all rules, and this repository's CUDA projects, in some languages."""
    found = [
        Case(example.path, text.encode())
        for rule in rules()
        for example in rule.examples
        for text in (example.before, example.after)
        if text is not None and language_of(example.path) in languages
    ]
    for path in sorted((TREE / "csrc_cuda").rglob("*")):
        if path.is_file() and language_of(path.name) in languages:
            found += _parts(path)
    return tuple(found)


def _parts(path: Path) -> list[Case]:
    """Return a file cut at empty lines into cases that a conversion is quick with."""
    parts: list[bytes] = [b""]
    for block in path.read_bytes().split(b"\n\n"):
        if len(parts[-1]) > 1_500:
            parts.append(b"")
        parts[-1] += block + b"\n\n"
    return [Case(path.name, part) for part in parts]


@cache
def words(*languages: Language) -> tuple[bytes, ...]:
    """Return the names that rules for some languages wait for, and some that a table renames."""
    names = {
        name
        for rule in rules()
        if not set(rule.languages).isdisjoint(languages)
        for name in rule.names
    }
    common = (
        b"cudaMalloc cudaFree float const if return __global__ __device__ template int p threadIdx"
    )
    return (*sorted(names), *common.split())
