"""Report Python files of CUDA's world that do not parse.

## What it does
Reports a file that names CUDA's packages, libraries or compilers and is not Python 3 where it does
so, with the line. The file is left as it is: no other rule for Python looks at it.

## Why
A rule that cannot read a file would change it by guessing.

## What it leaves alone
Files that parse, and files that have nothing of CUDA in them.

## References
The Python language reference; the grammar is tree-sitter-python's.
"""

from __future__ import annotations

from collections.abc import Iterator

from porter.fixers import Context, Example, Fix, Rule
from porter.source import Finding, SourceFile
from porter.source.python.code import PythonCode, python_of
from porter.source.text.languages import Language

rule = Rule(
    "PYT01",
    "unparsed",
    fix=Fix.NONE,
    names=(
        b"cuda cupy pycuda pynvml numba triton CUDA_HOME CDLL RawKernel RawModule SourceModule "
        b"load_inline ElementwiseKernel ReductionKernel compile_kernel nvrtc cpp_extension "
        b"CUDAExtension extra_cuda_cflags"
    ).split(),
    languages=(Language.PYTHON,),
)

EXAMPLES = (
    Example(
        """
        import cupy

        def scale(x:
            return cupy.exp(x)
        """,
        findings=("warning",),
        path="broken.py",
    ),
    Example(
        """
        import cupy
        cupy.exp(1)
        """,
        path="sound.py",
        title="it parses",
    ),
    Example("def scale(x:\n", path="other.py", title="nothing of CUDA in it"),
)


@rule.check
def check(file: SourceFile, context: Context) -> Iterator[Finding]:
    """Yield a finding at the first place that is not Python."""
    if python_of(file) is not None:
        return
    offset = PythonCode(file).error or 0
    line = file.position(offset)[0]
    yield rule.warning(
        (offset, offset),
        f"the file does not parse as Python from line {line} on and is left as it is",
        hint="look through it by hand; rules for Python were not applied",
    )
