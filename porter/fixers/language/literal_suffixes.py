"""Put a blank between a string and a macro that stands right behind it.

## What it does
`"%"PRIu64` becomes `"%" PRIu64`, in C++ and CUDA code.

## Why
Since C++11 a name behind a literal is its suffix. nvcc has the code preprocessed by GCC, which
warns and takes a name that no suffix can have for a macro; clang refuses it.

## What it leaves alone
Names that begin with one `_`, suffixes of the standard library (`"text"s`, `"text"sv`), and files
of C.

## References
[lex.ext] and [usrlit.suffix] of the C++ standard; clang's `-Wreserved-user-defined-literal`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from porter.fixers import Context, Example, Rule
from porter.source import SourceFile
from porter.source.text.edits import Edit, RuleOutput

#: A literal in masked code, where blanks alone are in it, and what tells of a name behind it.
_LITERAL = re.compile(rb'"[\s\\]*+"(?P<named>(?!sv?\b)(?=[A-Za-z]|__))?')
_MESSAGES = frozenset({b"error", b"warning", b"pragma"})

#: Without triggers: a macro may have any name.
rule = Rule("LNG22", "literal-suffixes")

EXAMPLES = (
    Example(
        """
        printf("%"PRIu64" of %"PRIu64"\\n", a, b);
        #define NAME "kernel_"VERSION
        extern "C"void f();
        fail("at "__FILE__);
        """,
        """
        printf("%" PRIu64" of %" PRIu64"\\n", a, b);
        #define NAME "kernel_" VERSION
        extern "C" void f();
        fail("at " __FILE__);
        """,
    ),
    Example(
        """
        auto a = "text"s + std::string("text"sv) + "text"_mine + L"wide" + u8"bytes" + R"(raw)";
        // "%"PRIu64
        """,
        title="suffixes, and prefixes",
    ),
    Example('printf("%"PRIu64, a);\n', path="count.c", title="C has no suffixes of strings"),
)


@rule.check
def check(file: SourceFile, _: Context) -> Iterator[RuleOutput]:
    """Yield a blank for each string with a macro right behind it."""
    if not file.path.endswith(".c"):
        yield from spaced(file)


def spaced(file: SourceFile) -> Iterator[Edit]:
    """Yield the blanks of a file of C++, for a compiler that wants them, too."""
    for match in _LITERAL.finditer(file.code):
        if match["named"] is None:
            continue
        directive = file.directive_at(match.start())
        if directive is None or directive.keyword not in _MESSAGES:
            yield rule.insert(match.end(), b" ")
