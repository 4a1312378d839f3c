"""Report members of CUDA's structures that HIP's do not have.

## What it does
Where a variable is declared with a structure of CUDA's, each of its members that HIP's structure
lacks is reported, once a file. `requestedHandleTypes` is `requestedHandleType` before ROCm 7.2.

## Why
The structure is renamed and its members are not: most are the same. What HIP lacks is an error of
the compiler's otherwise, of which the conversion had said nothing.

## What it leaves alone
Members of variables whose type the file does not say, or says in two ways.

## References
`rules/cuda-hip/*.tsv`, the column `differs`, which `porter rules derive` writes.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from porter.fixers import Context, Example, Rule
from porter.fixers.api._differences import absent_members
from porter.options import Options
from porter.source import SourceFile
from porter.source.text.edits import RuleOutput
from porter.tables.names import NameKind, Row

rule = Rule("API22", "lacking-members")

_AFTER_TYPE = re.compile(rb"[\s*&]+(?:const\s+)?(?P<name>[A-Za-z_]\w*)\s*[;=,)\[({]")
#: A member of HIP's that has another name, up to the ROCm that has both.
_RENAMED = {b"requestedHandleTypes": b"requestedHandleType"}

EXAMPLES = (
    Example(
        """
        CUmemAllocationProp wanted = {};
        wanted.requestedHandleTypes = CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR;
        """,
        """
        CUmemAllocationProp wanted = {};
        wanted.requestedHandleType = CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR;
        """,
        options=Options(rocm=(6, 4)),
        title="another name",
    ),
    Example(
        "CUmemAllocationProp wanted = {};\nwanted.requestedHandleTypes = 0;\n",
        options=Options(rocm=(7, 2)),
        title="a ROCm that has both names",
    ),
    Example(
        """
        void size(cudaFuncAttributes *of) { of->clusterDimMustBeSet = 1; of->requiredClusterWidth = 2; }
        """,  # noqa: E501
        findings=("error", "error"),
        title="a member that HIP lacks",
    ),
    Example(
        """
        cudaFuncAttributes of;
        mine.clusterDimMustBeSet = of.numRegs;
        """,
        title="one that it has, and another structure's",
    ),
)


@rule.check
def check(file: SourceFile, context: Context) -> Iterator[RuleOutput]:
    """Yield a finding, or the other name, for each member that HIP's structure lacks."""
    found: dict[bytes, Row] = {}
    raw = context.tables.names.raw
    for name in (raw.keys() & file.names) - context.defined:
        if raw[name][0].endswith(b"\t"):
            continue
        row = context.tables.names[name]
        if row.kind is NameKind.TYPE and not row.scope:
            for member in absent_members(context, row) & file.names:
                found[member] = row
    for member, row in sorted(found.items()):
        yield from _uses(file, member, row)


def _uses(file: SourceFile, member: bytes, row: Row) -> Iterator[RuleOutput]:
    """Yield what becomes of the uses of a member of a structure."""
    objects = _objects(file, row.cuda)
    if not objects:
        return
    access = re.compile(
        rb"\b(?:%b)\s*(?:\[[^\]\n]*\]\s*)?(?:\.|->)\s*(%b)\b" % (b"|".join(objects), member)
    )
    places = [match.span(1) for match in access.finditer(file.code)]
    if member in _RENAMED:
        for start, end in places:
            yield rule.replace((start, end), _RENAMED[member])
    elif places:
        message = f"{row.hip.decode()} has no member {member.decode()}"
        hint = f"CUDA's {row.cuda.decode()} has it; leave it out, or ask HIP another way"
        yield rule.error(places[0], message, hint=hint, occurrences=len(places))


def _objects(file: SourceFile, type_: bytes) -> list[bytes]:
    """Return the variables that the file declares with a type."""
    declared = (
        _AFTER_TYPE.match(file.code, start + len(type_)) for start in file.all_occurrences(type_)
    )
    return sorted({match["name"] for match in declared if match is not None})
