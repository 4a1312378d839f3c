"""Take the toolkit's folder of ROCm from PyTorch's extension builder.

## What it does
Writes `ROCM_HOME` for `CUDA_HOME` of `torch.utils.cpp_extension`; an import keeps the local name.
Where a path is joined from it, `lib64` becomes `lib`.

## Why
`torch.utils.cpp_extension.CUDA_HOME` is None in PyTorch for ROCm, so that code which asks for it
says that there is no compiler. ROCm keeps its libraries in `lib`.

## What it leaves alone
Names of the project's own; files that speak of HIP or ROCm themselves.

## References
`torch/utils/cpp_extension.py`: `CUDA_HOME`, `ROCM_HOME`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from porter.fixers import Context, Example, Rule
from porter.fixers.python._of_the_builder import MODULE, renamed
from porter.source import Edit, SourceFile
from porter.source.python.code import PythonCode, literal_span, python_of
from porter.source.text.languages import Language

if TYPE_CHECKING:
    from tree_sitter import Node

rule = Rule("PYT03", "toolkit-home", names=(b"CUDA_HOME",), languages=(Language.PYTHON,))

EXAMPLES = (
    Example(
        """
        import os
        from torch.utils.cpp_extension import CUDA_HOME, load
        if CUDA_HOME is None:
            raise RuntimeError
        libraries = os.path.join(CUDA_HOME, "lib64")
        """,
        """
        import os
        from torch.utils.cpp_extension import ROCM_HOME as CUDA_HOME, load
        if CUDA_HOME is None:
            raise RuntimeError
        libraries = os.path.join(CUDA_HOME, "lib")
        """,
        path="backend.py",
    ),
    Example(
        """
        import torch.utils.cpp_extension as ext
        print(ext.CUDA_HOME)
        """,
        """
        import torch.utils.cpp_extension as ext
        print(ext.ROCM_HOME)
        """,
        path="show.py",
    ),
    Example(
        """
        from .paths import CUDA_HOME
        print(CUDA_HOME)
        """,
        path="own.py",
        title="not torch's",
    ),
    Example(
        "from torch.utils.cpp_extension import CUDA_HOME, ROCM_HOME\n",
        path="ported.py",
        title="the file asks for ROCm itself",
    ),
)


@rule.check
def check(file: SourceFile, context: Context) -> Iterator[Edit]:
    """Yield an edit for each import and use, and for the folder of libraries in it."""
    code = python_of(file)
    if code is None or code.knows_hip:
        return
    yield from renamed(rule, file, "CUDA_HOME", "ROCM_HOME")
    for call in code.calls:
        if code.means(call.function, "os.path.join") and len(call.positional) > 1:
            second = literal_span(code, call.positional[1])
            if (
                second
                and file.data[slice(*second)] == b"lib64"
                and _is_home(code, call.positional[0])
            ):
                yield rule.replace(second, b"lib")


def _is_home(code: PythonCode, node: Node) -> bool:
    """Tell whether an expression is torch's CUDA_HOME, or a name that only ever is."""
    if code.means(node, f"{MODULE}.CUDA_HOME"):
        return True
    values = [binding.value for binding in code.assigned.get(code.text(node), ())]
    return bool(values) and all(code.means(value, f"{MODULE}.CUDA_HOME") for value in values)
