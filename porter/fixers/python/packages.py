"""Report packages that have no version for ROCm.

## What it does
Reports, once a file, the import of a package that runs on NVIDIA's GPUs alone, with what takes its
place: NVML's bindings, PyCUDA, Numba's CUDA target, CUDA Python, RAPIDS, TensorRT. Nothing is
changed.

## Why
The import fails on a machine with ROCm, and another package has other functions.

## What it leaves alone
PyTorch, CuPy, Triton and JAX, which answer to their names on ROCm; modules of the project's own;
files that speak of HIP or ROCm themselves.

## References
`rules/cuda-hip/python.toml` gives each package with its counterpart and source.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from porter.fixers import Context, Example, Fix, Rule
from porter.source import Finding, SourceFile
from porter.source.python.code import PythonCode, python_of
from porter.source.text.languages import Language
from porter.tables.python import counterparts

if TYPE_CHECKING:
    from tree_sitter import Node

rule = Rule(
    "PYT08",
    "packages",
    fix=Fix.NONE,
    names=(
        b"pynvml py3nvml nvidia_smi pycuda numba cuda nvtx cudf cuml cugraph rmm pylibraft "
        b"tensorrt torch_tensorrt nvidia cutlass"
    ).split(),
    languages=(Language.PYTHON,),
)

EXAMPLES = (
    Example(
        """
        import pynvml
        from numba import cuda, njit
        import pycuda.autoinit
        import pycuda.driver as drv
        """,
        findings=("warning", "warning", "warning"),
        path="monitor.py",
    ),
    Example(
        """
        import cupy as cp
        import torch.cuda
        from .cuda import kernels
        from numba import njit
        """,
        path="kept.py",
        title="what answers on ROCm, and modules of the project",
    ),
)


@rule.check
def check(file: SourceFile, context: Context) -> Iterator[Finding]:
    """Yield a finding for the first import of each package."""
    code = python_of(file)
    if code is None or code.knows_hip:
        return
    reported: set[str] = set()
    for node, module in _imported(code):
        for name, row in counterparts("package").items():
            if row.stays or name in reported or not f"{module}.".startswith(f"{name}."):
                continue
            reported.add(name)
            yield rule.warning(node, f"{name} has no version for ROCm: {row.reason}", hint=row.hint)


def _imported(code: PythonCode) -> Iterator[tuple[Node, str]]:
    """Yield each clause of an import with the dotted name that it imports."""
    statements = [*code.nodes("import_statement"), *code.nodes("import_from_statement")]
    for statement in sorted(statements, key=lambda node: node.start_byte):
        module = statement.child_by_field_name("module_name")
        prefix = "" if module is None else code.text(module) + "."
        for clause in statement.children_by_field_name("name"):
            name = clause
            if clause.type == "aliased_import":
                name = clause.child_by_field_name("name") or clause
            yield clause, prefix + code.text(name)
