"""Take the class's name from members that are declared in it.

## What it does
In the body of `class ray`, `double ray::at(double t) const;` becomes `double at(double t) const;`.

## Why
nvcc's front end takes the name with a warning (`#427-D`), Microsoft's compiler in silence. HIP's
compiler refuses it: `extra qualification on member 'at'`.

## What it leaves alone
Calls and other uses in the bodies of functions, members of other classes, and friends.

## References
C++ standard, [class.mem]; clang, `-Wextra-qualification`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from porter.fixers import Context, Example, Rule
from porter.source import SourceFile
from porter.source.text.brackets import closing
from porter.source.text.edits import RuleOutput

rule = Rule("LNG68", "extra-qualification", handles=())

_CLASS = re.compile(rb"\b(?:class|struct)\s{1,8}+(?P<name>[A-Za-z_]\w{0,80}+)[^;{}()=]{0,300}\{")
_INNER = re.compile(rb"[{}();]|(?<!:):(?!:)")
_TYPE = re.compile(rb"\s*+[A-Za-z_][\w\s*&<>,:]*+")
_NO_TYPE = re.compile(rb"\b(?:friend|return|using|typedef|new|throw|delete)\b")

EXAMPLES = (
    Example(
        """
        class ray {
        public:
          ray() { ray::count(); }
          __device__ const double &ray::at(double t) const { return ray::of(t); }
          friend void ray::go();
          ray(int n) : ray(n, ray::of(n)), m(1, ray::of(n)) {}
        #define OF ray::of()
        };
        double ray::of(double t) { return t; }
        """,
        """
        class ray {
        public:
          ray() { ray::count(); }
          __device__ const double &at(double t) const { return ray::of(t); }
          friend void ray::go();
          ray(int n) : ray(n, ray::of(n)), m(1, ray::of(n)) {}
        #define OF ray::of()
        };
        double ray::of(double t) { return t; }
        """,
    ),
    Example("struct ray { int (ray::*f)(int); int n = ray::one(); };\n", title="no member's name"),
)


@rule.check
def check(file: SourceFile, context: Context) -> Iterator[RuleOutput]:
    """Yield the names that go."""
    code = file.code
    for match in _CLASS.finditer(code):
        end = closing(code, match.end() - 1)
        name = match["name"]
        if end is None or code.find(name + b"::", match.end(), end) < 0:
            continue
        member = re.compile(rb"(?<![\w:])%b::(?=~?[A-Za-z_]\w*\s{0,8}\()" % re.escape(name))
        begun = at = match.end()
        while (inner := _INNER.search(code, at, end)) is not None:
            is_call = inner.group() == b"("
            declared = member.search(code, at, inner.end()) if is_call else None
            if declared and _is_members(file, code[begun : declared.start()], declared.start()):
                yield rule.replace(declared.span(), b"")
            at = inner.end()
            if inner.group() in (b"{", b"("):
                close = closing(code, inner.start())
                if close is None:
                    break
                at = close + 1
            if inner.group() != b"(":
                begun = at


def _is_members(file: SourceFile, before: bytes, at: int) -> bool:
    """Tell whether a name is declared, by what its declaration has before it."""
    is_type = _TYPE.fullmatch(before) is not None and _NO_TYPE.search(before) is None
    return is_type and file.directive_at(at) is None
