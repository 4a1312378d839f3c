"""Rename what CUB declares to hipCUB's names.

## What it does
`cub::` becomes `hipcub::` wherever it stands: in nested template arguments, aliases
(`namespace c = cub`), using-directives and using-declarations, macro bodies and PyTorch's wrapped
namespace (`at_cuda_detail::cub`). A name is resolved before it is renamed.

## Why
hipCUB mirrors CUB under a namespace of its own, on top of rocPRIM. It lacks some of CUB's
algorithms and all of CUB's internals.

## What it leaves alone
Names that hipCUB lacks: they are reported as errors, and an expression that holds one stays as it
is altogether, so that no half-converted type is left (`hipcub::BlockLoad<…, cub::OTHER>`).
A file with the alias `namespace cub = hipcub` needs no more. `at::cuda::cub` is PyTorch's own.
Scopes of other projects (`mine::cub`), members and variables called `cub` stay.

## References
CUB and hipCUB API references; `rules/cub-hipcub`.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate

from porter.fixers import Context, Example, Fixer
from porter.fixers.api._differences import lacking_members, template_parameters
from porter.fixers.api._handled import names_of_other_rules
from porter.source import Edit, Finding, Severity, SourceFile
from porter.source.text.brackets import split_arguments, template_arguments_end
from porter.source.text.edits import Yield
from porter.tables.names import Row

fixer = Fixer("API02", "cub", triggers=("cub",), order=60)

_NAME = re.compile(rb"[A-Za-z_]\w*")
_ALIAS = re.compile(rb"\bnamespace[ \t\r\n]+([A-Za-z_]\w*)[ \t\r\n]*=[ \t\r\n]*\Z")
_USING = re.compile(rb"\busing[ \t\r\n]+namespace[ \t\r\n]+\Z")
_OWN_ALIAS = re.compile(rb"\bnamespace[ \t\r\n]+cub[ \t\r\n]*=[ \t\r\n]*(?:::)?hipcub\b")
_REOPENED = re.compile(rb"\bnamespace[ \t\r\n]+\Z")
_WRAPPED = re.compile(rb"(?:::[ \t]*)?\bat_cuda_detail[ \t]*::[ \t]*\Z")
_MACRO_HEAD = re.compile(rb"[ \t]*#[ \t]*define[ \t]+\w+[ \t]+(?:::)?")
_MACRO_END = re.compile(rb"[ \t\r\f\v]*+(?:::[ \t\r\f\v]*+)?(?:\n|\Z)")
_MACRO = re.compile(rb"[ \t]*#[ \t]*define[ \t]+\w+(?:\(([^)]*)\))?")

EXAMPLES = (
    Example(
        "using Load = cub::BlockLoad<float, 128, 4, cub::BLOCK_LOAD_WARP_TRANSPOSE>;\n",
        "using Load = hipcub::BlockLoad<float, 128, 4, hipcub::BLOCK_LOAD_WARP_TRANSPOSE>;\n",
        title="template arguments come along",
    ),
    Example(
        "namespace c = ::cub;\nc::DeviceReduce::Sum(t, n, in, out, count);\n",
        "namespace c = ::hipcub;\nc::DeviceReduce::Sum(t, n, in, out, count);\n",
    ),
    Example(
        "using namespace cub;\nusing cub::BlockScan;\n#define NS at_cuda_detail::cub\n",
        "using namespace hipcub;\nusing hipcub::BlockScan;\n#define NS hipcub\n",
    ),
    Example(
        "#define CALL(f, ...) f(nullptr, n, __VA_ARGS__); cub::f(__VA_ARGS__)\n",
        "#define CALL(f, ...) f(nullptr, n, __VA_ARGS__); hipcub::f(__VA_ARGS__)\n",
        title="a macro's parameter may be any name",
    ),
    Example(
        "cub::BlockReduce<cub::detail::key_t<int>, 128> reduce;\n",
        findings=("error",),
        title="one part is missing in hipCUB, so all of it stays",
    ),
    Example(
        "#ifdef USE_ROCM\nnamespace cub = hipcub;\n#endif\ncub::BlockScan<int, 128> scan;\n",
        title="the project has an alias for HIP",
    ),
    Example(
        "cub::DeviceScan::InclusiveScanInit(temp, n, in, out, cub::Sum(), 0, count);\n",
        "cub::DeviceScan::InclusiveScanInit(temp, n, in, out, hipcub::Sum(), 0, count);\n",
        findings=("error",),
        title="a function that hipCUB's class lacks",
    ),
    Example(
        'int n = at::cuda::cub::max(x) + mine::cub::sum + box.cub; // cub::Sum "cub::Sum"\n',
        title="other people's names",
    ),
)


@dataclass(frozen=True, slots=True)
class _Use:
    """`cub::name`.

    Attributes:
        start: offset of the first byte to replace.
        scope_end: offset behind `cub`.
        name: what follows `::`.
        name_start: its offset.
        end: offset behind the name and its template arguments.
    """

    start: int
    scope_end: int
    name: bytes
    name_start: int
    end: int


class _Around:
    """Which uses are one of some others, hold one in their template arguments, or lie in one.

    Args:
        others: in order of place.
    """

    def __init__(self, others: Sequence[_Use]) -> None:
        self._starts = [other.start for other in others]
        ends = [other.end for other in others]
        self._latest = list(accumulate(ends, max))  # end of those up to a place
        self._first = list(accumulate(reversed(ends), min))[::-1]  # end of those from it on

    def touches(self, use: _Use) -> bool:
        """Tell whether a use has to do with one of the others."""
        at = bisect_left(self._starts, use.start)
        if at > 0 and use.end <= self._latest[at - 1]:
            return True
        if at < len(self._starts) and self._starts[at] == use.start:
            return True
        return at < len(self._starts) and self._first[at] <= use.end


@fixer.check
def check(file: SourceFile, context: Context) -> Iterator[Yield]:
    """Yield an edit for each use of CUB's namespace that hipCUB can take."""
    if _OWN_ALIAS.search(file.code):
        return
    uses: list[_Use] = []
    aliases: set[bytes] = set()
    opened = False
    for start in file.occurrences(b"cub"):
        first = _first(file, start)
        if first is None:
            continue
        before = file.code[max(0, first - 200) : first]
        use = _use(file, first, start)
        if use is not None:
            uses.append(use)
            continue
        follows = _byte_at(file, file.next(start + 3))
        alias = _ALIAS.search(before.rstrip(b":"))
        if alias and follows == b";":
            aliases.add(alias.group(1))
        elif _USING.search(before.rstrip(b":")) and follows == b";":
            opened = True
        elif not (_REOPENED.search(before) and follows == b"{") and not _is_macro_body(
            file, first, start
        ):
            continue
        yield fixer.replace(first, start + 3, b"hipcub", detail="cub")
    yield from _convert(file, context, uses)
    aliases.discard(b"cub")
    if aliases or opened:
        yield from _behind_alias(file, context, frozenset(aliases), opened)


