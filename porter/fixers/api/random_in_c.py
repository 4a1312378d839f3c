"""Give C the half type that hipRAND's header names.

## What it does
Where a C source, or a header that a C source of the project includes, includes `curand.h`, the type
`__half` is declared in front of it for C.

## Why
`curand.h` is written for C, too. `hiprand/hiprand.h` and `rocrand/rocrand.h` say `typedef __half
half;` in every language, and HIP's header of half precision declares `__half` for C++ alone:
`unknown type name '__half'`.

## What it leaves alone
Files that C++ alone reads.

## References
`hiprand.h`, `rocrand.h` and `hip/amd_detail/hip_fp16_gcc.h` of ROCm 6.4.
"""

from __future__ import annotations

from collections.abc import Iterator

from porter.fixers import Context, Example, Rule
from porter.project.compiled_together import is_read_by
from porter.source import SourceFile
from porter.source.text.edits import RuleOutput
from porter.source.text.lines import line_start

rule = Rule("API62", "random-in-c", headers=(b"curand.h",))

_HEADER = b"curand.h"
_DECLARATION = (
    b"#if !defined(__cplusplus) && !defined(PORTER_HALF_IN_C)",
    b"#define PORTER_HALF_IN_C",
    b"#include <hip/hip_fp16.h>",
    b"typedef struct __half_raw __half;  // hipRAND names it, and HIP declares it for C++",
    b"#endif",
    b"",
)

#: Words of a header that no C source can include.
_OF_CPP = frozenset((b"namespace", b"template", b"class", b"typename", b"using"))

EXAMPLES = (
    Example(
        """
        #include <stdlib.h>
        #include <curand.h>
        """,
        """
        #include <stdlib.h>
        #if !defined(__cplusplus) && !defined(PORTER_HALF_IN_C)
        #define PORTER_HALF_IN_C
        #include <hip/hip_fp16.h>
        typedef struct __half_raw __half;  // hipRAND names it, and HIP declares it for C++
        #endif
        #include <curand.h>
        """,
        path="random.c",
    ),
    Example("#include <curand.h>\n", path="random.cpp", title="C++"),
    Example("#include <curand.h>\n", path="random.h", title="a header that no C source includes"),
)


@rule.check
def check(file: SourceFile, context: Context) -> Iterator[RuleOutput]:
    """Yield the declaration in front of the first inclusion."""
    found = next((one for one in file.includes if one.path == _HEADER and not one.is_test), None)
    is_done = b"PORTER_HALF_IN_C" in file.data
    if found is None or is_done or _HEADER in context.headers or not _is_read_by_c(file):
        return
    yield rule.insert(line_start(file.data, found.path_start), file.newline.join(_DECLARATION))


def _is_read_by_c(file: SourceFile) -> bool:
    if file.path.endswith(".c"):
        return True
    is_of_cpp = not file.names.isdisjoint(_OF_CPP) and b"__cplusplus" not in file.names
    root = None if is_of_cpp or not file.path.endswith(".h") else file.depend_on_tree()
    return root is not None and is_read_by(root, file.path, (".c",))
