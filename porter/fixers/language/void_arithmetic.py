"""Count in bytes where a sum is made with a pointer to void.

## What it does
In a function with a parameter or a variable `void *p`, `p + n` becomes
`static_cast<char *>(p) + n`, and `static_cast<const char *>(p)` where it points to what is
constant.

## Why
GNU's C++ and nvcc take the size of void for 1 (`warning #1143-D`), and so does HIP's compiler in C.
In C++ it refuses: `arithmetic on a pointer to void`.

## What it leaves alone
`p += n` and `p++`, sums where the name may be another variable's (one that is declared twice in the
function, or a member), and C.

## References
GCC's manual, "Arithmetic on void- and Function-Pointers"; clang, `-Wpointer-arith`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from porter.fixers import Context, Example, Rule
from porter.source import SourceFile
from porter.source.text.brackets import closing
from porter.source.text.edits import RuleOutput
from porter.source.text.spans import Span

rule = Rule("LNG67", "void-arithmetic", handles=())

_DECLARED = re.compile(
    rb"(?P<const>\bconst\s{1,4}+)?\bvoid\s{0,4}+(?P<behind>const\s{0,4}+)?"
    rb"\*\s{0,4}+(?:(?:const|__restrict__|restrict)\s{1,4}+)?(?P<name>[A-Za-z_]\w{0,80}+)"
    rb"(?=\s{0,4}+[,);=])"
)
_NO_TYPES = frozenset(b"return else delete case throw".split())
_BODY = re.compile(rb"\)\s{0,20}+(?:const\s{0,20}+)?\{")

EXAMPLES = (
    Example(
        """
        int compare(const void *a, const void *b);
        __global__ void find(void *array, const void *key, size_t size, int *out) {
          void *first = array + size;
          if (compare(array + 2 * size, key - 4)) *out = compare(first, key);
        }
        """,
        """
        int compare(const void *a, const void *b);
        __global__ void find(void *array, const void *key, size_t size, int *out) {
          void *first = static_cast<char *>(array) + size;
          if (compare(static_cast<char *>(array) + 2 * size, static_cast<const char *>(key) - 4)) *out = compare(first, key);
        }
        """,  # noqa: E501
    ),
    Example(
        """
        __global__ void move(void *p, void **q, char *array, size_t size) {
          p += size;
          char *end = array + size;
          int n = a.p + size, m = *(int *)p + 1;
        }
        """,
        title="assignments, other types, members, casts",
    ),
)


@rule.check
def check(file: SourceFile, context: Context) -> Iterator[RuleOutput]:
    """Yield a cast of each pointer that something is added to."""
    code = file.code
    done: set[int] = set()
    for match in _DECLARED.finditer(code):
        span = _reach(code, match)
        if span is None or file.directive_at(match.start()):
            continue
        name = match["name"]
        word = re.escape(name)
        if _is_declared_again(code, span, word):
            continue
        constant = b"const " if match["const"] or match["behind"] else b""
        summed = rb"(?<![\w.>&*)])(?<!\)\s)%b(?=\s{0,8}(?:\+(?![+=])|-(?![-=>])))" % word
        for one in re.compile(summed).finditer(code, *span):
            if one.start() not in done:
                done.add(one.start())
                yield rule.replace(one.span(), b"static_cast<%bchar *>(%b)" % (constant, name))


def _is_declared_again(code: bytes, span: Span, word: bytes) -> bool:
    """Tell whether a block declares something of the name of a variable around it."""
    declared = rb"([A-Za-z_]\w*+)[\s*&]{1,8}%b\s{0,4}[,;=)]" % word
    return any(one[1] not in _NO_TYPES for one in re.compile(declared).finditer(code, *span))


def _reach(code: bytes, match: re.Match[bytes]) -> Span | None:
    """Return where a parameter or a variable can be named: the body, or the rest of the block."""
    at = match.end()
    follows = code[at : at + 8].lstrip()[:1]
    depth = 0
    if follows in (b",", b")"):  # a parameter
        while at < len(code) and at - match.end() < 2000:
            byte = code[at]
            if byte == 0x28:
                depth += 1
            elif byte == 0x29:
                if depth == 0:
                    body = _BODY.match(code, at)
                    end = closing(code, body.end() - 1) if body else None
                    return (body.end(), end) if body and end is not None else None
                depth -= 1
            elif byte in b";{":
                return None
            at += 1
        return None
    start = at
    while at < len(code):
        byte = code[at]
        if byte == 0x7B:
            depth += 1
        elif byte == 0x7D:
            if depth == 0:
                return start, at
            depth -= 1
        at += 1
    return None
