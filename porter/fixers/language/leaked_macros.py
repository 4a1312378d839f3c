"""Take back macros of HIP's headers whose names a project declares.

## What it does
Writes `#undef MASK1` in front of the line in which a file first declares a name of its own
(`constexpr int MASK1 = 1;`, `enum { HW_ID }`) that HIP's headers define as a macro and leave
defined. Writes `#undef I` behind `#include <complex.h>` where nothing uses that macro.

## Why
`hip/hip_runtime.h` brings `#define MASK1 0x00ff00ff`, CUDA's headers nothing of the kind. The
declaration becomes `constexpr int 0x00ff00ff = 1;`: `expected unqualified-id`. HIP's own functions
that use the macro are behind it, so that nothing of them changes. `I` of C's `complex.h` is a
template's parameter in the headers of rocPRIM, on which hipCUB and rocThrust are built.

## What it leaves alone
Names that the file or a header of the project defines as a macro itself, or takes back; names that
are used and not declared. `I` in files that use it, or include a header of the project that does.

## References
ROCm's `hip/amd_detail/amd_device_functions.h`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from porter.fixers import Context, Example, Rule
from porter.project.compiled_together import headers_of
from porter.source import SourceFile
from porter.source.text.edits import RuleOutput
from porter.source.text.runs import word_start

#: What HIP's headers define for their own functions' bodies, without a prefix of theirs.
_LEAKED = frozenset(
    b"MASK1 MASK2 HW_ID HW_ID_CU_ID_OFFSET HW_ID_CU_ID_SIZE HW_ID_SE_ID_OFFSET HW_ID_SE_ID_SIZE "
    b"GETREG_IMMED".split()
)

#: C's numbers with an imaginary part, and the macro that stands for the unit.
_COMPLEX = b"complex.h"
_UNIT = re.compile(rb"(?<!\w)I(?!\w)")

rule = Rule("LNG87", "leaked-macros", handles=())

_MACRO = re.compile(rb"(?m)^[ \t]*+#[ \t]*+(?:define|undef)[ \t]++(\w++)")
_ENUM = re.compile(rb"\benum\b[^;{}()]{0,80}+\{\Z")
_NO_TYPE = frozenset(b"return else case throw new delete goto do and or not sizeof".split())
#: How far in front of an enumerator its `enum` is looked for.
_LONGEST = 100

EXAMPLES = (
    Example(
        """
        __global__ void cast(int *out, const int *in) {
          const int MASK = 3;
          constexpr int MASK1 = 0x80000000;
          constexpr int MASK2 = MASK1 >> 5;
          *out = *in & (MASK1 | MASK2);
        }
        """,
        """
        __global__ void cast(int *out, const int *in) {
          const int MASK = 3;
        #undef MASK1
          constexpr int MASK1 = 0x80000000;
        #undef MASK2
          constexpr int MASK2 = MASK1 >> 5;
          *out = *in & (MASK1 | MASK2);
        }
        """,
    ),
    Example(
        """
        enum Field { HW_ID, HW_KIND };
        """,
        """
        #undef HW_ID
        enum Field { HW_ID, HW_KIND };
        """,
        title="an enumerator",
    ),
    Example(
        """
        #include <complex.h>
        #include <cub/cub.cuh>
        """,
        """
        #include <complex.h>
        #undef I
        #include <cub/cub.cuh>
        """,
        title="C's imaginary unit",
    ),
    Example(
        """
        #include <complex.h>
        #include <cuComplex.h>
        double complex turned(double complex x) { return I * x; }
        """,
        title="which the file uses",
    ),
    Example(
        """
        #define MASK1 0x0f
        int low(int x) { return x & MASK1 | MASK2; }
        """,
        title="a macro of the project's own, and a name that is declared elsewhere",
    ),
)


@rule.check
def check(file: SourceFile, context: Context) -> Iterator[RuleOutput]:
    """Yield the line for each name."""
    yield from _of_complex(file)
    names = _LEAKED & file.names
    own = {
        name for data in (file.data, *headers_of(file).values()) for name in _MACRO.findall(data)
    }
    seen = set(own)
    for use in file.occurrences_of(names - own) if names - own else ():
        if use.name in seen:
            continue
        seen.add(use.name)
        if file.directive_at(use.start) is None and _is_declared(file, use.start):
            line = b"#undef " + use.name + file.newline
            yield rule.insert(file.line_start(use.start), line)


def _of_complex(file: SourceFile) -> Iterator[RuleOutput]:
    """Yield the line behind C's header of complex numbers, whose unit nothing uses."""
    includes = [
        one for one in file.includes if one.angled and one.path == _COMPLEX and not one.is_test
    ]
    if not includes or file.path.endswith(".c") or b"I" in file.names:
        return
    if not any(_UNIT.search(data) for data in headers_of(file).values()):
        end = file.data.find(b"\n", includes[-1].path_start) + 1
        if end:
            yield rule.insert(end, b"#undef I" + file.newline)


def _is_declared(file: SourceFile, start: int) -> bool:
    """Tell whether a name stands behind a type, or in an enumeration."""
    if file.is_member(start) or file.qualifier(start) is not None:
        return False
    end = file.previous(start) + 1
    if file.code[end - 1 : end] in (b"{", b","):
        at = file.statement_start(start)
        return _ENUM.search(file.code[max(0, at - _LONGEST) : at]) is not None
    word = file.code[word_start(file.code, end) : end]
    return bool(word) and not word[:1].isdigit() and word not in _NO_TYPE
