"""Make a `uint3` of `dim3` and of the built-in variables member by member, and the other way round.

## What it does
Where a `uint3` is declared, assigned, returned, initialised (as a member of a structure, too) or
passed as the whole of `threadIdx`, `blockIdx`, `blockDim`, `gridDim` or of a `dim3`, and where one
of the variables is an operand of `?:` or an element of a list for an array, writes
`make_uint3(threadIdx.x, threadIdx.y, threadIdx.z)`; where a `dim3` is made of a `uint3`, or a
launch takes one, `dim3(u.x, u.y, u.z)`; `dim3(uint3{…})` is a `dim3` at once, and so is the
`make_uint3(…)` that a `dim3` is assigned or a launch is given.

## Why
In CUDA the first two are `uint3`, and `dim3` and `uint3` convert to one another. In HIP the
variables are objects of types of their own, which convert to `dim3` and to nothing else, and `dim3`
and `uint3` do not convert.

## What it leaves alone
Single members; a `dim3` made of a built-in variable; names that the file does not declare; longer
expressions, at which the compiler stops.

## References
CUDA C++ Programming Guide, "Built-in Variables"; `hip/amd_detail/amd_hip_runtime.h`.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator

from porter.fixers import Context, Example, Rule
from porter.fixers.language._coordinates import BUILT_IN
from porter.source import Edit, SourceFile
from porter.source.cpp.functions import function_around
from porter.source.text.brackets import closing, split_arguments

_NAMES = rb"(?P<value>[A-Za-z_]\w*+)(?=[ \t\r\n]*+[;,){}])"
_TYPES = frozenset((b"uint3", b"dim3"))
_DECLARED = re.compile(rb"\b(?P<type>uint3|dim3)[ \t\r\n]++(?:&[ \t]*+)?(?P<name>[A-Za-z_]\w*+)")
#: A declaration with a value, and a cast.
_MADE = re.compile(
    rb"\b(?P<type>uint3|dim3)(?:[ \t\r\n]++\w++[ \t\r\n]*+[=({]|[ \t]*+[({]|[ \t]*+>[ \t]*+\("
    rb"|[ \t]*+\))[ \t\r\n]*+" + _NAMES
)
_INTO = rb"(?<![\w.])(?P<into>[A-Za-z_]\w*+)[ \t]*+=[ \t]*+"
_ASSIGNED = re.compile(_INTO + _NAMES)
_MEMBER = re.compile(rb"[:,][ \t\r\n]*+(?P<into>[A-Za-z_]\w*+)\([ \t]*+" + _NAMES)
_RETURNED = re.compile(rb"\breturn[ \t\r\n]++" + _NAMES)
_RESULT = re.compile(rb"\b(uint3|dim3)[ \t\r\n]++\w++[ \t\r\n]*+\(")
_HEAD = re.compile(rb"\b([A-Za-z_]\w*+)[ \t]*+\(([^(){};]++)\)")
_PARAMETER = re.compile(rb"\b(uint3|dim3)\b(?:[ \t\r\n&]++(?!const\b)\w++)?+[ \t\r\n]*+\Z")
_MAKER = rb"(?P<made>(?:uint3[ \t]*+[{(]|make_uint3[ \t]*+\())"
#: `dim3(uint3{…})`, `dim3 d = make_uint3(…)`; then `d = make_uint3(…)`, and what a launch is given.
_OF_MEMBERS = re.compile(
    rb"\bdim3(?:[ \t]++\w++)?+[ \t]*+(?:=[ \t]*+)?+[({]?+[ \t]*+(?<=[=({ \t])" + _MAKER
)
_PUT = re.compile(_INTO + _MAKER)
_CONFIGURATION = re.compile(rb"<<<([^;{}<>]*+)>>>")
_ARGUMENT = re.compile(rb"(?:\A|,)[ \t\r\n]*+" + _MAKER)
#: A structure of the file, and one that is made with a built-in variable in it.
_STRUCT = re.compile(rb"\bstruct[ \t]++(\w++)[ \t\r\n]*+\{([^{}]*+)\}")
_STRUCT_MEMBER = re.compile(
    rb"(?:\A|[;{}\n])[ \t]*+([\w:]++)[ \t]++(\w++(?:[ \t]*+,[ \t]*+\w++)*+)"
)
_AGGREGATE = re.compile(rb"\b(\w++)(?:[ \t]++\w++)?+[ \t]*+(?:=[ \t]*+)?+(\{)")
#: Both ways of a choice, and the elements of an array.
_CHOSEN = re.compile(
    rb"\?[ \t\r\n]*+(?P<first>threadIdx|blockIdx|blockDim|gridDim)[ \t\r\n]*+"
    rb":[ \t\r\n]*+(?P<second>threadIdx|blockIdx|blockDim|gridDim)\b(?![ \t]*+[.\w(])"
)
_ARRAY = re.compile(rb"\buint3[ \t]++\w++[ \t]*+\[[^\[\]{};]*+\][ \t]*+=?+[ \t]*+(?=\{)")
_LAUNCH = re.compile(rb"<<<[ \t\r\n]*+(\w++)[ \t\r\n]*+(?:,[ \t\r\n]*+(\w++)[ \t\r\n]*+)?[,>]")

rule = Rule("LNG08", "coordinates", names=(b"uint3", b"make_uint3", *BUILT_IN), handles=())

EXAMPLES = (
    Example(
        """
        dim3 grid(1, 1, 1);
        grid = make_uint3(MOST, 1, f(2));
        k<<<grid, make_uint3(64, 1, 1), 0, stream>>>(make_uint3(1, 2, 3));
        uint3 corner;
        corner = make_uint3(1, 2, 3);
        """,
        """
        dim3 grid(1, 1, 1);
        grid = dim3(MOST, 1, f(2));
        k<<<grid, dim3(64, 1, 1), 0, stream>>>(make_uint3(1, 2, 3));
        uint3 corner;
        corner = make_uint3(1, 2, 3);
        """,
        title="a launch's size, written as a uint3",
    ),
    Example(
        "const uint3 t = threadIdx; uint3 b(blockIdx);\n",
        "const uint3 t = make_uint3(threadIdx.x, threadIdx.y, threadIdx.z); "
        "uint3 b(make_uint3(blockIdx.x, blockIdx.y, blockIdx.z));\n",
    ),
    Example(
        "f(static_cast<uint3>(threadIdx), (uint3)blockIdx);\n",
        "f(static_cast<uint3>(make_uint3(threadIdx.x, threadIdx.y, threadIdx.z)), "
        "(uint3)make_uint3(blockIdx.x, blockIdx.y, blockIdx.z));\n",
        title="casts",
    ),
    Example(
        """
        __device__ void take(int n, uint3 where);
        __device__ uint3 here() { take(1, blockDim); return threadIdx; }
        void run(uint3 size) {
          dim3 grid = size;
          k<<<size, 32>>>();
        }
        """,
        """
        __device__ void take(int n, uint3 where);
        __device__ uint3 here() { take(1, make_uint3(blockDim.x, blockDim.y, blockDim.z)); \
return make_uint3(threadIdx.x, threadIdx.y, threadIdx.z); }
        void run(uint3 size) {
          dim3 grid = dim3(size.x, size.y, size.z);
          k<<<dim3(size.x, size.y, size.z), 32>>>();
        }
        """,
        title="arguments, results, and what a launch takes",
    ),
    Example(
        """
        struct Box { uint3 at; dim3 size; };
        __global__ void k() { Box box{threadIdx, blockDim}; dim3 d = dim3(uint3{4, 2, 1}); }
        """,
        """
        struct Box { uint3 at; dim3 size; };
        __global__ void k() { Box box{make_uint3(threadIdx.x, threadIdx.y, threadIdx.z), \
blockDim}; dim3 d = dim3(dim3(4, 2, 1)); }
        """,
        title="members of a structure, and members written out",
    ),
    Example(
        """
        __device__ uint3 pick(bool c) { return c ? threadIdx : blockIdx; }
        __device__ dim3 shape(bool c) { return c ? blockDim : gridDim; }
        __device__ void list() { uint3 all[] = {threadIdx, blockIdx}; }
        """,
        """
        __device__ uint3 pick(bool c) { return c ? \
make_uint3(threadIdx.x, threadIdx.y, threadIdx.z) : \
make_uint3(blockIdx.x, blockIdx.y, blockIdx.z); }
        __device__ dim3 shape(bool c) { return c ? dim3(blockDim.x, blockDim.y, blockDim.z) : \
dim3(gridDim.x, gridDim.y, gridDim.z); }
        __device__ void list() { uint3 all[] = {make_uint3(threadIdx.x, threadIdx.y, threadIdx.z), \
make_uint3(blockIdx.x, blockIdx.y, blockIdx.z)}; }
        """,
        title="choices and arrays",
    ),
    Example(
        "unsigned x = threadIdx.x; dim3 t = threadIdx; uint3 u = make_uint3(blockIdx.x, 0, 0);\n",
        title="members, and what HIP converts",
    ),
)


@rule.check
def check(file: SourceFile, context: Context) -> Iterator[Edit]:
    """Yield an edit for each conversion."""
    types = _Types(file.code)
    wanted = dict(_wanted(file, types))
    yield from _written_out(file, types)
    for (start, end), wanted_type in sorted(wanted.items()):
        name = file.code[start:end]
        own = b"built in" if name in BUILT_IN else types.at(name, start)
        if own is None or own == wanted_type or (own == b"built in" and wanted_type == b"dim3"):
            continue
        maker = b"make_uint3(" if wanted_type == b"uint3" else b"dim3("
        members = b", ".join(name + b"." + member for member in (b"x", b"y", b"z"))
        yield rule.replace((start, end), maker + members + b")")


def _written_out(file: SourceFile, types: _Types) -> Iterator[Edit]:
    """Yield the edits of a `dim3` that is made of a `uint3` whose members are written out."""
    code = file.code
    spans = {match.span("made") for match in _OF_MEMBERS.finditer(code)}
    for match in _PUT.finditer(code) if types.are_there else ():
        if types.at(match["into"], match.start()) == b"dim3":
            spans.add(match.span("made"))
    for launch in _CONFIGURATION.finditer(code):
        for match in _ARGUMENT.finditer(launch[1]):
            before = launch[1][: match.start()]
            if before.count(b"(") == before.count(b")"):
                first, last = match.span("made")
                spans.add((launch.start(1) + first, launch.start(1) + last))
    for start, end in sorted(spans):
        close = closing(code, end - 1)
        if close is not None:
            yield from rule.together(
                rule.replace((start, end), b"dim3("), rule.replace((close, close + 1), b")")
            )


class _Types:
    """Which of the two types the variables of a file have, where it is plain."""

    def __init__(self, code: bytes) -> None:
        self._found: dict[bytes, list[tuple[int, bytes]]] = {}
        for match in _DECLARED.finditer(code):
            self._found.setdefault(match["name"], []).append((match.start(), match["type"]))

    @property
    def are_there(self) -> bool:
        """Whether the file declares any."""
        return bool(self._found)

    def at(self, name: bytes, place: int) -> bytes | None:
        """Return the type of a name by the declaration before a place, else by the first."""
        found = self._found.get(name)
        if found is None:
            return None
        return found[max(0, bisect_left(found, (place, b"")) - 1)][1]


def _wanted(file: SourceFile, types: _Types) -> Iterator[tuple[tuple[int, int], bytes]]:
    """Yield span and type of the names of which one of the two types is made."""
    if _TYPES.isdisjoint(file.names):
        yield from _chosen(file.code)
        return
    code = file.code
    parameters = _parameters(code)
    for match in _MADE.finditer(code):
        yield match.span("value"), match["type"]
    for pattern in (_ASSIGNED, _MEMBER) if types.are_there else ():
        for match in pattern.finditer(code):
            into = types.at(match["into"], match.start())
            if into is not None:
                yield match.span("value"), into
    for match in _RETURNED.finditer(code):
        result = _result(file, match.start())
        if result is not None:
            yield match.span("value"), result
    for match in _LAUNCH.finditer(code):
        for group in (1, 2):
            if match[group]:
                yield match.span(group), b"dim3"
    yield from _chosen(code)
    for match in _ARRAY.finditer(code):
        close = closing(code, match.end())
        for start, end in split_arguments(code, match.end() + 1, close) if close else ():
            if code[start:end] in BUILT_IN:
                yield (start, end), b"uint3"
    yield from _members(code)
    for call in file.calls(*parameters):
        for position, wanted in parameters[call.name].items():
            if position < len(call.arguments):
                yield call.arguments[position], wanted


def _chosen(code: bytes) -> Iterator[tuple[tuple[int, int], bytes]]:
    """Yield both ways of choices between built-in variables."""
    for match in _CHOSEN.finditer(code):
        indices = match["first"].endswith(b"Idx") and match["second"].endswith(b"Idx")
        for side in ("first", "second"):
            yield match.span(side), b"uint3" if indices else b"values of dim3"


def _members(code: bytes) -> Iterator[tuple[tuple[int, int], bytes]]:
    """Yield what structures of the file are made of, where its members are of the two types."""
    structs = {
        match[1]: [
            one[1]
            for one in _STRUCT_MEMBER.finditer(match[2])
            for _ in range(one[2].count(b",") + 1)
        ]
        for match in _STRUCT.finditer(code)
        if b"int3" in match[2] or b"dim3" in match[2]
    }
    for match in _AGGREGATE.finditer(code) if structs else ():
        types, close = structs.get(match[1]), closing(code, match.start(2))
        if types is None or close is None:
            continue
        for span, wanted in zip(split_arguments(code, match.end(), close), types, strict=False):
            if wanted in (b"uint3", b"dim3"):
                yield span, wanted


def _parameters(code: bytes) -> dict[bytes, dict[int, bytes]]:
    """Return function -> position -> type, for the parameters of the two types."""
    found: dict[bytes, dict[int, bytes]] = {}
    for match in _HEAD.finditer(code):
        if b"int3" not in match[2] and b"dim3" not in match[2]:
            continue
        for position, one in enumerate(match[2].partition(b"=")[0].split(b",")):
            parameter = _PARAMETER.search(one)
            if parameter is not None:
                found.setdefault(match[1], {})[position] = parameter[1]
    return found


def _result(file: SourceFile, at: int) -> bytes | None:
    """Return which of the types the device function around an offset returns."""
    function = function_around(file, at)
    if function is None:
        return None
    match = _RESULT.search(file.code, function.start, function.body_start)
    return None if match is None else match.group(1)
