"""Compares what a program prints and writes, without what says nothing about its results."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import lru_cache
from itertools import zip_longest

from porter.errors import PorterError
from porter.listing import number_of
from porter.project.settings.program_cases import OutputFile, ProgramCase
from porter.verify.comparison.api_names import as_ported
from porter.verify.comparison.compared_files import ComparedFile, compared_file, said_of
from porter.verify.comparison.files import compare_file
from porter.verify.comparison.judging_words import judges
from porter.verify.comparison.line_order import in_order_of, is_any_order
from porter.verify.comparison.output import compare_output, differ_in_decimals_alone
from porter.verify.comparison.result import Comparison
from porter.verify.comparison.time_words import is_of_times
from porter.verify.comparison.volatile import described, masked, without_changes
from porter.verify.failure import running
from porter.verify.program.found import FoundProgram
from porter.verify.program.recording import Recording
from porter.verify.program.result import ProgramResult

_NUMBER = re.compile(r"\d")
#: So many lines of words may be titles; more are a picture, or a list.
_FEW = 5


class NothingToCompare(PorterError):
    """A program prints and writes nothing that says something of its results."""


_CHANGES = "what changes from run to run or with what was in memory before"


#: Sides are compared anew with each further run of CUDA's, their texts the same.
_masked = lru_cache(maxsize=16)(masked)


def compare_named(
    case: ProgramCase, expected: Recording, actual: ProgramResult
) -> Iterator[tuple[str, Comparison]]:
    """Yield what comparing gives for a program that porter.toml names.

    Everything is compared as it was printed. Where that differs, times and whatever else says
    nothing about results are left out, as for found programs, and listed.

    Args:
        case: the program.
        expected: what CUDA's side did.
        actual: what the port did.
    """
    texts = expected.stdout, actual.stdout
    printed = compare_output(*texts, rtol=case.rtol, atol=case.atol, ignore=case.ignore)
    yield "", _texts(case, *texts, (), (), "") if printed.differences else printed
    files: list[ComparedFile] = []
    for file in case.files:
        reference, written = expected.files.get(file.path), actual.files.get(file.path)
        if reference is not None and written is not None:
            files.append(compared_file(file, reference))
        yield f"file {file.path}", compare_file(case, file, reference, written)
    if said := said_of(files):
        yield "", Comparison(remarks=(said,))


def compare_found(
    case: FoundProgram,
    expected: Recording,
    actual: ProgramResult,
    run_again: Sequence[Callable[[], Recording]],
    run_nudged: Sequence[Callable[[], Recording]] = (),
    *,
    is_traced: bool,
) -> Iterator[tuple[str, Comparison]]:
    """Yield what comparing the output and the files that were written gives.

    Where the sides differ, CUDA's side is run once more, and again where they differ still, each
    time with other contents of memory that was not written to: what it prints anew is left out.
    Where numbers that are no integers are all that differs then, it runs with functions that are a
    unit in the last place off: how far that takes them, times what two libraries differ by, is
    allowed.

    Args:
        case: the program.
        expected: what CUDA's side did.
        actual: what the port did.
        run_again: each runs CUDA's side once more.
        run_nudged: each runs it with such functions, off by another draw.
        is_traced: launches are compared, too.

    Raises:
        PorterError: most numbers change from run to run, or there is nothing to compare.
    """
    found, others = [*compared(case, expected, actual, ())], []
    for run in run_again:
        if not any(comparison.differences for _, comparison in found):
            break
        try:
            others.append(run())
        except PorterError as error:
            note = f"whether it is the same from run to run is not known: {error.message}"
            found.append(("", Comparison(remarks=(note,))))
            break
        with running("cuda"):
            _expect_steady(expected, others)
        found = [*compared(case, expected, actual, others)]
    nudged: list[Recording] = []
    for run in run_nudged:
        wrong = [comparison for _, comparison in found if comparison.differences]
        if not wrong or not all(map(differ_in_decimals_alone, wrong)):
            break
        with suppress(PorterError):  # it is not built or does not end so: nothing more is allowed
            nudged.append(run())
        found = [*compared(case, expected, actual, others, nudged)]
    yield from found
    if any(comparison.numbers for _, comparison in found):
        return
    lines = _telling_lines(expected.stdout)
    if lines or expected.files:
        files = f", {number_of(len(expected.files), 'file')}" if expected.files else ""
        said = f"no number was compared: {number_of(lines, 'line')} of words{files}"
        yield "", Comparison(remarks=(said,))
    else:
        said = "it prints and writes nothing that could be compared"
        if expected.stdout.strip():
            said = "it prints nothing that says something of its results"
        if not is_traced and actual.returncode == expected.returncode:
            raise NothingToCompare(said)
        yield "", Comparison(remarks=(said,))


def _telling_lines(text: str) -> int:
    """Return how many lines say something of results.

    Words around a time that is left out do not, and neither do a few that judge nothing: a title.
    """
    touched = {number for numbers in _masked(text).lines.values() for number in numbers}
    lines = [*enumerate(text.splitlines(), 1)]
    judging = sum(judges(line) for _, line in lines)
    words = sum(bool(line.strip()) and number not in touched for number, line in lines)
    return words or judging if judging or words > _FEW else 0


def _expect_steady(expected: Recording, others: Sequence[Recording]) -> None:
    """Refuse to compare with a program that says other things each time.

    What the other lines hold then, such as the order of what was drawn, says nothing of the port.

    Args:
        expected: what CUDA's side did.
        others: what it did the other times.

    Raises:
        PorterError: most of the lines with numbers have others the last time.
    """
    lines: list[tuple[str | None, str | None]] = []
    for text, again in [
        (expected.stdout, [one.stdout for one in others]),
        *((_text(data), _texts_of(path, others)) for path, data in expected.files.items()),
    ]:
        if text is None:
            continue
        first, *versions = (_masked(one).text for one in (text, *again))
        if not is_any_order(first, versions):
            lines += zip_longest(first.splitlines(), versions[-1].splitlines())
        else:
            lines += ((line, line) for line in first.splitlines())
    numbers = [pair for pair in lines if _NUMBER.search(f"{pair[0]} {pair[1]}")]
    changed = sum(first != second for first, second in numbers)
    if changed > len(numbers) / 2:
        # Where nothing but such numbers is printed, they may be times without a word for them.
        kind = NothingToCompare if changed == len(numbers) else PorterError
        raise kind(
            "it gives other numbers each time, or by what was in memory before: in "
            f"{changed} of {len(numbers)} lines"
        )


def compared(
    case: ProgramCase,
    expected: Recording,
    actual: ProgramResult,
    others: Sequence[Recording],
    nudged: Sequence[Recording] = (),
) -> Iterator[tuple[str, Comparison]]:
    """Yield what comparing gives, without what CUDA's side gave anew where it ran again.

    Args:
        case: the program.
        expected: what CUDA's side did.
        actual: what the port did.
        others: what CUDA's side did the other times that it ran.
        nudged: what it did with functions that are a unit in the last place off.
    """
    printed = [one.stdout for one in others]
    off = [one.stdout for one in nudged]
    yield "", _texts(case, expected.stdout, actual.stdout, printed, off, "")
    files: list[ComparedFile] = []
    for path in sorted({*expected.files, *actual.files}):
        contents = expected.files.get(path), actual.files.get(path)
        again = [one.files.get(path) for one in others]
        texts = [_text(one) for one in contents]
        place = f"file {path}"
        if is_of_times(path):
            said = f"left out: {place}, whose name says that it holds what was measured"
            yield place, Comparison(remarks=(said,))
            continue
        if texts[0] is None and any(contents[0] != other for other in again):
            yield place, Comparison(remarks=(f"left out: {place}, {_CHANGES}",))
            continue
        if contents[0] is not None and contents[1] is not None:
            files.append(compared_file(OutputFile(path), contents[0]))
        if texts[0] is not None and texts[1] is not None and not path.endswith(".npy"):
            written, off = (_texts_of(path, runs) for runs in (others, nudged))
            yield place, _texts(case, texts[0], texts[1], written, off, f" of {place}")
        else:
            yield place, compare_file(case, OutputFile(path), *contents)
    if said := said_of(files):
        yield "", Comparison(remarks=(said,))


def _texts(
    case: ProgramCase,
    expected: str,
    actual: str,
    others: Sequence[str],
    nudged: Sequence[str],
    where: str,
) -> Comparison:
    """Compare two texts.

    Args:
        case: the program.
        expected: CUDA's side's.
        actual: the port's.
        others: what CUDA's side printed the other times.
        nudged: what it printed with functions that are a unit in the last place off.
        where: what is said behind what is left out.
    """
    expected, renamed = as_ported(expected)
    actual, kept = as_ported(actual)  # a text that a source writes out keeps its words in the port
    renamed = [line for line in renamed if line not in kept]
    others, nudged = ([as_ported(text).text for text in texts] for texts in (others, nudged))
    sides = [_masked(text) for text in (expected, actual, *nudged)]
    left_out = [described(kind, lines) + where for kind, lines in sorted(sides[0].lines.items())]
    texts = [side.text for side in sides]
    again = [_masked(other).text for other in others]
    if is_any_order(texts[0], again):
        texts[1:] = [in_order_of(text, texts[0]) for text in texts[1:]]
        left_out.append("the order of its lines, which changes from run to run" + where)
    else:
        texts, changed = without_changes(texts, again)
        left_out += [described(_CHANGES, changed) + where] if changed else []
    found = compare_output(
        texts[0], texts[1], rtol=case.rtol, atol=case.atol, ignore=case.ignore,
        nudged=texts[2:],
    )  # fmt: skip
    remark = [f"left out: {'; '.join(left_out)}"] if left_out else []
    if renamed:
        remark.append(
            described("names of CUDA's that the conversion gives others", renamed) + where
        )
    return replace(found, remarks=(*remark, *found.remarks))


def _texts_of(path: str, runs: Sequence[Recording]) -> list[str]:
    """Return the text of a file in each run."""
    return [_text(one.files.get(path)) or "" for one in runs]


def _text(content: bytes | None) -> str | None:
    try:
        return None if content is None or b"\0" in content else content.decode("utf-8")
    except UnicodeDecodeError:
        return None
