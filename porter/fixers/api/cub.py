"""Rename what CUB declares to hipCUB's names.

## What it does
`cub::` becomes `hipcub::` wherever it stands: in nested template arguments, aliases
(`namespace c = cub`), using-directives and using-declarations, macro bodies and PyTorch's wrapped
namespace (`at_cuda_detail::cub`). A name is resolved before it is renamed.

## Why
hipCUB mirrors CUB under a namespace of its own, on top of rocPRIM. It lacks some of CUB's
algorithms and all of CUB's internals.

## What it leaves alone
Names that hipCUB lacks: they are reported as errors, `DeviceMemcpy` of `void *` buffers as a
warning (rocPRIM takes no arrays of them), and an expression that holds one stays as it
is altogether, so that no half-converted type is left (`hipcub::BlockLoad<…, cub::OTHER>`).
A file with the alias `namespace cub = hipcub` needs no more. `at::cuda::cub` is PyTorch's own.
Scopes of other projects (`mine::cub`), members and variables called `cub` stay.

## References
CUB and hipCUB API references; `rules/cub-hipcub`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from porter.fixers import Context, Example, Precedence, Rule
from porter.fixers.api._cub_uses import (
    NAME,
    Nesting,
    ScopedUse,
    byte_at,
    is_macro_body,
    is_parameter,
    scope_start,
    use_at,
)
from porter.fixers.api._differences import lacking_members, template_parameters
from porter.fixers.api._handled import names_of_other_rules
from porter.source import Edit, Finding, SourceFile, Use
from porter.source.backwards import words_before
from porter.source.text.brackets import split_arguments
from porter.source.text.edits import RuleOutput
from porter.tables.names import Row

rule = Rule("API02", "cub", names=(b"cub",), precedence=Precedence.RENAME)

_ALIAS = re.compile(rb"\bnamespace[ \t\r\n]+([A-Za-z_]\w*)[ \t\r\n]*=[ \t\r\n]*\Z")
_USING = re.compile(rb"\busing[ \t\r\n]+namespace[ \t\r\n]+\Z")
_OWN_ALIAS = re.compile(rb"\bnamespace[ \t\r\n]+cub[ \t\r\n]*=[ \t\r\n]*(?:::)?hipcub\b")
#: An array of pointers to nothing in particular.
_OF_VOID = re.compile(rb"\bvoid[ \t]*+(?:const[ \t]*+)?\*[ \t]*+(?:const[ \t]*+)?\*")
#: `namespace name = ::`, each colon one.
_MOST_WORDS = 5
_REOPENED = re.compile(rb"\bnamespace[ \t\r\n]+\Z")

EXAMPLES = (
    Example(
        "using Load = cub::BlockLoad<float, 128, 4, cub::BLOCK_LOAD_WARP_TRANSPOSE>;\n",
        "using Load = hipcub::BlockLoad<float, 128, 4, hipcub::BLOCK_LOAD_WARP_TRANSPOSE>;\n",
        title="template arguments come along",
    ),
    Example(
        """
        namespace c = ::cub;
        c::DeviceReduce::Sum(t, n, in, out, count);
        """,
        """
        namespace c = ::hipcub;
        c::DeviceReduce::Sum(t, n, in, out, count);
        """,
    ),
    Example(
        """
        using namespace cub;
        using cub::BlockScan;
        #define NS at_cuda_detail::cub
        """,
        """
        using namespace hipcub;
        using hipcub::BlockScan;
        #define NS hipcub
        """,
    ),
    Example(
        "#define CALL(f, ...) f(nullptr, n, __VA_ARGS__); cub::f(__VA_ARGS__)\n",
        "#define CALL(f, ...) f(nullptr, n, __VA_ARGS__); hipcub::f(__VA_ARGS__)\n",
        title="a macro's parameter may be any name",
    ),
    Example(
        "cub::DispatchScan<int *, int *, cub::Sum, cub::NullType, long> scan;\n",
        "cub::DispatchScan<int *, int *, hipcub::Sum, hipcub::NullType, long> scan;\n",
        title="around them a name that another rule supplies",
    ),
    Example(
        "cub::BlockReduce<cub::detail::key_t<int>, 128> reduce;\n",
        findings=("error",),
        title="one part is missing in hipCUB, so all of it stays",
    ),
    Example(
        """
        #ifdef USE_ROCM
        namespace cub = hipcub;
        #endif
        cub::BlockScan<int, 128> scan;
        """,
        title="the project has an alias for HIP",
    ),
    Example(
        "cub::DeviceScan::InclusiveScanInit(temp, n, in, out, cub::Sum(), 0, count);\n",
        "cub::DeviceScan::InclusiveScanInit(temp, n, in, out, hipcub::Sum(), 0, count);\n",
        findings=("error",),
        title="a function that hipCUB's class lacks",
    ),
    Example(
        """
        void copy(void **from, void **to) { cub::DeviceMemcpy::Batched(t, b, from, to, n, 2); }
        """,
        """
        void copy(void **from, void **to) { hipcub::DeviceMemcpy::Batched(t, b, from, to, n, 2); }
        """,
        findings=("warning",),
        title="buffers without a type",
    ),
    Example(
        'int n = at::cuda::cub::max(x) + mine::cub::sum + box.cub; // cub::Sum "cub::Sum"\n',
        title="other people's names",
    ),
)


@rule.check
def check(file: SourceFile, context: Context) -> Iterator[RuleOutput]:
    """Yield an edit for each use of CUB's namespace that hipCUB can take."""
    if _OWN_ALIAS.search(file.code):
        return
    uses: list[ScopedUse] = []
    aliases: set[bytes] = set()
    opened = False
    for start in file.occurrences(b"cub"):
        first = scope_start(file, start)
        if first is None:
            continue
        before = file.code[words_before(file, first, _MOST_WORDS) : first]
        use = use_at(file, first, start)
        if use is not None:
            uses.append(use)
            continue
        follows = byte_at(file, file.next(start + 3))
        alias = _ALIAS.search(before.rstrip(b":"))
        if alias and follows == b";":
            aliases.add(alias.group(1))
        elif _USING.search(before.rstrip(b":")) and follows == b";":
            opened = True
        elif not (_REOPENED.search(before) and follows == b"{") and not is_macro_body(
            file, first, start
        ):
            continue
        yield rule.replace((first, start + 3), b"hipcub", detail="cub")
    yield from _convert(file, context, uses)
    if b"DeviceMemcpy" in file.names and _OF_VOID.search(file.code):
        for at in file.all_occurrences(b"DeviceMemcpy"):
            yield rule.warning(
                (at, at + len(b"DeviceMemcpy")),
                "rocPRIM's copies of many buffers take no `void *` buffers",
                hint="cast the arrays to char **",
            )
    aliases.discard(b"cub")
    if aliases or opened:
        yield from _behind_alias(file, context, frozenset(aliases), opened)


