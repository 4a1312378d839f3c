"""Give C the types that hipRAND's and MIOpen's headers name.

## What it does
Where a C source, or a header that a C source of the project includes, includes `curand.h`, the type
`__half` is declared in front of it for C; in front of `cudnn.h` the type `miopenTensorArgument_t`.

## Why
`curand.h` and `cudnn.h` are written for C, too. `hiprand/hiprand.h` and `rocrand/rocrand.h` say
`typedef __half half;` in every language, and HIP's header of half precision declares `__half` for
C++ alone: `unknown type name '__half'`. `miopen/miopen.h` names `struct miopenTensorArgument_t`
without the tag, which C asks for.

## What it leaves alone
Files that C++ alone reads.

## References
`hiprand.h`, `rocrand.h`, `hip/amd_detail/hip_fp16_gcc.h` and `miopen.h` of ROCm 6.4.
"""

from __future__ import annotations

from collections.abc import Iterator

from porter.fixers import Context, Example, Rule
from porter.project.read_by_c import is_read_by_c
from porter.source import SourceFile
from porter.source.text.edits import RuleOutput
from porter.source.text.lines import line_start

_DNN = (
    b"PORTER_TENSOR_ARGUMENT_IN_C",
    b"typedef struct miopenTensorArgument_t miopenTensorArgument_t;  // MIOpen leaves the tag out",
)
#: What marks that the type is declared, and its declaration.
_DECLARED = {
    b"curand.h": (
        b"PORTER_HALF_IN_C",
        b"#include <hip/hip_fp16.h>",
        b"typedef struct __half_raw __half;  // hipRAND names it, and HIP declares it for C++",
    ),
    b"cudnn.h": _DNN,
    b"cudnn_v8.h": _DNN,
    b"cudnn_v9.h": _DNN,
}

rule = Rule("API62", "types-in-c", headers=tuple(_DECLARED))

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
    Example(
        "#include <cudnn.h>\n",
        """
        #if !defined(__cplusplus) && !defined(PORTER_TENSOR_ARGUMENT_IN_C)
        #define PORTER_TENSOR_ARGUMENT_IN_C
        typedef struct miopenTensorArgument_t miopenTensorArgument_t;  // MIOpen leaves the tag out
        #endif
        #include <cudnn.h>
        """,
        path="layer.c",
        title="MIOpen's",
    ),
    Example("#include <curand.h>\n", path="random.cpp", title="C++"),
    Example("#include <curand.h>\n", path="random.h", title="a header that no C source includes"),
)


@rule.check
def check(file: SourceFile, context: Context) -> Iterator[RuleOutput]:
    """Yield the declarations in front of the first inclusion of each header."""
    done: set[bytes] = set()
    for include in file.includes:
        mark, *lines = _DECLARED.get(include.path, (b"",))
        is_own = include.path in context.headers
        if not mark or mark in done or mark in file.data or include.is_test or is_own:
            continue
        if not is_read_by_c(file):
            return
        done.add(mark)
        condition = b"#if !defined(__cplusplus) && !defined(%b)" % mark
        text = (condition, b"#define %b" % mark, *lines, b"#endif", b"")
        yield rule.insert(line_start(file.data, include.path_start), file.newline.join(text))
