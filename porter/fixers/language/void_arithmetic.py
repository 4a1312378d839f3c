"""Count in bytes where a sum is made with a pointer to void.

## What it does
In a function with a parameter or a variable `void *p`, `p + n` becomes
`static_cast<char *>(p) + n`, and `static_cast<const char *>(p)` where it points to what is
constant; the statement `p += n;` becomes `p = static_cast<char *>(p) + n;`.

## Why
GNU's C++ and nvcc take the size of void for 1 (`warning #1143-D`), and so does HIP's compiler in C.
In C++ it refuses: `arithmetic on a pointer to void`.

## What it leaves alone
`p++`, `p += n` within an expression, sums where the name may be another variable's (one that is
declared twice in the function, or a member), and C.

## References
GCC's manual, "Arithmetic on void- and Function-Pointers"; clang, `-Wpointer-arith`.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence

from porter.fixers import Context, Example, Rule
from porter.source import SourceFile
from porter.source.text.blocks import block_ends
from porter.source.text.brackets import closing
from porter.source.text.edits import Edit, RuleOutput
from porter.source.text.spans import Span

rule = Rule("LNG67", "void-arithmetic", handles=())

#: It begins with letters, for which `re` searches fast.
_DECLARED = re.compile(
    rb"void(?<=\bvoid)\s{0,4}+(?P<behind>const\s{0,4}+)?"
    rb"\*\s{0,4}+(?:(?:const|__restrict__|restrict)\s{1,4}+)?(?P<name>[A-Za-z_]\w{0,80}+)"
    rb"(?=\s{0,4}+[,);=])"
)
#: What is added to, or taken from.
_SUMMED = re.compile(
    rb"(?<![\w.>&*)])(?<!\)\s)(?P<name>[A-Za-z_]\w{0,80}+)(?=\s{0,8}(?:\+(?![+=])|-(?![-=>])))"
)
#: A statement that adds to it or takes from it.
_ADVANCED = re.compile(
    rb"[;{})]\s{0,99}+(?P<name>[A-Za-z_]\w{0,80}+)\s{0,8}+(?P<sign>[-+]=)\s{0,8}+"
    rb"(?P<value>[^;{}]{1,200}+)(?=;)"
)
#: What a parenthesis in front of a statement belongs to; that of a cast is part of it.
_CONTROL = re.compile(rb"\b(?:if|for|while)\s{0,8}+(?:constexpr\s{0,8}+)?\(")
_LONGEST_CONTROL = 400
_SIMPLE = re.compile(rb"[\w.]++")
#: What a block declares of the name of a variable around it.
_AGAIN = re.compile(
    rb"(?<!\w)(?!(?:return|else|delete|case|throw)\b)[A-Za-z_]\w{0,80}+[\s*&]{1,8}"
    rb"(?<=[\s*&])(?P<name>[A-Za-z_]\w{0,80}+)(?=\s{0,4}[,;=)])"
)
_CONST = re.compile(rb"\bconst\s{1,4}$")
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
        void copy(void *to, const void *from, size_t n) {
          while (step(to, from, n)) {
            to += n;
            from -= n - 1;
          }
          for (size_t at = f(0); at < n; at++) to += 1;
        }
        """,
        """
        void copy(void *to, const void *from, size_t n) {
          while (step(to, from, n)) {
            to = static_cast<char *>(to) + n;
            from = static_cast<const char *>(from) - (n - 1);
          }
          for (size_t at = f(0); at < n; at++) to = static_cast<char *>(to) + 1;
        }
        """,
        title="a step",
    ),
    Example(
        """
        #define REGISTER(p, n) { \\
          void *first = (void *)p; \\
          for (size_t at = 0; at < n; at += 64) take(first + at); \\
        }
        int first = 2, second = first + 1;
        """,
        """
        #define REGISTER(p, n) { \\
          void *first = (void *)p; \\
          for (size_t at = 0; at < n; at += 64) take(static_cast<char *>(first) + at); \\
        }
        int first = 2, second = first + 1;
        """,
        title="in a macro",
    ),
    Example(
        """
        __global__ void move(void *p, void **q, char *array, size_t size) {
          p++, run(p += size);
          char *end = array + size;
          int n = a.p + size, m = *(int *)p + 1;
          *(int *)p += 1000;
          if (n) *(int *)p -= (n + 1);
        }
        """,
        title="within expressions, other types, members, casts",
    ),
    Example("void f(void *p, int n) { run(p + n); }\n", path="sum.c", title="C"),
)


