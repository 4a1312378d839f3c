"""Report Python code that asks the device for its warp size.

## What it does
Reports `warp_size` of `torch.cuda.get_device_properties()`, CuPy's attribute `WarpSize` and Numba's
`WARP_SIZE` of a device where the port's warps have 32 lanes. Nothing is changed.

## Why
The device answers with the size of its wavefront: 64 on gfx9, 32 elsewhere. Blocks, shared memory
and numbers of warps that are computed from the answer no longer fit kernels whose warps have 32
lanes on every device (WRP20).

## What it leaves alone
Other things of these names; files that speak of HIP or ROCm themselves.

## References
PyTorch, `torch.cuda.get_device_properties`; CuPy, `cupy.cuda.Device.attributes`; HIP,
`hipDeviceProp_t::warpSize`. For C++, see WRP08.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from porter.fixers import Context, Example, Fix, Rule, When
from porter.fixers.python._properties import Properties
from porter.options import Options
from porter.source import Finding, SourceFile
from porter.source.python.code import PythonCode, python_of
from porter.source.text.languages import Language

if TYPE_CHECKING:
    from tree_sitter import Node

rule = Rule(
    "PYT13",
    "device-warp-size",
    fix=Fix.NONE,
    names=(b"warp_size", b"WarpSize", b"WARP_SIZE"),
    languages=(Language.PYTHON,),
    when=When(warp="32"),
)

_ATTRIBUTES = re.compile(r"\.attributes\s*\[\s*['\"]WarpSize['\"]\s*\]$")

EXAMPLES = (
    Example(
        """
        import torch
        props = torch.cuda.get_device_properties(0)
        warps = 1024 // props.warp_size
        """,
        findings=("warning",),
        path="plan.py",
    ),
    Example(
        """
        import cupy
        from numba import cuda
        lanes = cupy.cuda.Device().attributes["WarpSize"]
        lanes = cuda.get_current_device().WARP_SIZE
        """,
        findings=("warning", "warning"),
        path="others.py",
        title="CuPy and Numba",
    ),
    Example(
        """
        import torch
        lanes = torch.cuda.get_device_properties(0).warp_size
        """,
        options=Options(warp="native"),
        path="native.py",
        title="the port's warps are the device's wavefronts",
    ),
    Example(
        """
        import torch
        lanes = settings.warp_size
        props = torch.cuda.get_device_properties(0).name
        """,
        path="own.py",
        title="a number of the project's own",
    ),
)


@rule.check
def check(file: SourceFile, context: Context) -> Iterator[Finding]:
    """Yield a finding for each question."""
    code = python_of(file)
    if code is None or code.knows_hip:
        return
    properties = Properties(code)
    for node in (*code.nodes("attribute"), *code.nodes("subscript")):
        if _asks(code, node, properties):
            yield rule.warning(
                node,
                "the device's warp size is 64 on gfx9; the port's warps have 32 lanes",
                hint="size launches for 32 lanes",
            )


def _asks(code: PythonCode, node: Node, properties: Properties) -> bool:
    if node.type == "subscript":
        return _ATTRIBUTES.search(code.text(node)) is not None
    name, value = (node.child_by_field_name(field) for field in ("attribute", "object"))
    if name is None or value is None:
        return False
    if code.text(name) == "WARP_SIZE":
        return "evice" in code.text(value)
    return code.text(name) == "warp_size" and value in properties
