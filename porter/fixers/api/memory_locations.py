"""Hand places of memory to calls that take a device's number in HIP.

## What it does
`cudaMemAdvise` and `cudaMemPrefetchAsync` with a `cudaMemLocation`, and the driver's functions with
a `CUmemLocation`, become functions of a support header that take both a device's number and a
location. From ROCm 7.2 on, calls whose argument is seen to be a location become HIP's own
`hipMemAdvise_v2` and `hipMemPrefetchAsync_v2`. For ROCm before 7.2, which names a device's memory
alone, the places of the host's become constants of the header.

## Why
CUDA 13 takes a location where CUDA 12 took a device's number, under the same names, and CUDA 12's
C++ headers have both. HIP's functions of these names take a number; those that take a location
have other names, and came with ROCm 7.2.

## What it leaves alone
Calls that hand over a device's number. Places of the host's in a file that makes pools or maps
memory, where HIP's functions before 7.2 refuse them: reported.

## References
CUDA Runtime API, "Memory Management" of CUDA 12 and 13; `hip_runtime_api.h` of ROCm 6.4 and 7.2.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from porter.fixers import Context, Example, Rule
from porter.options import Options
from porter.source import SourceFile
from porter.source.text.calls import Call
from porter.source.text.edits import RuleOutput

_HEADER = "memory_locations.hpp"
#: The function without its version -> the index of the place among its arguments, the name in the
#: port where a location is all that it can be, and the support function.
_FUNCTIONS = {
    b"MemAdvise": (3, b"hipMemAdvise_v2", b"porter::mem_advise"),
    b"MemPrefetchAsync": (2, b"hipMemPrefetchAsync_v2", b"porter::mem_prefetch_async"),
}
_NEWER = tuple(side + name + b"_v2" for side in (b"cuda", b"cu") for name in _FUNCTIONS)
_CALLED = (*(name.removesuffix(b"_v2") for name in _NEWER), *_NEWER)
_FUNCTION = re.compile(rb"cu(?:da)?(\w+?)(_v2)?")
_TYPES = (b"cudaMemLocation", b"CUmemLocation", b"CUmemLocation_v1", b"CUmemLocation_st")
_TYPE = rb"\b(?:cudaMemLocation|CUmemLocation(?:_v1|_st)?)\b"
_WRITTEN = re.compile(rb"\{|\(?\s*(?:struct\s+)?" + _TYPE)
_NUMBER = re.compile(rb"[-+]?\d+|cudaCpuDeviceId|CU_DEVICE_CPU")
_PERHAPS = re.compile(rb"loc(?:ation)?(?![a-z])", re.IGNORECASE)
_NAME = re.compile(rb"\*?\s*(\w+)(?:\[[^\]]*\])?")
#: Places that ROCm has since 7.2, and what they are before.
_PLACES = {
    b"cudaMemLocationTypeHost": b"porter::mem_location_host",
    b"cudaMemLocationTypeHostNuma": b"porter::mem_location_host_numa",
    b"cudaMemLocationTypeHostNumaCurrent": b"porter::mem_location_host_numa_current",
    b"cudaMemLocationTypeNone": b"hipMemLocationTypeInvalid",
    b"CU_MEM_LOCATION_TYPE_HOST": b"porter::mem_location_host",
    b"CU_MEM_LOCATION_TYPE_HOST_NUMA": b"porter::mem_location_host_numa",
    b"CU_MEM_LOCATION_TYPE_HOST_NUMA_CURRENT": b"porter::mem_location_host_numa_current",
    b"CU_MEM_LOCATION_TYPE_NONE": b"hipMemLocationTypeInvalid",
}
#: Structures that say where memory is made, and with whose places HIP's functions are strict.
_MAKING = frozenset((
    b"cudaMemPoolProps", b"cudaMemAccessDesc", b"CUmemPoolProps", b"CUmemAccessDesc",
    b"CUmemAllocationProp", b"cudaMemAllocNodeParams", b"CUDA_MEM_ALLOC_NODE_PARAMS",
    b"cudaMemGetMemPool", b"cudaMemGetDefaultMemPool", b"cudaMemcpyAttributes",
))  # fmt: skip
_HAS_LOCATIONS = (7, 2)

rule = Rule("API59", "memory-locations", names=(*_CALLED, *_PLACES), handles=(*_NEWER, *_PLACES))

_BEFORE, _SINCE = Options(rocm=(6, 4)), Options(rocm=(7, 2))
EXAMPLES = (
    Example(
        """
        cudaMemLocation place = {cudaMemLocationTypeDevice, 0};
        cudaMemPrefetchAsync(p, bytes, place, 0, stream);
        """,
        """
        #include "porter_compat/memory_locations.hpp"
        cudaMemLocation place = {cudaMemLocationTypeDevice, 0};
        porter::mem_prefetch_async(p, bytes, place, 0, stream);
        """,
        options=_BEFORE,
        title="before ROCm 7.2",
    ),
    Example(
        """
        cudaMemLocation place = {cudaMemLocationTypeDevice, 0};
        cudaMemPrefetchAsync(p, bytes, place, 0, stream);
        cudaMemAdvise(p, bytes, cudaMemAdviseSetReadMostly, {cudaMemLocationTypeDevice, 0});
        """,
        """
        cudaMemLocation place = {cudaMemLocationTypeDevice, 0};
        hipMemPrefetchAsync_v2(p, bytes, place, 0, stream);
        hipMemAdvise_v2(p, bytes, cudaMemAdviseSetReadMostly, {cudaMemLocationTypeDevice, 0});
        """,
        options=_SINCE,
        title="from ROCm 7.2 on",
    ),
    Example(
        """
        cudaMemLocation host;
        host.type = cudaMemLocationTypeHost;
        cudaMemPrefetchAsync(p, bytes, host, 0);
        """,
        """
        #include "porter_compat/memory_locations.hpp"
        cudaMemLocation host;
        host.type = porter::mem_location_host;
        porter::mem_prefetch_async(p, bytes, host, 0);
        """,
        options=_BEFORE,
        title="a host's memory",
    ),
    Example(
        "cudaMemAdvise(p, bytes, cudaMemAdviseSetAccessedBy, where.location);\n",
        """
        #include "porter_compat/memory_locations.hpp"
        porter::mem_advise(p, bytes, cudaMemAdviseSetAccessedBy, where.location);
        """,
        options=_SINCE,
        title="which of both it is stands elsewhere: the function takes either",
    ),
    Example(
        """
        cudaMemLocation place{};
        cudaMemPrefetchAsync(p, bytes, cudaCpuDeviceId, stream);
        cudaMemAdvise(p, bytes, cudaMemAdviseSetReadMostly, 0);
        """,
        title="a device's number",
    ),
    Example(
        """
        cudaMemPoolProps made = {};
        made.location.type = cudaMemLocationTypeHost;
        """,
        findings=("error",),
        options=_BEFORE,
        title="where memory is made, before ROCm 7.2",
    ),
)


@rule.check
def check(file: SourceFile, context: Context) -> Iterator[RuleOutput]:
    """Yield what becomes of each call, and of the places that ROCm lacks."""
    located = located_calls(file)
    is_known = context.options.rocm >= _HAS_LOCATIONS
    for call, is_certain in located.items():
        _, hips, supplied = _FUNCTIONS[_function(call)[0]]
        if is_certain and is_known:
            yield rule.replace(call, hips)
        elif file.path.endswith(".c"):
            yield rule.error(call, f"ROCm's takes a device's number, and {_HEADER} is C++")
        else:
            yield rule.replace(call, supplied, support=_HEADER)
    if not is_known:
        yield from _places(file, context, is_used=bool(located))


def _places(file: SourceFile, context: Context, *, is_used: bool) -> Iterator[RuleOutput]:
    """Yield what becomes of the host's places where ROCm has none."""
    rocm = ".".join(map(str, context.options.rocm))
    is_supplied = is_used and _MAKING.isdisjoint(file.names) and not file.path.endswith(".c")
    for use in file.mentions(_PLACES.keys() & file.names):
        port = _PLACES[use.name]
        if not port.startswith(b"porter::"):
            yield rule.replace(use, port)
        elif is_supplied:
            yield rule.replace(use, port, support=_HEADER)
        else:
            hip = context.tables.names[use.name].hip.decode()
            yield rule.error(use, f"{use.name.decode()}: ROCm {rocm} lacks {hip}; 7.2 has it")


