"""Say that PyTorch for ROCm converts the sources of an extension once more.

## What it does
It reports each `CUDAExtension` of a build script, where it is called and where it is given to
another name (`extension = CUDAExtension`), and each `load` of `torch.utils.cpp_extension`.
`porter convert --out` (and without a destination) then puts `hip_extension.py` beside the script,
which describes the extension to the same `BuildExtension` and converts nothing, and the script
takes its builder from there; the note is gone with that. With `--in-place` and `--diff` the call
stays: PyTorch for ROCm builds it, with hipcc, and links its own libraries and HIP's runtime.

## Why
Both builders of a PyTorch for ROCm run PyTorch's own converter over the sources before they
compile them, and no argument keeps them from that. A source in which it finds nothing is compiled
in place. Where it does, what is compiled is a copy beside it (`name.hip`, `name_hip.cpp`): it
writes launches as `hipLaunchKernelGGL`, std:: functions of kernels without std::, and replaces
CUDA's names in comments, messages and branches for CUDA, too. The names that porter wrote stay. A
file whose first line says that hipify made it is left alone.

## What it leaves alone
Scripts that speak of HIP or ROCm themselves have decided.

## References
torch/utils/cpp_extension.py, `CUDAExtension` and `load`; torch/utils/hipify/hipify_python.py,
`preprocessor`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from porter.fixers import Context, Example, Fix, Rule
from porter.fixers.build_files._setup import build_script
from porter.source import SourceFile
from porter.source.python.code import PythonCode
from porter.source.text.edits import RuleOutput
from porter.source.text.languages import Language

if TYPE_CHECKING:
    from tree_sitter import Node

_LOAD = "torch.utils.cpp_extension.load"
_EXTENSION = "torch.utils.cpp_extension.CUDAExtension"
#: What holds names that are no values.
_NO_VALUES = frozenset(("dotted_name", "aliased_import", "attribute"))

rule = Rule(
    "BLD23",
    "setup-extensions",
    fix=Fix.NONE,
    names=(b"CUDAExtension", b"cpp_extension"),
    languages=(Language.PYTHON,),
)

EXAMPLES = (
    Example(
        """
        from torch.utils.cpp_extension import CUDAExtension
        extension = CUDAExtension("m", ["m.cu"])
        """,
        findings=("note",),
        path="setup.py",
    ),
    Example(
        """
        from torch.utils.cpp_extension import load
        lib = load("m", ["m.cu"])
        """,
        findings=("note",),
        path="kernels.py",
        title="compiled at first use",
    ),
    Example(
        """
        from torch.utils.cpp_extension import CppExtension, CUDAExtension as Builder
        extension = Builder if gpu else CppExtension
        extension("m", sources)
        """,
        findings=("note",),
        path="setup.py",
        title="given to a variable",
    ),
    Example(
        """
        from torch.utils.cpp_extension import CppExtension
        CppExtension("m", ["m.cpp"])
        """,
        path="setup.py",
        title="C++ alone",
    ),
    Example(
        """
        from torch.utils.cpp_extension import SyclExtension, load
        load(name="m", sources=sources, with_sycl=True)
        """,
        path="builder.py",
        title="SYCL",
    ),
)


#: What PyTorch builds for other GPUs than NVIDIA's.
_OTHERS = b"SyclExtension"


@rule.check
def check(file: SourceFile, context: Context) -> Iterator[RuleOutput]:
    """Yield a note for each extension."""
    code = build_script(file)
    if code is None or _OTHERS in file.data:
        return
    called = [
        call.function
        for call in code.calls
        if call.name == "CUDAExtension" or code.means(call.function, _LOAD)
    ]
    for node in (*called, *_passed_on(code)):
        yield rule.note(
            node,
            "PyTorch for ROCm runs its own converter over these sources, which are HIP already",
            hint="with --out porter writes a builder beside the script that converts nothing",
        )


def _passed_on(code: PythonCode) -> Iterator[Node]:
    """Yield the places that name the builder without calling it, but for those that import it."""
    for kind in ("identifier", "attribute"):
        for node in code.nodes(kind):
            parent = node.parent
            if parent is None or parent.type in _NO_VALUES or not code.means(node, _EXTENSION):
                continue
            if parent.type != "call" or parent.child_by_field_name("function") != node:
                yield node
            elif code.text(node).rpartition(".")[2] != "CUDAExtension":
                yield node  # called by the name that it was imported under
