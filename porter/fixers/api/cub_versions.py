"""Answer CUB's questions for a device's version as the NVIDIA device that the port counts as.

## What it does
`cub::SmVersion` and `cub::PtxVersion` become those of the port's compute capability, 8.0 or
`capability` in porter.toml (`--capability`), from the support header `compute_capability.hpp`. A
note says so.

## Why
hipCUB has neither. What asks chooses a way by NVIDIA's numbers, as code that asks for a device's
properties does (LNG30).

## What it leaves alone
Names of other scopes. With `capability = "device"` they are left, and an error says so.

## References
CUB's `util_device.cuh`: a hundred times the major and ten times the minor number.
"""

from __future__ import annotations

from collections.abc import Iterator

from porter.fixers import Context, Example, Rule
from porter.fixers.warp._cub import cub_names
from porter.options import Options
from porter.source import SourceFile
from porter.source.text.edits import RuleOutput

_NAMES = frozenset((b"SmVersion", b"PtxVersion"))

rule = Rule("API79", "cub-versions", names=_NAMES)

EXAMPLES = (
    Example(
        """
        #include <cub/util_device.cuh>
        bool is_new(int device) { int sm; cub::SmVersion(sm, device); return sm >= 700; }
        """,
        """
        #include "porter_compat/compute_capability.hpp"
        #include <cub/util_device.cuh>
        bool is_new(int device) { int sm; porter::compute_capability<80>::sm_version(sm, device); \
return sm >= 700; }
        """,
        findings=("note",),
    ),
    Example(
        "int f() { int sm; cub::SmVersion(sm); return sm; }\n",
        options=Options(capability=None),
        findings=("error",),
        title="the device's own answer, by choice",
    ),
    Example("namespace cub { int SmVersion(); }\nint n = mine::SmVersion();\n", title="others"),
)


@rule.check
def check(file: SourceFile, context: Context) -> Iterator[RuleOutput]:
    """Yield an edit for each call, and one note for all."""
    uses = list(cub_names(file, _NAMES))
    if not uses:
        return
    capability = context.options.capability
    if capability is None:
        yield rule.error(
            (uses[0].start, uses[0].end),
            f"hipCUB has no cub::{uses[0].name.decode()}, which tells an NVIDIA GPU's version",
            hint="ask for what the number stands for, or give --capability 8.0",
            occurrences=len(uses),
        )
        return
    major, minor = capability
    answer = b"porter::compute_capability<%d>::sm_version" % (10 * major + minor)
    for use in uses:
        whole = (file.qualified_start(use.start), use.end)
        yield rule.replace(whole, answer, support="compute_capability.hpp")
    yield rule.note(
        (uses[0].start, uses[0].end),
        f"a choice by a device's version: the port answers {major}.{minor}, whatever the GPU",
        hint="capability in porter.toml says what it answers",
        occurrences=len(uses),
    )
