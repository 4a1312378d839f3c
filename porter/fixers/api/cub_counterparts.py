"""Give CUB's functions of devices and its inner dispatch to support headers.

## What it does
`cub::CurrentDevice`, `DeviceCount`, `SwitchDevice`, `SyncStream` and `MaxSmOccupancy` become those
of the support header `cub_device.hpp`; `cub::DispatchScan`, `DispatchReduce`, `DispatchRadixSort`
and `DispatchSegmentedRadixSort` those of `cub_dispatch.hpp`, over rocPRIM.

## Why
hipCUB has none of them. Projects count on the first for the device that is current, and on the
others for more than 2³¹ items.

## What it leaves alone
Names of other scopes. Policies, which tune CUB's algorithms for NVIDIA's GPUs, are passed over.

## References
CUB's `util_device.cuh` and `device/dispatch`; rocPRIM's device-wide functions.
"""

from __future__ import annotations

from collections.abc import Iterator

from porter.fixers import Context, Example, Rule
from porter.fixers.warp._cub import cub_names
from porter.source import SourceFile
from porter.source.text.edits import RuleOutput

_HEADERS = {
    b"CurrentDevice": "cub_device.hpp",
    b"DeviceCount": "cub_device.hpp",
    b"SwitchDevice": "cub_device.hpp",
    b"SyncStream": "cub_device.hpp",
    b"MaxSmOccupancy": "cub_device.hpp",
    b"DispatchScan": "cub_dispatch.hpp",
    b"DispatchReduce": "cub_dispatch.hpp",
    b"DispatchRadixSort": "cub_dispatch.hpp",
    b"DispatchSegmentedRadixSort": "cub_dispatch.hpp",
}
_NAMES = frozenset(_HEADERS)

rule = Rule("API75", "cub-counterparts", names=_NAMES)

EXAMPLES = (
    Example(
        "#include <cub/util_device.cuh>\nint now = cub::CurrentDevice();\n",
        '#include "porter_compat/cub_device.hpp"\n'
        "#include <cub/util_device.cuh>\nint now = porter::CurrentDevice();\n",
    ),
    Example(
        """
        using Switcher = cub::SwitchDevice;
        void f(int i) { ::cub::SwitchDevice there(i); int n = mine::CurrentDevice(); }
        """,
        """
        #include "porter_compat/cub_device.hpp"
        using Switcher = porter::SwitchDevice;
        void f(int i) { porter::SwitchDevice there(i); int n = mine::CurrentDevice(); }
        """,
        title="a device that is current for a while",
    ),
    Example(
        """
        cub::DispatchScan<const int *, int *, Op, cub::NullType, long>::Dispatch(
            temp, bytes, in, out, op, cub::NullType(), n, stream);
        """,
        """
        #include "porter_compat/cub_dispatch.hpp"
        porter::DispatchScan<const int *, int *, Op, cub::NullType, long>::Dispatch(
            temp, bytes, in, out, op, cub::NullType(), n, stream);
        """,
        title="an algorithm with sizes of 64 bits",
    ),
    Example(
        "namespace cub { int CurrentDevice(); }\nint f() { return CurrentDevice(); }\n",
        title="a declaration",
    ),
)


@rule.check
def check(file: SourceFile, context: Context) -> Iterator[RuleOutput]:
    """Yield an edit for each name."""
    for use in cub_names(file, _NAMES):
        whole = (file.qualified_start(use.start), use.end)
        yield rule.replace(whole, b"porter::" + use.name, support=_HEADERS[use.name])
