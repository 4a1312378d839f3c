"""Report CUDA kernels in strings that no call seen in the file compiles.

## What it does
Reports, once a file, strings that declare kernels (`__global__ void name(`) and that no function of
`rules/cuda-hip/source_strings.toml` is seen to compile. Nothing is changed.

## Why
Another file may compile it, or a function that porter does not know: it is CUDA that stays.

## What it leaves alone
Docstrings and other strings that are nothing but documentation; what PYT10 converts.

## References
CUDA C++ Programming Guide, `__global__`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from porter.fixers import Context, Example, Fix, Rule
from porter.fixers.python._reached import SUPPORT_NAME, reached
from porter.source import Finding, SourceFile
from porter.source.python.code import python_of
from porter.source.text.languages import Language
from porter.source.text.spans import holds, merged

rule = Rule("PYT11", "unclaimed-strings", fix=Fix.NONE, languages=(Language.PYTHON,))

#: A mark with what stands behind it, up to the parameter list if there is one.
_MARK = re.compile(rb"\bvoid\s++__global__\s|\b__global__\s(?P<head>[^;{}()'\"]*+)(?P<open>\(?)")
_VOID = re.compile(rb"\bvoid\b")

EXAMPLES = (
    Example(
        """
        KERNEL = '''
        __global__ void scale(float *x, float by) { x[threadIdx.x] *= by; }
        '''
        """,
        findings=("warning",),
        path="sources.py",
    ),
    Example(
        '''
        def scale(x):
            """Write `__global__ void scale(float *x)` to do this by hand."""


        print('no __global__ function')
        ''',
        path="documented.py",
        title="documentation and messages",
    ),
)


@rule.check
def check(file: SourceFile, context: Context) -> Iterator[Finding]:
    """Yield a finding for the strings with kernels that nothing is seen to compile."""
    if b"__global__" not in file.data:
        return
    code = python_of(file)
    if code is None:
        return
    spans = [(one.node.start_byte, one.node.end_byte) for one in reached(code)[0]]
    spans += [
        (binding.target.start_byte, binding.value.end_byte)
        for binding in code.assigned.get(SUPPORT_NAME, ())
        if binding.value is not None
    ]
    claimed = merged(spans)
    kernels = []
    for node in code.nodes("string"):
        start, end = node.start_byte, node.end_byte
        parent = node.parent
        if parent is not None and parent.type in ("expression_statement", "interpolation"):
            continue
        kernel = next(filter(_is_kernel, _MARK.finditer(file.data, start, end)), None)
        if kernel is not None and not holds(claimed, start):
            kernels.append(kernel)
    if kernels:
        yield rule.warning(
            kernels[0],
            "a string holds a CUDA kernel that no call seen here compiles; it stays",
            hint="convert it by hand: porter convert - takes CUDA from standard input",
            occurrences=len(kernels),
        )


def _is_kernel(mark: re.Match[bytes]) -> bool:
    """Tell whether a function without a value is marked."""
    head = mark["head"]
    return head is None or bool(mark["open"] and _VOID.search(head))
