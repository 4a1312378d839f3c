"""Clear arrays of a length that only the run knows behind their declaration.

## What it does
Writes `int seen[n] = {0};`, whose `n` is a parameter or a variable, as
`int seen[n]; memset(seen, 0, sizeof(seen));`. Braces with another value are reported.

## Why
Arrays of such a length are an extension of GCC's, which nvcc takes with GCC behind it, values in
braces included. clang takes the arrays alone: `variable-sized object may not be initialized`.

## What it leaves alone
Lengths that may be constants: of macros, parameters of templates, `const` variables and functions.
Arrays of classes, and those that are `const` or `static`. Files of C++ without a name of CUDA's,
which the host's compiler reads as before.

## References
GCC, "Arrays of Variable Length"; clang, "Language Compatibility", on variable-length arrays.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from porter.fixers import Context, Example, Rule
from porter.fixers.language._runtime_variables import NAME, Declared, runtime_variables
from porter.source import Edit, SourceFile
from porter.source.cpp.functions import function_around
from porter.source.text.edits import RuleOutput
from porter.source.text.trees import TooLargeToParse

rule = Rule("LNG93", "runtime-arrays")

_ARRAY = re.compile(
    rb"(?<!\w)(?P<name>[A-Za-z_]\w*+)\s*+(?P<bounds>(?:\[[\w \t*+-]++\]\s*+)++)"
    rb"(?P<values>=?+\s*+\{(?P<value>[^{};]*+)\})"
)
_ZERO = re.compile(rb"\s*+(?:(?:0++\.?0*+f?|\.0++f?|0x0++|false|NULL|nullptr|'\\0')\s*+,?+\s*+)?+")
_TYPE = re.compile(
    rb"(?:unsigned|signed|char|short|int|long|float|double|bool|\s|u(?:char|short|int|long)"
    rb"|(?:std::)?+(?:u?int(?:8|16|32|64)_t|size_t))++"
)

#: What a file has that HIP's compiler may be given.
_OF_CUDA = re.compile(rb"cu(?:da|rand|fft|blas|sparse|solver)[A-Z_]|cu[A-Z]|__(?:global|device)__")

EXAMPLES = (
    Example(
        """
        void search(int *graph, int n) {
          int seen[n] = {0};
          float far[n][2 * n] = {}, near[n + 1] {0.0f}, last[4] = {0};
          int steps = 2;
          const int more = steps + 1;
          bool done[more] = { false };
        }
        """,
        """
        void search(int *graph, int n) {
          int seen[n]; memset(seen, 0, sizeof(seen));
          float far[n][2 * n], near[n + 1], last[4] = {0}; memset(far, 0, sizeof(far)); memset(near, 0, sizeof(near));
          int steps = 2;
          const int more = steps + 1;
          bool done[more]; memset(done, 0, sizeof(done));
        }
        """,  # noqa: E501
    ),
    Example(
        """
        #define N 8
        const int M = 4;
        constexpr int kSize = M * 2;
        struct Box { Box(int) {} };
        template <int B, typename T>
        void f(int n) {
          const int half = N / 2;
          int a[N] = {0}, b[M] = {0}, c[kSize] = {0}, d[B] = {0}, e[half] = {0}, g[sizeof(n)] = {0};
          Box boxes[n] = {0};
          T any[n] = {0};
          static int kept[4] = {0};
        }
        int list[] = {0};
        """,
        title="lengths that are constant, and classes",
    ),
    Example(
        """
        #include <cuda.h>
        void f(int n, CUdevice *one) { int b[n] = {0}; cuDeviceGet(one, b[0]); }
        """,
        """
        #include <string.h>
        #include <cuda.h>
        void f(int n, CUdevice *one) { int b[n]; memset(b, 0, sizeof(b)); cuDeviceGet(one, b[0]); }
        """,
        path="main.cpp",
        title="a file of the host's that calls CUDA",
    ),
    Example(
        "void f(int n) { int a[n] = {0}; }\n",
        path="main.cpp",
        title="a file of the host's alone",
    ),
    Example(
        "void f(int n) { int a[n] = {-1}; }\n",
        findings=("warning",),
        title="another value",
    ),
    Example(
        "int n = 5;\nint main() { double a[n] = {0}; return a[0]; }\n",
        "int n = 5;\nint main() { double a[n]; memset(a, 0, sizeof(a)); return a[0]; }\n",
        title="a variable of the file",
    ),
)


@rule.check
def check(file: SourceFile, _: Context) -> Iterator[RuleOutput]:
    """Yield the edits of each array, or what it is given."""
    is_device_source = file.path.endswith((".cu", ".cuh"))
    if not is_device_source and not any(_OF_CUDA.match(name) for name in file.names):
        return  # nobody but the host's compiler reads it
    for array, declaration in _arrays(file):
        if _ZERO.fullmatch(array["value"]):
            yield from rule.together(*_cleared(file, array, declaration))
            if not is_device_source:
                yield rule.include("<string.h>")
        else:
            yield rule.warning(
                array.span("values"),
                "an array whose length only the run knows gets its values in braces, which nvcc "
                "takes with GCC behind it and clang does not; assign them behind its declaration",
            )


def cleared(file: SourceFile) -> Iterator[tuple[Edit, ...]]:
    """Yield the edits that clear each such array of zeros behind its declaration."""
    for array, declaration in _arrays(file):
        if _ZERO.fullmatch(array["value"]):
            yield _cleared(file, array, declaration)


def _arrays(file: SourceFile) -> Iterator[tuple[re.Match[bytes], Declared]]:
    """Yield each array of a length that only the run knows, with its declaration."""
    for array in _ARRAY.finditer(file.code):
        if (declaration := _declaration(file, array)) is not None:
            yield array, declaration


def _cleared(file: SourceFile, array: re.Match[bytes], declaration: Declared) -> tuple[Edit, Edit]:
    name, start = array["name"], array.end("bounds")
    while file.code[start - 1 : start].isspace():
        start -= 1
    return (
        rule.replace((start, array.end()), b""),
        rule.insert(declaration.end, b" memset(%b, 0, sizeof(%b));" % (name, name)),
    )


def _declaration(file: SourceFile, array: re.Match[bytes]) -> Declared | None:
    """Return the declaration of an array of numbers whose length is a variable's, or None."""
    bounds = NAME.findall(array["bounds"])
    if not bounds or function_around(file, array.start()) is not None:
        return None
    try:
        variables = runtime_variables(file)
    except TooLargeToParse:
        return None
    declared = variables.declared.get(array.start("name"))
    if declared is None or not _TYPE.fullmatch(declared.type):
        return None
    varies = any(variables.varies(declared.function, name) for name in bounds)
    return declared if varies else None
