"""Take flags out of the list that PyTorch gives to HIP's compiler.

## What it does
Writes `COMMON_HIPCC_FLAGS` for `COMMON_NVCC_FLAGS` of `torch.utils.cpp_extension`; an import keeps
the local name.

## Why
PyTorch takes half's operators and conversions away for every extension, and scripts whose kernels
want them take the flags out of PyTorch's list. PyTorch for ROCm has both lists and gives HIP's to
the compiler: nothing was taken out of it, without a word, and the kernels do not compile.
[LNG45](LNG45.md) spells the flags as that list has them.

## What it leaves alone
Names of the project's own; files that speak of HIP or ROCm themselves.

## References
`torch/utils/cpp_extension.py`: `COMMON_NVCC_FLAGS`, `COMMON_HIPCC_FLAGS`.
"""

from __future__ import annotations

from collections.abc import Iterator

from porter.fixers import Context, Example, Rule
from porter.fixers.python._of_the_builder import renamed
from porter.source import Edit, SourceFile
from porter.source.text.languages import Language

rule = Rule("PYT14", "common-flags", names=(b"COMMON_NVCC_FLAGS",), languages=(Language.PYTHON,))

EXAMPLES = (
    Example(
        """
        import torch.utils.cpp_extension as torch_cpp_ext
        for flag in ["-D__CUDA_NO_HALF_OPERATORS__"]:
            try:
                torch_cpp_ext.COMMON_NVCC_FLAGS.remove(flag)
            except ValueError:
                pass
        """,
        """
        import torch.utils.cpp_extension as torch_cpp_ext
        for flag in ["-D__CUDA_NO_HALF_OPERATORS__"]:
            try:
                torch_cpp_ext.COMMON_HIPCC_FLAGS.remove(flag)
            except ValueError:
                pass
        """,
        path="setup.py",
    ),
    Example(
        """
        from torch.utils.cpp_extension import COMMON_NVCC_FLAGS, load
        print(COMMON_NVCC_FLAGS)
        """,
        """
        from torch.utils.cpp_extension import COMMON_HIPCC_FLAGS as COMMON_NVCC_FLAGS, load
        print(COMMON_NVCC_FLAGS)
        """,
        path="ops.py",
    ),
    Example(
        "COMMON_NVCC_FLAGS = ['-O3']\n",
        path="own.py",
        title="a list of the project's own",
    ),
    Example(
        """
        from torch.utils.cpp_extension import COMMON_HIPCC_FLAGS, COMMON_NVCC_FLAGS
        """,
        path="ported.py",
        title="the file asks for HIP's itself",
    ),
)


@rule.check
def check(file: SourceFile, context: Context) -> Iterator[Edit]:
    """Yield an edit for each import and use."""
    yield from renamed(rule, file, "COMMON_NVCC_FLAGS", "COMMON_HIPCC_FLAGS")