def _byte_at(file: SourceFile, offset: int) -> bytes:
    return file.code[offset : offset + 1]


def _first(file: SourceFile, start: int) -> int | None:
    """Return where the name of CUB's namespace begins whose `cub` stands at `start`."""
    if file.is_member(start):
        return None
    scope = file.qualifier(start)
    if scope == b"at_cuda_detail":
        wrapped = _WRAPPED.search(file.code, max(0, start - 80), start)
        return wrapped.start() if wrapped else None
    return None if scope else start


def _use(file: SourceFile, first: int, start: int) -> _Use | None:
    colons = file.next(start + 3)
    if file.code[colons : colons + 2] != b"::":
        return None
    name = _NAME.match(file.code, file.next(colons + 2))
    if name is None:
        return None
    end = name.end()
    behind = file.next(end)
    if file.code[behind : behind + 1] == b"<" and file.code[behind : behind + 3] != b"<<<":
        end = template_arguments_end(file.code, behind) or end
    return _Use(first, start + 3, name.group(), name.start(), end)


def _is_macro_body(file: SourceFile, first: int, start: int) -> bool:
    """Tell whether CUB's namespace is all that a macro stands for."""
    head = _MACRO_HEAD.fullmatch(file.code, file.line_start(first), first)
    return head is not None and _MACRO_END.match(file.code, start + 3) is not None


