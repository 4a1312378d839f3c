"""Say `this->` where a template calls a member of a base that depends on its parameters.

## What it does
`key(slot[0])` becomes `this->key(slot[0])` in the members of a class template whose base depends on
a parameter of it (`struct Sorted : Slots<n>`), where the file or a header of the project shows that
`Slots`, or a base of its, has the member `key`, and that nothing else of this name is declared.

## Why
What a base has that depends on a parameter is not known before the parameter is, so that C++ does
not look for names in it. nvcc finds the member when the template is instantiated, where an argument
of the call depends on the template. To clang it is `use of undeclared identifier 'key'`, or
`explicit qualification required to use member 'key' from dependent base class`.

## What it leaves alone
Bases that two headers have, or headers of other projects; members that are static or friends; names
that the class itself declares or takes over by `using`, and those that the file or a header of the
project declares elsewhere, or that CUDA or C's library have.

## References
[temp.dep], paragraph 3; [temp.dep.candidate].
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator

from porter.fixers import Context, Example, Rule
from porter.fixers.language._base_classes import Derived, Inheritance, derived_classes
from porter.fixers.language._class_bodies import Declared, inner_braces
from porter.fixers.language._members import behind_templates, member_body, named_members
from porter.project.compiled_together import headers_of
from porter.source import SourceFile
from porter.source.text.brackets import closing
from porter.source.text.edits import RuleOutput
from porter.source.text.runs import word_start
from porter.source.text.spans import Span, holds, merged

rule = Rule("LNG85", "dependent-bases", names=(b"template",), handles=())

_ANY_CLASS = re.compile(rb"\b(?:class|struct)\s++[A-Za-z_]\w*+[^;{}()]{0,400}+\{")
_WORD = re.compile(rb"[A-Za-z_]\w*+")
_USING = re.compile(rb"\busing\b[^;{}]{0,200}?::\s*+(\w++)\s*+;")
#: What stands in front of a name that is declared, and what shows that it is not.
_TYPES = re.compile(rb"[\w\s:<>,*&]++")
_NO_TYPE = frozenset(b"return else case throw new delete goto do and or not co_return".split())
_NO_MEMBER = re.compile(rb"\b(?:static|friend|class|struct|union|enum)\b")
#: Functions of C's library that code calls without a header of its own.
_OF_C = re.compile(
    rb"(?:abs|l?labs|f(?:abs|max|min|mod|loor|ma|loat)|round|ceil|sqrt|cbrt|pow|exp|exp2|log|log2"
    rb"|log10|a?(?:sin|cos|tan)h?|atan2|hypot|erf|min|max|swap|mem\w+|str\w+|s?n?printf|malloc|free"
    rb"|exit|abort|rand|time|clock|read|write|open|close|remove|signal|index|assert)f?l?"
)
_DEFINE = re.compile(rb"\s*+#\s*+define\s++")
_STANDARD = re.compile(rb"\busing\s++namespace\s++(?:std|thrust)\b")

EXAMPLES = (
    Example(
        """
        struct Packed { __device__ float keyOf(unsigned long long slot) const; };
        template <int n> struct Slots : public Packed {
          unsigned long long slot[n];
          __device__ bool isFull(int used) const { return used == n; }
        };
        template <int n> struct Sorted : public Slots<n> {
          using Slots<n>::slot;
          __device__ float last() const;
          __device__ bool closed(int i) const { return isFull(i + n); }
        };
        template <int n>
        __device__ float Sorted<n>::last() const { return keyOf(slot[n - 1]); }
        """,
        """
        struct Packed { __device__ float keyOf(unsigned long long slot) const; };
        template <int n> struct Slots : public Packed {
          unsigned long long slot[n];
          __device__ bool isFull(int used) const { return used == n; }
        };
        template <int n> struct Sorted : public Slots<n> {
          using Slots<n>::slot;
          __device__ float last() const;
          __device__ bool closed(int i) const { return this->isFull(i + n); }
        };
        template <int n>
        __device__ float Sorted<n>::last() const { return this->keyOf(slot[n - 1]); }
        """,
    ),
    Example(
        """
        __device__ int rankOf(int i);
        template <int n> struct Slots {
          __device__ int keyOf(int i) const;
          __device__ int rankOf(int i) const;
          __device__ int sizeOf(int i) const;
          __device__ static int most(int i);
        };
        template <int n> struct Sorted : Slots<n> {
          using Slots<n>::keyOf;
          __device__ int sizeOf(int i) const;
          __device__ static int all(int i) { return most(i + n); }
          __device__ int last() const { return keyOf(n) + rankOf(n) + sizeOf(n) + this->most(n); }
        };
        struct Three : Slots<3> { __device__ int one() { return most(1); } };
        """,
        title="names that are taken over, declared or static, and a base that depends on nothing",
    ),
)


@rule.check
def check(file: SourceFile, context: Context) -> Iterator[RuleOutput]:
    """Yield the word for each call of a member that a dependent base has."""
    classes = derived_classes(file)
    if not any(one.depend for one in classes.values()):
        return
    known = Inheritance(file, classes)
    wanted, members = {}, {}
    for name, one in classes.items():
        if one.depend and (own := known.members(name)) and (found := known.inherited(name)):
            taken = set(_USING.findall(file.code, *one.body)) | {name}
            members[name] = own
            wanted[name] = found - own.keys() - taken
    every = frozenset().union(*wanted.values())
    every -= _declared_elsewhere(file, every, context)
    if not every:
        return
    spans = sorted(_spans(file, {name: classes[name] for name in wanted}, members))
    starts = [span[0] for span in spans]
    for use in file.occurrences_of(every):
        at = bisect_right(starts, use.start) - 1
        if at < 0 or use.start >= spans[at][1] or use.name not in wanted[spans[at][2]]:
            continue
        if file.code.startswith(b"(", file.next(use.end)) and _is_bare(file, use.start):
            yield rule.insert(use.start, b"this->")


def _declared_elsewhere(
    file: SourceFile, names: frozenset[bytes], context: Context
) -> frozenset[bytes]:
    """Return those of the names that a call may find without its class."""
    is_open = _STANDARD.search(file.code) is not None
    found = {
        name
        for name in names
        if name in context.tables.names
        or _OF_C.fullmatch(name)
        or (is_open and name.islower() and b"_" not in name)
    }
    for path, data in headers_of(file).items():
        if any(name in data and _called(name).search(data) for name in names - found):
            found |= _declared(SourceFile(path, data), names - found)
    return frozenset(found | _declared(file, names - found))


def _called(name: bytes) -> re.Pattern[bytes]:
    return re.compile(rb"(?<![\w.:>])%b\s*+\(" % name)


def _declared(file: SourceFile, names: frozenset[bytes]) -> set[bytes]:
    """Return those of the names that a file declares outside of classes."""
    found = set()
    bodies = _bodies(file)
    for use in file.occurrences_of(names):
        is_named = not file.code.startswith(b"(", file.next(use.end))
        if (is_named or not holds(bodies, use.start)) and _is_declared(file, use.start):
            found.add(use.name)
    return found


def _bodies(file: SourceFile) -> tuple[Span, ...]:
    """Return what stands between the braces of classes."""
    found = []
    for match in _ANY_CLASS.finditer(file.code):
        if (end := closing(file.code, match.end() - 1)) is not None:
            found.append((match.end() - 1, end))
    return merged(found)


def _spans(
    file: SourceFile, classes: dict[bytes, Derived], members: dict[bytes, Declared]
) -> Iterator[tuple[int, int, bytes]]:
    """Yield the body of each member of these classes that has a `this`, and the class."""
    for name, one in classes.items():
        for head, start, end in inner_braces(file.code, *one.body):
            if _NO_MEMBER.search(file.code, head, start) is None:
                yield start, end, name
    for member in named_members(file):
        if member.owner not in classes:
            continue
        body = member_body(file, member)
        if body is None or not file.code.startswith(b"{", body):
            continue
        declared = members[member.owner].get(member.name, [])
        heads = [file.code[one.start : one.name] for one in declared]
        heads.append(file.code[behind_templates(file, member.start) : member.start])
        stop = closing(file.code, body)
        if stop is not None and not any(_NO_MEMBER.search(head) for head in heads):
            yield body, stop, member.owner


def _is_declared(file: SourceFile, start: int) -> bool:
    """Tell whether a name without parentheses, or behind a type, stands at an offset."""
    if file.is_member(start) or file.qualifier(start) is not None:
        return False
    if not file.code.startswith(b"(", file.next(_name_end(file, start))):
        return True
    before = file.code[behind_templates(file, start) : start]
    words = set(_WORD.findall(before))
    if _DEFINE.fullmatch(before):
        return True
    return bool(words) and _TYPES.fullmatch(before) is not None and not words & _NO_TYPE


def _is_bare(file: SourceFile, start: int) -> bool:
    """Tell whether a name that is called stands alone: no member of something, and no type's."""
    if file.is_member(start) or file.qualifier(start) is not None:
        return False
    if file.directive_at(start) is not None:
        return False
    end = file.previous(start) + 1
    word = file.code[word_start(file.code, end) : end]
    return not word or word in _NO_TYPE or word.isdigit()


def _name_end(file: SourceFile, start: int) -> int:
    match = _WORD.match(file.code, start)
    return match.end() if match is not None else start
