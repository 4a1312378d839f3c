"""Report members of CUDA's structures that HIP's do not have.

## What it does
Where a variable is declared with a structure of CUDA's, each of its members that HIP's structure
lacks is reported, once a file. `requestedHandleTypes` is `requestedHandleType` before ROCm 7.2,
`memoryType` of a pointer's attributes is `type`, as in CUDA 10 and later, `gridDimX` of a kernel
node's parameters is `gridDim.x`.

## Why
The structure is renamed and its members are not: most are the same. What HIP lacks is an error of
the compiler's otherwise, of which the conversion had said nothing; members of a CUDA that is older
or newer than those whose headers were read are no exception.

## What it leaves alone
Members of variables whose type the file does not say, or says in two ways, and of what another
function declares under the same name.

## References
`rules/cuda-hip/*.tsv`, the column `differs`, and `rules/cuda-hip/members.toml`: what the headers of
both sides declare, as `porter rules derive` and `derive-members` write it.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator

from porter.fixers import Context, Example, Rule
from porter.fixers.api._differences import absent_members
from porter.options import Options
from porter.source import SourceFile
from porter.source.cpp.arithmetic_types import declared_type
from porter.source.text.edits import RuleOutput
from porter.source.text.spans import Span
from porter.tables.members import members_of_structures
from porter.tables.names import NameKind, Row

rule = Rule("API22", "lacking-members")

_AFTER_TYPE = re.compile(rb"[\s*&]+(?:const\s+)?(?P<name>[A-Za-z_]\w*)\s*[;=,)\[({]")
#: In the line of a type without a scope.
_OF_A_TYPE = b"\ttype\t\t"
#: Members of HIP's that have another name or are the parts of one, up to the ROCm that has both.
_RENAMED = {
    b"requestedHandleTypes": b"requestedHandleType",
    b"memoryType": b"type",
    b"gridDimX": b"gridDim.x",
    b"gridDimY": b"gridDim.y",
    b"gridDimZ": b"gridDim.z",
    b"blockDimX": b"blockDim.x",
    b"blockDimY": b"blockDim.y",
    b"blockDimZ": b"blockDim.z",
}
#: What to know of one.
_DIFFERS = {
    b"memoryType": "of managed memory memoryType said that it is the device's; type says managed",
}
#: Behind an object.
_ACCESS = re.compile(rb"\s*(?:\[[^\]\n]*\]\s*)?(?:\.|->)\s*(?P<member>[A-Za-z]\w*)")

#: In front of a name that is declared: the last word of its type, or the end of its arguments.
_DECLARES = re.compile(rb"(\w++|>)(?:\s+(?:const\s+)?|\s*[*&]+\s*+(?:const\s+|__restrict__\s+)?)\Z")
_NO_TYPE = frozenset(b"return else case throw new delete goto do const co_return".split())
#: What may stand behind one.
_BEHIND = frozenset((b"(", b"{", b"=", b";", b",", b")", b"[", b":"))
#: A declaration's type begins no farther in front of its name.
_FARTHEST = 80

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
        bool is_host(cudaPointerAttributes of) { return of.memoryType == cudaMemoryTypeHost; }
        """,
        """
        bool is_host(cudaPointerAttributes of) { return of.type == cudaMemoryTypeHost; }
        """,
        findings=("note",),
        title="a member of an older CUDA",
    ),
    Example(
        """
        CUDA_KERNEL_NODE_PARAMS node = {};
        node.gridDimX = blocks;
        node.blockDimZ = 1;
        """,
        """
        CUDA_KERNEL_NODE_PARAMS node = {};
        node.gridDim.x = blocks;
        node.blockDim.z = 1;
        """,
        title="parts of a member",
    ),
    Example(
        """
        struct Both { cudaFuncAttributes of; };
        void ask(Mine *of) { of->clusterDimMustBeSet = 1; }
        """,
        title="a name that is declared in two ways",
    ),
    Example(
        """
        void ask(cudaFuncAttributes *of) { use(of->numRegs); }
        void tell(const Own<int> &of) { of.clusterDimMustBeSet(1); }
        void hold() { cuda::atomic_ref<int, scope> of(n); of.clusterDimMustBeSet(1); }
        void more(cudaFuncAttributes *of) { return of->clusterDimMustBeSet(); }
        """,
        findings=("error",),
        title="another function's variable of that name",
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
    found: dict[bytes, list[tuple[Row, Span]]] = {}
    for row, objects in _objects(file, context):
        absent = absent_members(context, row)
        known = members_of_structures(context.options.rocm).get(row.hip)
        declared = {one: _declarations(file, one) for one in objects}
        for one, match in _accesses(file, objects):
            member = match["member"]
            is_lacking = member in absent or (known is not None and member not in known)
            if is_lacking and _is_of(declared[one], row.cuda, match.start()):
                found.setdefault(member, []).append((row, match.span("member")))
    for member, uses in sorted(found.items()):
        yield from _told(member, uses)


def _accesses(file: SourceFile, objects: list[bytes]) -> list[tuple[bytes, re.Match[bytes]]]:
    """Return the accesses to members of variables, each with the variable's name, in order."""
    found = [
        (one, match)
        for one in objects
        for start in file.all_occurrences(one)
        if file.code[start - 1 : start] not in (b".", b">")
        and (match := _ACCESS.match(file.code, start + len(one))) is not None
    ]
    return sorted(found, key=lambda access: access[1].start())


def _declarations(file: SourceFile, variable: bytes) -> list[tuple[int, bytes]]:
    """Return where a name is declared, and the last word of its type, in order."""
    found = []
    for start in file.all_occurrences(variable):
        behind = file.next(start + len(variable))
        if file.code[behind : behind + 1] in _BEHIND:
            words = _DECLARES.search(file.code, max(0, start - _FARTHEST), start)
            if words is not None and words[1] not in _NO_TYPE:
                found.append((start, words[1]))
    return found


def _is_of(declarations: list[tuple[int, bytes]], type_name: bytes, access: int) -> bool:
    """Tell whether the last declaration before a use, if there is one, is of a type."""
    last = bisect_left(declarations, (access, b"")) - 1
    return last < 0 or declarations[last][1] == type_name


def _told(member: bytes, uses: list[tuple[Row, Span]]) -> Iterator[RuleOutput]:
    """Yield what becomes of the uses of a member that HIP's structure lacks."""
    row, place = uses[0]
    if member in _RENAMED:
        for _, span in uses:
            yield rule.replace(span, _RENAMED[member])
        if member in _DIFFERS:
            yield rule.note(place, _DIFFERS[member], occurrences=len(uses))
        return
    message = f"{row.hip.decode()} has no member {member.decode()}"
    hint = f"CUDA's {row.cuda.decode()} has it; leave it out, or ask HIP another way"
    yield rule.error(place, message, hint=hint, occurrences=len(uses))


def _objects(file: SourceFile, context: Context) -> Iterator[tuple[Row, list[bytes]]]:
    """Yield the structures of CUDA's, and the variables that the file declares with each alone."""
    rows = context.tables.names
    for name in sorted(rows.among(file.names) - context.defined):
        if _OF_A_TYPE not in rows.raw[name][0]:  # most names of a file need not be made rows
            continue
        row = rows[name]
        if row.kind is not NameKind.TYPE or row.scope:
            continue
        after = (_AFTER_TYPE.match(file.code, s + len(name)) for s in file.all_occurrences(name))
        declared = {match["name"] for match in after if match is not None}
        if objects := sorted(one for one in declared if declared_type(file, one) == name):
            yield row, objects
