"""Write kernel launches as `hipLaunchKernelGGL` when asked to.

## What it does
With `--launch hip` it turns `kernel<<<grid, block, bytes, stream>>>(arguments)` into
`hipLaunchKernelGGL(kernel, grid, block, bytes, stream, arguments)`. Kernels whose template
arguments hold commas are put into `HIP_KERNEL_NAME(…)`, launch parameters with commas of their own
into parentheses.

## Why
HIP's compilers take `<<<>>>` as it is, and so it stays by default. Compilers that are not clang,
and tools that read C++ without CUDA's syntax, need the macro.

## What it leaves alone
The macro is a statement. A launch that is part of an expression (an operand of `?:` or of a comma,
an argument of another macro, cast to `void`) stays and is reported, and so does one whose parts
cannot be told apart or that preprocessor directives run through.

## References
`hip/amd_detail/amd_hip_runtime.h` (`hipLaunchKernelGGL`, `HIP_KERNEL_NAME`); HIP kernel language
reference, "Calling `__global__` functions"; FaithC#11 and HIPIFY#64 (mangled launches).
"""

from __future__ import annotations

from collections.abc import Iterator

from porter.fixers import Context, Example, Rule, When
from porter.fixers.launch._expression import OPENING, CannotTell, Launch, launch_at
from porter.options import Options
from porter.source import Edit, SourceFile
from porter.source.text.edits import RuleOutput

rule = Rule("LCH05", "launches", when=When(launch="hip"))

_HIP = Options(launch="hip")

EXAMPLES = (
    Example(
        "k<<<grid, block>>>(x, n);\n",
        "hipLaunchKernelGGL(k, grid, block, 0, 0, x, n);\n",
        options=_HIP,
    ),
    Example(
        "ns::k<float, 4> <<<n / 256, 256, bytes, stream>>>();\n",
        "hipLaunchKernelGGL(HIP_KERNEL_NAME(ns::k<float, 4>), n / 256, 256, bytes, stream);\n",
        options=_HIP,
        title="commas in template arguments",
    ),
    Example(
        "if (fast) (half ? k16 : k32)<<<ceil_div<int, 64>(n), {32, 4}>>>(f(x, y));\n",
        "if (fast) hipLaunchKernelGGL((half ? k16 : k32), (ceil_div<int, 64>(n)), "
        "(dim3{32, 4}), 0, 0, f(x, y));\n",
        options=_HIP,
        title="the kernel is chosen by a ternary",
    ),
    Example(
        r"""
        #define LAUNCH(name, ...) \
          name##_kernel<<<grid, block>>>(__VA_ARGS__)
        """,
        r"""
        #define LAUNCH(name, ...) \
          hipLaunchKernelGGL(name##_kernel, grid, block, 0, 0, __VA_ARGS__)
        """,
        options=_HIP,
        title="in a macro",
    ),
    Example(
        "fast ? k<<<1, 32>>>(x) : slow<<<1, 32>>>(x);\n",
        options=_HIP,
        findings=("warning", "warning"),
        title="a launch that is part of an expression",
    ),
    Example(
        "k << <grid, block >> > (x, n);\n",
        "hipLaunchKernelGGL(k, grid, block, 0, 0, x, n);\n",
        options=_HIP,
        title="as editors for Windows space it",
    ),
    Example("k<<<grid, block>>>(x, n);\n", title="without --launch hip"),
    Example(
        'int a = b << 3; cout << "<<<" << c; // k<<<1, 2>>>(x)\n',
        options=_HIP,
        title="shifts, strings and comments",
    ),
)


@rule.check
def check(file: SourceFile, context: Context) -> Iterator[RuleOutput]:
    """Yield the edits of each launch, or a finding where it stays."""
    for match in OPENING.finditer(file.code):
        try:
            launch = launch_at(file, match.start())
        except CannotTell as reason:
            yield rule.warning(
                match,
                f"this launch keeps its <<<>>>: {reason}",
                hint="HIP's compilers take it; to have the macro, make the launch a statement",
            )
        else:
            yield from rule.together(*_edits(file, launch))


def _edits(file: SourceFile, launch: Launch) -> Iterator[Edit]:
    """Yield edits that leave kernel, parameters and arguments where they are."""
    kernel = file.code[launch.kernel[0] : launch.kernel[1]]
    named = b"," in kernel and not kernel.startswith(b"(")
    before, after = (b"HIP_KERNEL_NAME(", b"), ") if named else (b"", b", ")
    yield rule.insert(launch.kernel[0], b"hipLaunchKernelGGL(" + before)
    between = file.data[launch.kernel[1] : launch.opening[0]]
    start = launch.opening[0] if between.strip() else launch.kernel[1]
    yield rule.replace((start, _behind_blanks(file, launch.opening[1])), after)
    for number, (low, high) in enumerate(launch.parameters):
        text = file.code[low:high]
        braced = text.startswith(b"{") and number < 2
        if braced or _has_bare_comma(text):
            yield rule.insert(low, b"(dim3" if braced else b"(")
            yield rule.insert(high, b")")
    missing = b", 0" * (4 - len(launch.parameters))
    comma = b", " if launch.has_arguments else b""
    last = launch.parameters[-1][1]
    start = launch.closing[0] if file.data[last : launch.closing[0]].strip() else last
    end = launch.closing[1]
    if file.data[end : launch.parenthesis].strip():
        yield rule.replace((start, end), missing + comma)
        start, comma = launch.parenthesis, b""
        missing = b""
    yield rule.replace((start, _behind_blanks(file, launch.parenthesis + 1)), missing + comma)


def _behind_blanks(file: SourceFile, offset: int) -> int:
    """Step over blanks, but not over line ends and comments."""
    while file.data[offset : offset + 1] in (b" ", b"\t"):
        offset += 1
    return offset


def _has_bare_comma(text: bytes) -> bool:
    """Tell whether a macro would take `text` for several arguments."""
    depth = 0
    for byte in text:
        depth += (byte == 0x28) - (byte == 0x29)
        if byte == 0x2C and depth == 0:
            return True
    return False
