"""Write functions with parameters of `auto` as the templates that they are.

## What it does
`void f(auto a, const auto &b)` becomes `template <class Auto1, class Auto2> void f(Auto1 a, const
Auto2 &b)`, in declarations and definitions alike.

## Why
A placeholder among a function's parameters came with C++20. g++, and nvcc with it, takes it before;
clang, which compiles HIP as C++17, says `'auto' not allowed in function prototype`.

## What it leaves alone
Lambdas, which may have such parameters since C++14; C; constrained placeholders, which say that the
project is one of C++20. What is virtual or a friend, or has a parameter of `auto` with a default or
a pack is left and reported; a template whose own list holds templates stays.

## References
P1141R2, "Yet another approach for constrained declarations"; [dcl.fct] of the C++ standard, 22:
an abbreviated function template is equivalent to one with a parameter for each placeholder.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator

from porter.fixers import Context, Example, Rule
from porter.source import SourceFile
from porter.source.once import once_for_each_file
from porter.source.text.brackets import closing
from porter.source.text.edits import RuleOutput
from porter.source.text.spans import Span

_AUTO = b"auto"
#: What stands in front of a list of parameters: words of a type, marks, and the function's name.
_HEAD = re.compile(
    rb"\A(?:template\s*+<[\w\s,=*&:.]*+>\s*+)?+(?:\w++(?:::\w++)*+[\s*&]++){1,12}"
    rb"(?P<name>[A-Za-z_]\w*+)[ \t\r\n]*+\Z",
    re.ASCII,
)
_NO_FUNCTION = frozenset(
    b"if for while switch catch return decltype sizeof alignof noexcept throw operator".split()
)
_NO_PLAIN = re.compile(rb"\b(?:virtual|requires|friend)\b")
_TEMPLATE = re.compile(rb"template\s*+<[^<>]++(?=>)")
#: A concept in front of a placeholder: the project is one of C++20.
_CONSTRAINED = re.compile(rb"\b(?!const\b|volatile\b)\w++\s++\Z")
_DIRECTIVE = re.compile(rb"(?m)^[ \t]*+#(?:[^\\\n]|\\(?:\r?\n)?)*+\n")
#: A parameter: its place in front, and behind it its name at most.
_BEFORE = re.compile(rb"(?:[(,]|(?<=[(,\s])const)\s*+\Z")
_AFTER = re.compile(rb"(?:\s*+const\b)?+[\s&*]*+(?:\b__restrict__\s++)?+\w*+\s*+[,)]")
_BEHIND = (b"{", b";")
_BRACE = re.compile(rb"[{}]")
_WORD = re.compile(rb"\w+")
_SCOPES = frozenset(b"namespace class struct union extern".split())
_MOST_DEPTH = 100
#: What stands in front of no list of parameters: a lambda, a value.
_NO_LIST = re.compile(rb"[\[=]")
_ATTRIBUTED = re.compile(rb"\b\w++\([^()]*+\)")
_LONGEST = 1000

rule = Rule("LNG61", "auto-parameters", names=(_AUTO,))

EXAMPLES = (
    Example(
        """
        void show(auto end, const auto &start);
        __device__ inline float twice(auto *p, int n) { return p[n] * 2; }
        """,
        """
        template <class Auto1, class Auto2> void show(Auto1 end, const Auto2 &start);
        template <class Auto1> __device__ inline float twice(Auto1 *p, int n) { return p[n] * 2; }
        """,
    ),
    Example(
        """
        auto add = [](auto a, auto b) { return a + b; };
        void f() { for (auto x : xs) g(x); }
        auto three(int a) { return 3 * a; }
        """,
        title="lambdas, loops and results",
    ),
    Example(
        "template <class T> void f(T a, auto b);\n",
        "template <class T, class Auto1> void f(T a, Auto1 b);\n",
        title="a template",
    ),
    Example("void f(auto... all);\n", findings=("warning",), title="a pack"),
    Example("int f(auto int n);\n", path="list.c", title="C"),
)


@rule.check
def check(file: SourceFile, _: Context) -> Iterator[RuleOutput]:
    """Yield a template's head and the names of its parameters."""
    if file.path.endswith(".c"):
        return
    lists: dict[Span, list[int]] = {}
    for use in file.occurrences_of(rule.names):
        found = _parameters(file, use.start)
        if found is not None:
            lists.setdefault(found, []).append(use.start)
    is_taken = any(name.startswith(b"Auto") and name[4:].isdigit() for name in file.names)
    for (start, open_), places in lists.items():
        if any(_CONSTRAINED.search(file.code, max(start, at - 100), at) for at in places):
            continue
        if is_taken or _NO_PLAIN.search(file.code, start, open_) or not _are_plain(file, places):
            span = places[0], places[0] + len(_AUTO)
            hint = "give the function a parameter of a template for each"
            yield rule.warning(span, "clang takes a parameter of auto as C++20 alone", hint=hint)
            continue
        names = [b"Auto%d" % at for at in range(1, len(places) + 1)]
        head = b", ".join(b"class " + name for name in names)
        template = _TEMPLATE.match(file.code, start)
        yield from rule.together(
            rule.insert(template.end(), b", " + head)
            if template
            else rule.insert(start, b"template <%b> " % head),
            *(
                rule.replace((at, at + len(_AUTO)), name)
                for at, name in zip(sorted(places), names, strict=True)
            ),
        )


