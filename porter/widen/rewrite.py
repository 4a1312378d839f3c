"""A source in which some kernels work by wavefronts; what others use, too, is copied."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from porter.source.cpp.functions import DeviceFunction, functions_of
from porter.source.file import SourceFile
from porter.source.text.spans import Span
from porter.widen.calls import warp_calls
from porter.widen.closure import Closure, calls_in, closure_of, head_start, uses_warps
from porter.widen.idioms import Edit, idioms
from porter.widen.lanes import lanes, numbers_the_grid
from porter.widen.masks import lanes_below, masks
from porter.widen.refusal import Refused
from porter.widen.roles import MASKED, roles_of
from porter.widen.rows import rows
from porter.widen.words import WAVE, Vocabulary, constants

HEADER = "wave.hpp"
_NAMESPACE = re.compile(rb"\b(?:namespace|extern)\b[\w:\s]*\Z")
_INCLUDE = re.compile(rb'^#include "(?P<folder>[^"\n]*porter_compat/)warp\.hpp"$', re.MULTILINE)


@dataclass(frozen=True)
class Proposal:
    """What a kernel needs to work by wavefronts.

    Attributes:
        closure: the kernel and what it calls.
        edits: of each function that changes, by where its body starts.
        constants: numbers of warps that it uses: name -> (place of the value, the new value).
        by_rows: a wavefront takes the rows of its warps one after another.
    """

    closure: Closure
    edits: Mapping[int, tuple[Edit, ...]]
    constants: Mapping[bytes, tuple[Span, bytes]]
    by_rows: bool


def propose(
    file: SourceFile, kernel: DeviceFunction, words: Vocabulary, elsewhere: frozenset[bytes]
) -> Proposal:
    """Return what a kernel needs.

    Args:
        file: its file.
        kernel: the kernel.
        words: the constants that the file sees.
        elsewhere: functions of other files that use warps, and constants of theirs that count them.

    Raises:
        Refused: it cannot be told, or the kernel has nothing to do with warps.
    """
    closure = closure_of(file, kernel)
    if not any(uses_warps(file, one) for one in closure.functions):
        raise Refused("calls no function of warps")
    roles = roles_of(file, closure, words)
    edits: dict[int, tuple[Edit, ...]] = {}
    by_rows = False
    with_masks = frozenset(
        one.name for one in closure.functions if MASKED in roles[one.body_start].of.values()
    )
    for one in closure.functions:
        _refuse_others(file, one, elsewhere)
        own = roles[one.body_start]
        found = list(idioms(file.code, one.body_start, one.body_end, words))
        found += lanes_below(file, one, own)
        kept: list[Span] = []
        has_rows = one is kernel and bool(numbers_the_grid(file, one, own, words))
        by_rows |= has_rows
        if has_rows:
            added, kept = rows(file, one, own, words)
            found += added
        done = [(start, end) for start, end, _ in found]
        found += warp_calls(file, one, own, words, done)
        found += masks(file, one, own, with_masks, done)
        done = [(start, end) for start, end, _ in found]
        if one is not kernel and (line := numbers_the_grid(file, one, own, words)):
            raise Refused("numbers the grid's warps of 32 threads", line)
        found += lanes(file, one, own, words, [*done, *kept])
        if found:
            edits[one.body_start] = tuple(sorted(set(found)))
    found_constants = {} if by_rows else _constants(file, closure, words)
    return Proposal(closure, edits, found_constants, by_rows)


def rewritten(file: SourceFile, proposals: Sequence[Proposal]) -> bytes:
    """Return a file with the kernels of proposals widened.

    What only they use is edited in place; what others use, too, gets a copy beside it.
    """
    kernels = {one.closure.kernel.body_start for one in proposals}
    edits = {start: found for one in proposals for start, found in one.edits.items()}
    functions = {one.body_start: one for one in functions_of(file)}
    users = _users(file)
    reached = {f.body_start for one in proposals for f in one.closure.functions}
    waiting = list(edits)
    while waiting:  # what calls a function that changes changes, too
        new = (users[waiting.pop()] & reached) - set(edits)
        edits |= dict.fromkeys(new, ())
        waiting += new
    copied: set[int] = set()
    while new := {
        start
        for start in set(edits) - kernels - copied
        if users[start] - set(edits) or users[start] & copied or functions[start].is_host
    }:
        copied |= new
    names = {functions[start].name: _wide_name(file, functions[start].name) for start in copied}
    found: list[Edit] = []
    counted = {name: what for one in proposals for name, what in one.constants.items()}
    renamed = dict(names)
    for name, (place, value) in counted.items():
        uses = file.all_occurrences(name)
        own = [functions[start] for start in edits if start not in copied]
        if all(place[0] > at or any(_holds(file, one, at) for one in own) for at in uses):
            found.append((*place, value))
            continue
        renamed[name] = _wide_name(file, name)
        start, end = file.line_start(place[0]), file.code.index(b"\n", place[1]) + 1
        line = file.data[start : place[0]].replace(name, renamed[name]) + value
        found.append((end, end, line + file.data[place[1] : end]))
    for start, own_edits in edits.items():
        function = functions[start]
        extra = _renamings(file, function, renamed)
        together = sorted({*own_edits, *(one for one in extra if not _within(one, own_edits))})
        if start not in copied:
            found += together
            continue
        head = head_start(file, function)
        text = applied(file.data, [*together, *_renamed_head(file, function, names)], head,
                       function.body_end + 1)  # fmt: skip
        after = function.body_end + 1
        found.append((after, after, b"\n\n// The same by wavefronts.\n" + text))
    return _with_header(applied(file.data, found, 0, len(file.data)))


def applied(data: bytes, edits: Iterable[Edit], start: int, end: int) -> bytes:
    """Return a piece of a text with its edits."""
    parts, at = [], start
    for first, last, text in sorted(edits, key=lambda one: one[:2]):
        parts += [data[at:first], text]
        at = last
    return b"".join([*parts, data[at:end]])


def _constants(
    file: SourceFile, closure: Closure, words: Vocabulary
) -> dict[bytes, tuple[Span, bytes]]:
    """Return the constants of the file that count warps and that a closure uses."""
    cut = re.compile(rb"(?P<sign>/)\s*(?P<number>" + words.size + rb")|(?P<shift>>>\s*5)\b")
    found: dict[bytes, tuple[Span, bytes]] = {}
    for one in constants(file.code):
        used = any(
            _holds(file, function, at)
            for function in closure.functions
            for at in file.all_occurrences(one.name)
        )
        if used and cut.search(one.value) and _is_outside(file.code, one.start):
            found[one.name] = (one.span, cut.sub(b"/ " + WAVE, one.value))
    return found


def _is_outside(code: bytes, at: int) -> bool:
    """Tell whether a place is in no braces but those of namespaces."""
    around: list[int] = []
    for brace in re.finditer(rb"[{}]", code[:at]):
        if brace.group() == b"{":
            around.append(brace.start())
        elif around:
            around.pop()
    return all(_NAMESPACE.search(code, 0, one) for one in around)


def _refuse_others(file: SourceFile, function: DeviceFunction, elsewhere: frozenset[bytes]) -> None:
    body = file.code[function.body_start : function.body_end]
    for word in re.finditer(rb"[A-Za-z_]\w*", body):
        if word.group() in elsewhere:
            line = file.position(function.body_start + word.start())[0]
            raise Refused(f"{word.group().decode()} of another file counts warps", line)


def _users(file: SourceFile) -> dict[int, set[int]]:
    """Return for each function which others call it, by where their bodies start."""
    found: dict[int, set[int]] = {one.body_start: set() for one in functions_of(file)}
    by_name = {one.name: one.body_start for one in functions_of(file)}
    for one in functions_of(file):
        for call in calls_in(file, one):
            found[by_name[call.name]].add(one.body_start)
    return found


def _holds(file: SourceFile, function: DeviceFunction, at: int) -> bool:
    return function.body_start <= at < function.body_end


def _wide_name(file: SourceFile, name: bytes) -> bytes:
    for pattern, text in (
        (rb"(?<=[a-z])Warp|Warp", b"Wave"),
        (rb"warp", b"wave"),
        (rb"WARP", b"WAVE"),
    ):
        new = re.sub(pattern, text, name)
        if new != name and new not in file.names:
            return new
    return name + b"_by_waves"


def _renamings(
    file: SourceFile, function: DeviceFunction, names: Mapping[bytes, bytes]
) -> list[Edit]:
    return [
        (at, at + len(name), new)
        for name, new in names.items()
        for at in file.all_occurrences(name)
        if _holds(file, function, at)
    ]


def _renamed_head(
    file: SourceFile, function: DeviceFunction, names: Mapping[bytes, bytes]
) -> list[Edit]:
    match = re.compile(rb"\b" + re.escape(function.name) + rb"(?=\s*\()").search(
        file.code, function.start, function.body_start
    )
    return [(*match.span(), names[function.name])] if match else []


def _within(edit: Edit, others: Iterable[Edit]) -> bool:
    return any(start <= edit[0] < end for start, end, _ in others)


def _with_header(data: bytes) -> bytes:
    """Have a file include wave.hpp behind warp.hpp."""
    match = _INCLUDE.search(data)
    if match is None:
        raise Refused("does not include warp.hpp itself")
    line = b'\n#include "' + match["folder"] + HEADER.encode() + b'"'
    return data if line in data else data[: match.end()] + line + data[match.end() :]
