"""Calls that ask for a device's compute capability, and whether what they tell decides anything."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator

from porter.source import SourceFile
from porter.source.cpp.printing import is_printed

#: What is asked for.
ATTRIBUTES = frozenset(
    f"{prefix}{part}".encode()
    for prefix, parts in (
        ("cudaDevAttrComputeCapability", ("Major", "Minor")),
        ("CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_", ("MAJOR", "MINOR")),
    )
    for part in parts
)
#: Functions that are given one of the attributes.
ASKING = (b"cudaDeviceGetAttribute", b"cuDeviceGetAttribute")
#: The function that answers with both numbers.
BOTH = b"cuDeviceComputeCapability"


def deciding_calls(file: SourceFile) -> Iterator[tuple[int, int]]:
    """Yield the names of calls that ask for the capability, unless it is only printed."""
    calls = [
        call
        for call in file.calls(*ASKING, BOTH)
        if not file.qualifier(call.start)
        and (
            call.name == BOTH
            or any(file.code[slice(*argument)] in ATTRIBUTES for argument in call.arguments)
        )
    ]
    places: dict[bytes, list[int]] = {}
    following: dict[bytes, int] = {}
    for call in reversed(calls):
        results = [
            file.code[start:end].strip(b"& \t\r\n")
            for start, end in call.arguments[: 2 if call.name == BOTH else 1]
        ]
        for name in results:
            if name not in places:
                places[name] = file.all_occurrences(name)
        uses = [
            at
            for name in results
            for at in _between(places[name], call.close, following.get(name, len(file.code)))
        ]
        following.update(dict.fromkeys(results, call.start))
        if not uses or not all(_is_shown(file, at) for at in uses):
            yield call.start, call.name_end


def _between(places: list[int], first: int, last: int) -> list[int]:
    return places[bisect_left(places, first) : bisect_left(places, last)]


def _is_shown(file: SourceFile, at: int) -> bool:
    """Tell whether the variable at an offset is printed, or filled by another call."""
    node = file.tree.root_node.descendant_for_byte_range(at, at + 1)
    return _is_written_by_call(file, at) or (node is not None and is_printed(file, node))


def _is_written_by_call(file: SourceFile, at: int) -> bool:
    return file.code[file.previous(at) : file.previous(at) + 1] == b"&"