def _convert(file: SourceFile, context: Context, uses: list[_Use]) -> Iterator[Edit | Finding]:
    rows = context.tables.names
    other_rules = names_of_other_rules(fixer.rule)
    rocm = ".".join(map(str, context.options.rocm))
    blocked: list[_Use] = []  # in order of place, as the uses are
    for use in uses:
        row = rows.get(b"cub::" + use.name)
        if row is None and _is_parameter(file, use):
            continue
        if row is not None and row.known_in(rocm) is not False:
            different = _different(file, use, row)
            if different is not None:
                blocked.append(use)
                yield different
            continue
        blocked.append(use)
        if use.name not in other_rules:
            yield _missing(context, use.name_start, use.name)
    around = _Around(blocked)
    for use in uses:
        if around.touches(use):
            continue
        row = rows.get(b"cub::" + use.name)
        scope, _, name = (row.hip if row else b"hipcub::" + use.name).rpartition(b"::")
        yield fixer.replace(use.start, use.scope_end, scope, detail="cub")
        if name != use.name:
            yield fixer.replace(use.name_start, use.name_start + len(use.name), name, detail="cub")


def _different(file: SourceFile, use: _Use, row: Row) -> Finding | None:
    """Return a finding when hipCUB's class of the name cannot be used as it is here."""
    colons = file.next(use.end)
    member = _NAME.match(file.code, file.next(colons + 2))
    if file.code[colons : colons + 2] == b"::" and member is not None:
        name = member.group()
        if name in lacking_members(row):
            return fixer.finding(
                Severity.ERROR,
                member.start(),
                member.end(),
                f"hipCUB's {use.name.decode()} has no {name.decode()}",
                "write the step with another collective, or with rocPRIM",
            )
    parameters = template_parameters(row)
    first = file.next(use.name_start + len(use.name))
    if parameters is not None and use.end > first:
        given = len(list(split_arguments(file.code, first + 1, use.end - 1)))
        if given > parameters:
            return fixer.finding(
                Severity.ERROR,
                use.name_start,
                use.end,
                f"hipCUB's {use.name.decode()} takes {parameters} template arguments, not {given}",
            )
    return None


def _is_parameter(file: SourceFile, use: _Use) -> bool:
    """Tell whether the name is a parameter of the macro in whose body it stands."""
    directive = file.directive_at(use.start)
    if directive is None:
        return False
    head = _MACRO.match(file.code, directive.start, directive.end)
    return (
        head is not None and head.group(1) is not None and use.name in _NAME.findall(head.group(1))
    )


def _behind_alias(
    file: SourceFile, context: Context, aliases: frozenset[bytes], opened: bool
) -> Iterator[Edit | Finding]:
    """Yield what is to be said of names that reach CUB without its own name in front."""
    tables = context.tables
    rocm = ".".join(map(str, context.options.rocm))
    for name in file.names:
        full = b"cub::" + name
        row, unmapped = tables.names.get(full), tables.unmapped.get(full)
        lacking = unmapped is not None or (row is not None and row.known_in(rocm) is False)
        renamed = row is not None and row.hip.rpartition(b"::")[2] != name
        if not renamed and not lacking:
            continue
        for start in file.occurrences(name):
            scope = file.qualifier(start)
            if scope in aliases or (opened and scope is None and not file.is_member(start)):
                if row is not None and not lacking:
                    hip = row.hip.rpartition(b"::")[2]
                    yield fixer.replace(start, start + len(name), hip, detail="cub")
                elif scope in aliases:
                    yield _missing(context, start, name)


def _missing(context: Context, start: int, name: bytes) -> Finding:
    row = context.tables.unmapped.get(b"cub::" + name)
    reason = f": {row.reason}" if row is not None else ""
    newer = context.tables.names.get(b"cub::" + name)
    if newer is not None:
        reason = f" in ROCm {'.'.join(map(str, context.options.rocm))}; {newer.rocm_since} has it"
    return fixer.finding(
        Severity.ERROR,
        start,
        start + len(name),
        f"hipCUB has no cub::{name.decode()}{reason}",
        "write the step with another collective, or with rocPRIM",
    )