def _parameters(file: SourceFile, at: int) -> Span | None:
    """Return where the function begins whose parameter is of the `auto` at `at`, and its list."""
    code = file.code
    start = file.statement_start(at)
    if at - start > _LONGEST or file.directive_at(at) is not None or _is_in_body(file, at):
        return None
    for directive in _DIRECTIVE.finditer(code, start, at):
        start = directive.end()
    start = file.next(start)
    open_ = code.find(b"(", start, at)
    while open_ >= 0 and (close := closing(code, open_)) is not None and close < at:
        open_ = code.find(b"(", close, at)  # behind those of an attribute: __launch_bounds__(256)
    if open_ < 0 or close is None or _NO_LIST.search(code, start, at):
        return None
    if _ATTRIBUTED.sub(b"", code[open_ + 1 : at]).count(b"("):  # of a parameter that is a function
        return None
    head = _HEAD.search(_ATTRIBUTED.sub(b"", code[start:open_]))
    behind = file.next(close + 1)
    is_whole = code[behind : behind + 1] in _BEHIND
    return (start, open_) if head and head["name"] not in _NO_FUNCTION and is_whole else None


@once_for_each_file
def _bodies(file: SourceFile) -> tuple[list[int], list[int]]:
    """Return the braces of a file, and how many bodies of functions are open behind each."""
    edges, depths = [], []
    blocks: list[int] = []  # 1 for each open brace that begins no namespace or class
    for match in _BRACE.finditer(file.code):
        at = match.start()
        if match.group() == b"{":
            head = file.code[max(file.statement_start(at), at - _LONGEST) : at]
            is_scope = b"(" not in head and not _SCOPES.isdisjoint(_WORD.findall(head))
            blocks.append(int(not is_scope))
        else:
            del blocks[-1:]
        edges.append(at)
        depths.append(sum(blocks[-_MOST_DEPTH:]))
    return edges, depths


def _is_in_body(file: SourceFile, at: int) -> bool:
    edges, depths = _bodies(file)
    place = bisect_left(edges, at) - 1
    return place >= 0 and depths[place] > 0


def _are_plain(file: SourceFile, places: list[int]) -> bool:
    """Tell whether each placeholder is a parameter's whole type, without a default or a pack."""
    return all(
        _BEFORE.search(file.code, max(0, at - 100), at) and _AFTER.match(file.code, at + len(_AUTO))
        for at in places
    )