@rule.check
def check(file: SourceFile, context: Context) -> Iterator[RuleOutput]:
    """Yield a cast of each pointer that something is added to."""
    code = file.code
    pointers = [] if file.path.endswith(".c") else list(_DECLARED.finditer(code))
    if not pointers:
        return
    sums, declared = _places(_SUMMED.finditer(code)), _places(_AGAIN.finditer(code))
    found = (match for match in _ADVANCED.finditer(code) if _is_statement(code, match.start()))
    steps = {match.start("name"): match for match in found}
    advanced = _places(steps.values())
    ends = block_ends(code, [one.start() for one in pointers])
    done: set[int] = set()
    for match, end in zip(pointers, ends, strict=True):
        name = match["name"]
        span = _reach(code, match, end)
        directive = file.directive_at(match.start())
        if span is not None and directive is not None:  # a macro that declares it
            span = span[0], min(span[1], directive.end)
        if span is None or _within(declared.get(name, []), span):
            continue
        is_const = match["behind"] or _CONST.search(code, max(0, match.start() - 10), match.start())
        cast = b"static_cast<%bchar *>(%b)" % (b"const " if is_const else b"", name)
        for start in _within(sums.get(name, []), span):
            if start not in done:
                done.add(start)
                place = start, start + len(name)
                yield rule.replace(place, cast)
        for start in _within(advanced.get(name, []), span):
            if start not in done:
                done.add(start)
                yield from rule.together(*_advance(steps[start], cast))


def _advance(step: re.Match[bytes], cast: bytes) -> Iterator[Edit]:
    """Yield the edits of `p += n`: a sum, in which what is added stays by itself."""
    yield rule.replace(step.span("sign"), b"= %b %b" % (cast, step["sign"][:1]))
    if not _SIMPLE.fullmatch(step["value"]):
        yield rule.insert(step.start("value"), b"(")
        yield rule.insert(step.end("value"), b")")


def _is_statement(code: bytes, before: int) -> bool:
    """Tell whether a statement begins behind a character: no cast's parenthesis."""
    if code[before] != 0x29:
        return True
    around = _CONTROL.finditer(code, max(0, before - _LONGEST_CONTROL), before)
    return any(closing(code, one.end() - 1) == before for one in around)


def _places(matches: Iterable[re.Match[bytes]]) -> dict[bytes, list[int]]:
    """Return where each name was found."""
    found: dict[bytes, list[int]] = {}
    for match in matches:
        found.setdefault(match["name"], []).append(match.start("name"))
    return found


def _within(places: Sequence[int], span: Span) -> Sequence[int]:
    return places[bisect_left(places, span[0]) : bisect_left(places, span[1])]


def _reach(code: bytes, match: re.Match[bytes], end: int | None) -> Span | None:
    """Return where a parameter or a variable can be named: the body, or the rest of the block."""
    at = match.end()
    if code[at : at + 8].lstrip()[:1] not in (b",", b")"):
        return None if end is None else (at, end)
    depth = 0
    while at < len(code) and at - match.end() < 2000:
        byte = code[at]
        if byte == 0x28:
            depth += 1
        elif byte == 0x29:
            if depth == 0:
                body = _BODY.match(code, at)
                last = closing(code, body.end() - 1) if body else None
                return (body.end(), last) if body and last is not None else None
            depth -= 1
        elif byte in b";{":
            return None
        at += 1
    return None