def located_calls(file: SourceFile) -> dict[Call, bool]:
    """Return the calls that are, or may be, given a location, and whether that is certain."""
    found: dict[Call, bool] = {}
    for call in file.api_calls(sorted(file.names & set(_CALLED))):
        function, is_newer = _function(call)
        index = _FUNCTIONS[function][0]
        if len(call.arguments) <= index:
            continue
        place = file.code[slice(*call.arguments[index])]
        if is_newer or len(call.arguments) == 5 or _is_location(file, place):
            found[call] = True
        elif not _NUMBER.fullmatch(place) and _may_be_location(file, place):
            found[call] = False
    return found


def _function(call: Call) -> tuple[bytes, bool]:
    """Return which function is called, and whether it is the one that takes locations only."""
    match = _FUNCTION.fullmatch(call.name)
    assert match is not None
    return match[1], match[2] is not None


def _is_location(file: SourceFile, place: bytes) -> bool:
    """Tell whether an argument is written as a location, or is a variable declared as one alone."""
    if _WRITTEN.match(place):
        return True
    name = _NAME.fullmatch(place)
    return (
        name is not None
        and re.search(_TYPE + rb"\s*[*&]*\s*" + _declared(name[1]), file.code) is not None
        and re.search(rb"\b(?:int|CUdevice|auto)\s+" + _declared(name[1]), file.code) is None
    )


def _may_be_location(file: SourceFile, place: bytes) -> bool:
    return not file.names.isdisjoint(_TYPES) or _PERHAPS.search(place) is not None


def _declared(name: bytes) -> bytes:
    return rb"(?:\w+[^;(){}]*,\s*)?" + name + rb"\b"
