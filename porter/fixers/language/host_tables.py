"""Keep tables of the host's functions from the device.

## What it does
In the initializer of a constant that other files see (`extern const Entry table[];`, and here
`const Entry table[] = {{1, "naive", run_naive}, …};`) the first function is written
`porter::of_host(run_naive)`, from the support header `host_tables.hpp`.

## Why
HIP's compiler lets device code read constants of the file's scope, and makes those that other files
see for the device at once, with all that they name. Functions of the host are not there, nor
kernels of other files: `lld: error: undefined hidden symbol`. nvcc makes what device code reads.

## What it leaves alone
Constants that no file declares `extern`, `constexpr` and `static` ones, those with a word of the
device's, and functions that are overloaded, or declared for the device.

## References
clang, `SemaCUDA::MaybeAddConstantAttr`; HIP's manual, "constant memory".
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from porter.fixers import Context, Example, Rule
from porter.fixers.language._definitions import head
from porter.project.compiled_together import headers_of
from porter.source import SourceFile
from porter.source.text import lexer
from porter.source.text.brackets import closing
from porter.source.text.edits import RuleOutput
from porter.source.text.languages import Language

rule = Rule("LNG65", "host-tables", handles=())

_EXTERN = re.compile(rb"\bextern\b[^;{}()=]{1,300};")
_TABLE = re.compile(rb"\bconst\b[^;{}()=]{1,200}=\s*+\{")
_NAME = re.compile(rb"(?<!\w)([A-Za-z_]\w{0,100}+)\s{0,20}+(?:\[[^\[\]]{0,80}\]\s{0,20}+){0,3}[;=]")
_OTHERS = re.compile(rb"\b(?:static|constexpr|inline|template|__\w++(?<=__))")
#: A word in front of a function's name, which a call lacks.
_CALLED = re.compile(rb"\b([A-Za-z_]\w*+)\s*+\(")
#: How far before a name its type is looked for.
_LONGEST_TYPE = 400
_TYPE = re.compile(rb"\w[\s*&]{1,20}\Z")
#: A name that is an element by itself.
_ELEMENT = re.compile(rb"(?<=[{,])\s*+&?(?P<name>[A-Za-z_]\w*+)(?=\s*+[,}])")

EXAMPLES = (
    Example(
        """
        struct Entry { int id; void (*run)(float *); };
        extern const Entry table[];
        void run_one(float *p);
        void run_two(float *p);
        const Entry table[] = {{1, run_one}, {2, run_two}};
        """,
        """
        #include "porter_compat/host_tables.hpp"
        struct Entry { int id; void (*run)(float *); };
        extern const Entry table[];
        void run_one(float *p);
        void run_two(float *p);
        const Entry table[] = {{1, porter::of_host(run_one)}, {2, run_two}};
        """,
    ),
    Example(
        """
        struct Entry { int id; void (*run)(float *); };
        extern const int numbers[];
        void run_one(float *p);
        const Entry table[] = {{1, run_one}};
        const int count = 2, numbers[] = {count, count};
        """,
        title="a table of this file's alone, and numbers",
    ),
)


@rule.check
def check(file: SourceFile, context: Context) -> Iterator[RuleOutput]:
    """Yield what the first function of each such table becomes."""
    tables = [one for one in _TABLE.finditer(file.code) if not file.directive_at(one.start())]
    if not tables:
        return
    codes = [file.code, *_headers(file)]
    shared = {
        name[1]
        for code in codes
        for one in _EXTERN.finditer(code)
        if b"const" in one.group().split()
        for name in _NAME.finditer(one.group())
    }
    functions: frozenset[bytes] | None = None
    for table in tables:
        start, name = head(file, table.start()), _NAME.search(table.group())
        if name is None or name[1] not in shared:
            continue
        end = closing(file.code, table.end() - 1)
        if end is None or _OTHERS.search(file.code, start, table.end()):
            continue
        if file.code.find(b"of_host(", table.end(), end) >= 0:
            continue
        functions = functions if functions is not None else _host_functions(codes)
        for element in _ELEMENT.finditer(file.code, table.end() - 1, end):
            if element["name"] in functions:
                place = element.span("name")
                yield rule.support("host_tables.hpp")
                yield rule.replace(place, b"porter::of_host(%b)" % element["name"])
                break


def _headers(file: SourceFile) -> Iterator[bytes]:
    for data in headers_of(file).values():
        yield lexer.mask(data, Language.CUDA)


def _host_functions(codes: Iterable[bytes]) -> frozenset[bytes]:
    """Return the names that are declared as one function each, and not as the device's."""
    counts: dict[bytes, set[int]] = {}
    for code in codes:
        for match in _CALLED.finditer(code):
            before = code[max(0, match.start() - _LONGEST_TYPE) : match.start()]
            type_ = before[max(before.rfind(mark) for mark in b";{}()=,") + 1 :]
            if not _TYPE.search(type_):
                continue  # a call
            end = closing(code, match.end() - 1)
            is_ours = b"__device__" not in type_ and end is not None
            parameters = b"".join(code[match.end() : end].split()) if is_ours else b""
            counts.setdefault(match[1], set()).add(parameters.count(b",") if is_ours else -1)
    return frozenset(name for name, found in counts.items() if len(found) == 1 and -1 not in found)