def _convert(file: SourceFile, context: Context, uses: list[ScopedUse]) -> Iterator[Edit | Finding]:
    rows = context.tables.names
    other_rules = names_of_other_rules(rule.id)
    rocm = ".".join(map(str, context.options.rocm))
    blocked: list[ScopedUse] = []  # in order of place, as the uses are
    supplied: set[ScopedUse] = set()
    for use in uses:
        row = rows.get(b"cub::" + use.name)
        if row is None and is_parameter(file, use):
            continue
        if row is not None and row.known_in(rocm) is not False:
            different = _different(file, use, row)
            if different is not None:
                blocked.append(use)
                yield different
            continue
        if use.name in other_rules:
            supplied.add(use)
            continue
        blocked.append(use)
        yield _missing(context, use.name_use)
    around = Nesting(blocked)
    for use in uses:
        if use in supplied or around.touches(use):
            continue
        row = rows.get(b"cub::" + use.name)
        scope, _, name = (row.hip if row else b"hipcub::" + use.name).rpartition(b"::")
        yield rule.replace((use.start, use.scope_end), scope, detail="cub")
        if name != use.name:
            yield rule.replace(use.name_use, name, detail="cub")


def _different(file: SourceFile, use: ScopedUse, row: Row) -> Finding | None:
    """Return a finding when hipCUB's class of the name cannot be used as it is here."""
    colons = file.next(use.end)
    member = NAME.match(file.code, file.next(colons + 2))
    if file.code[colons : colons + 2] == b"::" and member is not None:
        name = member.group()
        if name in lacking_members(row):
            return rule.error(
                member,
                f"hipCUB's {use.name.decode()} has no {name.decode()}",
                hint="write the step with another collective, or with rocPRIM",
            )
    parameters = template_parameters(row)
    first = file.next(use.name_use.end)
    if parameters is not None and use.end > first:
        given = len(list(split_arguments(file.code, first + 1, use.end - 1)))
        if given > parameters:
            return rule.error(
                (use.name_start, use.end),
                f"hipCUB's {use.name.decode()} takes {parameters} template arguments, not {given}",
            )
    return None


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
        for use in file.occurrences_of(frozenset((name,))):
            scope = file.qualifier(use.start)
            if scope in aliases or (opened and scope is None and not file.is_member(use.start)):
                if row is not None and not lacking:
                    yield rule.replace(use, row.hip.rpartition(b"::")[2], detail="cub")
                elif scope in aliases:
                    yield _missing(context, use)


def _missing(context: Context, use: Use) -> Finding:
    name = use.name
    row = context.tables.unmapped.get(b"cub::" + name)
    reason = f": {row.reason}" if row is not None else ""
    newer = context.tables.names.get(b"cub::" + name)
    if newer is not None:
        reason = f" in ROCm {'.'.join(map(str, context.options.rocm))}; {newer.rocm_since} has it"
    return rule.error(
        use,
        f"hipCUB has no cub::{name.decode()}{reason}",
        hint="write the step with another collective, or with rocPRIM",
    )
