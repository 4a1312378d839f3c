"""Say that PyTorch for ROCm converts the sources of a CUDAExtension once more.

## What it does
It reports each `CUDAExtension` of a build script. The call stays: PyTorch for ROCm builds it, with
hipcc, and links its own libraries and HIP's runtime.

## Why
`CUDAExtension` of a PyTorch for ROCm runs PyTorch's own converter over the sources before it
compiles them, and no argument keeps it from that. A source in which it finds nothing is compiled
in place. Where it does, what is compiled is a copy beside it (`name.hip`, `name_hip.cpp`): it
writes launches as `hipLaunchKernelGGL`, std:: functions of kernels without std::, and replaces
CUDA's names in comments, messages and branches for CUDA, too. The names that porter wrote stay. A
file whose first line says that hipify made it is left alone.

## What it leaves alone
Everything. `porter convert --project torch` writes a builder beside the script that converts
nothing; scripts that speak of HIP or ROCm themselves have decided.

## References
torch/utils/cpp_extension.py, `CUDAExtension`; torch/utils/hipify/hipify_python.py, `preprocessor`.
"""

from __future__ import annotations

from collections.abc import Iterator

from porter.fixers import Context, Example, Fix, Fixer
from porter.fixers.build._setup import build_script
from porter.project.languages import Language
from porter.source import Severity, SourceFile
from porter.source.edits import Yield

fixer = Fixer(
    "B23",
    "setup-extensions",
    fix=Fix.NONE,
    triggers=("CUDAExtension",),
    languages=(Language.PYTHON,),
)

EXAMPLES = (
    Example(
        "from torch.utils.cpp_extension import CUDAExtension\n"
        'extension = CUDAExtension("m", ["m.cu"])\n',
        findings=("note",),
        path="setup.py",
    ),
    Example(
        'from torch.utils.cpp_extension import CppExtension\nCppExtension("m", ["m.cpp"])\n',
        path="setup.py",
        title="C++ alone",
    ),
)


@fixer.check
def check(file: SourceFile, context: Context) -> Iterator[Yield]:
    """Yield a note for each extension."""
    code = build_script(file)
    if code is None:
        return
    for call in code.calls:
        if call.name == "CUDAExtension":
            yield fixer.finding(
                Severity.NOTE,
                call.function.start_byte,
                call.function.end_byte,
                "PyTorch for ROCm runs its own converter over these sources, which are HIP already",
                "--project torch writes a builder that converts nothing",
            )
