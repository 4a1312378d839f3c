"""Give way to C++20's `lerp` where a project defines the same function.

## What it does
Puts `using std::lerp;` in the place of a project's own `lerp` of three `float` or three `double`
in the global scope where `__cpp_lib_interpolate` is defined, and notes it. A definition that shares
its lines, or that a macro makes, is a warning.

## Why
Since C++20 `<math.h>` has `lerp(float, float, float)` in the global scope, and a second definition
is an error: "declaration conflicts with target of using declaration". `helper_math.h` of CUDA's
samples, which many projects carry along, has one. Recent versions of PyTorch ask for C++20, so that
an extension written for C++17 meets this when it is built against them, by nvcc and by clang alike.

## What it leaves alone
`lerp` of other types, in a namespace or a class, templates, and what a condition guards already.
Nothing changes where the standard is older. Where it is C++20, the standard's function may differ
from `a + t * (b - a)` in the last place; it is exact at both ends.

## References
C++20, [cmath.syn] and [c.math.lerp]; feature-test macro `__cpp_lib_interpolate`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from porter.fixers import Context, Example, Rule
from porter.fixers.language._definitions import global_function, head, whole_lines
from porter.source import SourceFile, Use
from porter.source.text.brackets import closing, split_arguments
from porter.source.text.edits import RuleOutput

_NAME = b"lerp"
_MACRO = b"__cpp_lib_interpolate"
_PARAMETER = re.compile(rb"(?:const\s+)?(float|double)(?:\s+const)?(?:\s+\w+)?\Z")

rule = Rule("LNG05", "interpolation", names=(b"lerp",))

_GUARD = "#if defined(__cpp_lib_interpolate)  // C++20 has this function\nusing std::lerp;\n#else\n"

EXAMPLES = (
    Example(
        """
        inline __device__ __host__ float lerp(float a, float b, float t)
        {
            return a + t * (b - a);
        }
        """,
        """
        #if defined(__cpp_lib_interpolate)  // C++20 has this function
        using std::lerp;
        #else
        inline __device__ __host__ float lerp(float a, float b, float t)
        {
            return a + t * (b - a);
        }
        #endif
        """,
        findings=("note",),
        title="helper_math.h",
    ),
    Example(
        """
        inline float2 lerp(float2 a, float2 b, float t) { return a; }
        namespace own { float lerp(float a, float b, float t) { return a; } }
        template <typename T> T lerp(T a, T b, T t) { return a; }
        float x = lerp(1.0f, 2.0f, 0.5f);
        """,
        title="other types, other scopes, and calls",
    ),
    Example(
        """
        #ifndef __cpp_lib_interpolate
        double lerp(double a, double b, double t) { return a; }
        #endif
        """,
        title="guarded already",
    ),
    Example(
        "int one; float lerp(float a, float b, float t) { return a; }\n",
        findings=("warning",),
        title="a line with something else",
    ),
)


@rule.check
def check(file: SourceFile, context: Context) -> Iterator[RuleOutput]:
    """Yield a guard and a note for each definition that C++20 has, too."""
    if _MACRO in file.names:
        return
    for use in file.occurrences_of(rule.names):
        end = _end(file, use)
        if end is None or global_function(file, use.start, use.end) is None:
            continue
        first = head(file, use.start)
        lines = whole_lines(file, first, end)
        if lines is None:
            yield rule.warning(
                (first, end),
                "C++20 has this function, and the compiler refuses a second definition",
                hint="where __cpp_lib_interpolate is defined, write `using std::lerp;` instead",
            )
            continue
        guard = _GUARD.encode().replace(b"\n", file.newline)
        yield from rule.wrap(lines, guard, b"#endif" + file.newline)
        yield rule.note(
            (first, end),
            "with C++20 the standard's lerp takes this one's place: it may differ in its last bit",
        )


def _end(file: SourceFile, use: Use) -> int | None:
    """Return where a definition of three numbers of one type ends, None when it is none."""
    code = file.code
    opening = file.next(use.end)
    close = closing(code, opening) if code[opening : opening + 1] == b"(" else None
    if close is None:
        return None
    arguments = [code[a:b].strip() for a, b in split_arguments(code, opening + 1, close)]
    types = {found.group(1) for text in arguments if (found := _PARAMETER.match(text))}
    brace = file.next(close + 1)
    if len(arguments) != 3 or len(types) != 1 or code[brace : brace + 1] != b"{":
        return None
    if not all(_PARAMETER.match(text) for text in arguments):
        return None
    end = closing(code, brace)
    return None if end is None else end + 1
