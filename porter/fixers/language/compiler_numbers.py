"""Say which nvcc HIP's compiler counts as where code calculates with nvcc's version.

## What it does
`__CUDACC_VER_MAJOR__`, `__CUDACC_VER_MINOR__` and `__CUDACC_VER_BUILD__` outside of conditions, as
in a `static_assert` or in what a program prints, become the numbers of CUDA 12.7, which HIP counts
as. `__CUDACC_VER__`, which is a text since CUDA 9, becomes that text. A note names the first place.

## Why
HIP's compiler does not define them: in code they are undeclared names.

## What it leaves alone
Conditions, which LNG16 answers, and files that define the macros.

## References
nvcc documentation, "Predefined macros".
"""

from __future__ import annotations

from collections.abc import Iterator

from porter.fixers import Context, Example, Rule
from porter.fixers.language._branches import version_for_hip
from porter.source import SourceFile
from porter.source.text.edits import RuleOutput

_BUILD = b"__CUDACC_VER_BUILD__"
_TEXT = b"__CUDACC_VER__"
_MACROS = frozenset({b"__CUDACC_VER_MAJOR__", b"__CUDACC_VER_MINOR__", _BUILD, _TEXT})
#: As `crt/common_functions.h` of CUDA 12 defines it.
_NO_LONGER = (
    b'"__CUDACC_VER__ is no longer supported.  Use __CUDACC_VER_MAJOR__, __CUDACC_VER_MINOR__, '
    b'and __CUDACC_VER_BUILD__ instead."'
)
_ASKING = frozenset({b"if", b"ifdef", b"ifndef", b"elif", b"elifdef", b"elifndef", b"undef"})

rule = Rule("LNG55", "compiler-numbers", names=_MACROS, handles=())

EXAMPLES = (
    Example(
        """
        static_assert(__CUDACC_VER_MAJOR__ > 11, "CUDA 12");
        """,
        """
        static_assert(12 > 11, "CUDA 12");
        """,
        findings=("note",),
    ),
    Example(
        """
        const char *version = __CUDACC_VER__;
        """,
        """
        const char *version = "__CUDACC_VER__ is no longer supported.  Use __CUDACC_VER_MAJOR__, __CUDACC_VER_MINOR__, and __CUDACC_VER_BUILD__ instead.";
        """,  # noqa: E501
        title="a text since CUDA 9",
        findings=("note",),
    ),
    Example(
        """
        #if __CUDACC_VER_MAJOR__ > 11
        #endif
        """,
        title="a condition",
    ),
    Example(
        "#define __CUDACC_VER_MAJOR__ 12\nint major = __CUDACC_VER_MAJOR__;\n",
        title="the project defines it",
    ),
    Example(
        """
        #ifndef __CUDACC_VER_MAJOR__
        #define __CUDACC_VER_MAJOR__ 9
        #endif
        int major = __CUDACC_VER_MAJOR__;
        """,
        """
        #ifndef __CUDACC_VER_MAJOR__
        #define __CUDACC_VER_MAJOR__ 9
        #endif
        int major = 12;
        """,
        findings=("note",),
        title="for other compilers alone",
    ),
)


@rule.check
def check(file: SourceFile, context: Context) -> Iterator[RuleOutput]:
    """Yield the numbers."""
    uses = [
        use
        for use in file.occurrences_of(_MACROS - context.defined)
        if (directive := file.directive_at(use.start)) is None
        or not (directive.keyword in _ASKING or file.is_macro_name(use.start))
    ]
    defined = _defined(file)
    wanted = [use for use in uses if use.name not in defined]
    for use in wanted:
        yield rule.replace(use, _value(use.name))
    if wanted:
        kind = "the text that CUDA 9 made of it" if wanted[0].name == _TEXT else "a number"
        name = wanted[0].name.decode()
        yield rule.note(wanted[0], f"HIP counts as CUDA 12.7 here: {name} is {kind} now")


def _value(name: bytes) -> bytes:
    if name == _TEXT:
        return _NO_LONGER
    return str(0 if name == _BUILD else version_for_hip(name)).encode()


def _defined(file: SourceFile) -> set[bytes]:
    """Return the macros that the file defines whoever compiles it."""
    found = set()
    for before, one in zip((None, *file.directives), file.directives, strict=False):
        words = file.code[one.body_start : one.end].split()
        if one.keyword == b"define" and words:
            guard = before is not None and before.keyword == b"ifndef"
            asked = file.code[before.body_start : before.end].split() if before and guard else []
            found |= set() if asked[:1] in (words[:1], [b"__HIPCC__"]) else {words[0]}
    return found
