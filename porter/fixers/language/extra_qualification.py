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
_NO_TYPE = re.compile(rb"\b(?:friend|return|using|typedef|new|throw|delete)\b|[=?]|\A\s*\Z")

EXAMPLES = (
    Example(
        """
        class ray {
        public:
          ray() { ray::count(); }
          __device__ const double &ray::at(double t) const { return ray::of(t); }
          friend void ray::go();
        };
        double ray::of(double t) { return t; }
        """,
        """
        class ray {
        public:
          ray() { ray::count(); }
          __device__ const double &at(double t) const { return ray::of(t); }
          friend void ray::go();
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
            declared = member.search(code, begun, inner.end())
            if (
                inner.group() == b"("
                and declared
                and not _NO_TYPE.search(code[begun : declared.start()])
            ):
                yield rule.replace(declared.span(), b"")
            at = inner.end()
            if inner.group() in (b"{", b"("):
                close = closing(code, inner.start())
                if close is None:
                    break
                at = close + 1
            if inner.group() != b"(":
                begun = at


def _is_type(text: bytes) -> bool:
    return not _NO_TYPE.search(text)
