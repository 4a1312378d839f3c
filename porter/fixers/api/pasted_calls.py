"""Rename what a macro completes to the name of a function: `cuda(MallocHost(&p, n))`.

## What it does
Where a macro of the project, or of a header that it includes, pastes `cuda` to the beginning of its
one argument (`#define cuda(call) check(cuda##call)`), a call in its argument gets the rest of HIP's
name, where that differs: `cuda(HostMalloc(&p, n))`. Pointers that `cudaHostGetDevicePointer` fills
are cast.

## Why
The macro pastes `hip` then (API07), and no table sees the whole name: `hipMallocHost` takes
`void**` alone, and `hipHostAlloc` is deprecated.

## What it leaves alone
Names that differ in nothing but their beginning; macros with several parameters; what is no name of
CUDA's.

## References
[cpp.concat] of the C++ standard; `rules/cuda-hip`, where the irregular names stand.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from porter.fixers import Context, Example, Fix, Rule
from porter.project.compiled_together import compiled_together, headers_of
from porter.source import SourceFile
from porter.source.text import lexer
from porter.source.text.edits import RuleOutput
from porter.source.text.languages import Language

rule = Rule("API71", "pasted-calls", fix=Fix.SAFE, handles=())

_PASTED = re.compile(rb"\b(?:cuda|hip)[ \t]*+##[ \t]*+(\w++)")
_DEFINED = re.compile(rb"define[ \t]++(\w++)\([ \t]*+(\w++)[ \t]*+\)")
_NAME = re.compile(rb"[A-Z]\w*+(?=\s*+\()")
#: A call in an argument's place.
_CALLED = re.compile(rb"\w\(\s*+([A-Z]\w*+)\s*+\(")
#: Bytes of a macro in front of what it pastes.
_LONGEST = 2000
_FILLED = b"cudaHostGetDevicePointer"

EXAMPLES = (
    Example(
        """
        #define cuda(call) if ((status = cuda##call) != cudaSuccess) goto end
        void f() {
          cuda(MallocHost(&host, n));
          cuda(HostGetDevicePointer( &device, host, 0 ));
          cuda(Malloc(&device, n));
          other(MallocHost(&host, n));
        }
        """,
        """
        #define cuda(call) if ((status = cuda##call) != cudaSuccess) goto end
        void f() {
          cuda(HostMalloc(&host, n));
          cuda(HostGetDevicePointer( (void**)&device, host, 0 ));
          cuda(Malloc(&device, n));
          other(MallocHost(&host, n));
        }
        """,
    ),
    Example(
        """
        #define CALL(name, ...) cuda##name(__VA_ARGS__)
        #define NAME(x) #x
        int i = NAME(MallocHost(a)) + CALL(MallocHost, &p, n);
        """,
        title="several parameters, and nothing pasted",
    ),
)


@rule.check
def check(file: SourceFile, context: Context) -> Iterator[RuleOutput]:
    """Yield the rest of each name, and the casts."""
    calls = {b"cuda" + one[1] for one in _CALLED.finditer(file.code)}
    if calls.isdisjoint(context.tables.names):
        return
    for macro in _macros(file):
        for at in file.occurrences(macro):
            call = file.call_at(at, at + len(macro))
            if call is None or len(call.arguments) != 1 or file.directive_at(at):
                continue
            start = call.arguments[0][0]
            name = _NAME.match(file.code, start)
            if name is None:
                continue
            whole = b"cuda" + name.group()
            row = context.tables.names.get(whole)
            hip = row.hip if row is not None else b""
            if hip.startswith(b"hip") and hip[3:] != name.group():
                yield rule.replace(name.span(), hip[3:])
            inner = file.call_at(start, name.end())
            if whole == _FILLED and inner is not None and len(inner.arguments) == 3:
                first, last = inner.arguments[0]
                if not file.code[first:last].startswith(b"("):
                    yield rule.insert(first, b"(void**)")


def _macros(file: SourceFile) -> set[bytes]:
    """Return the macros that paste `cuda` to the beginning of their one argument."""
    found = set()
    if b"##" in file.code:
        found |= _pasting(file.code)
    for data in headers_of(file).values():
        if b"##" in data and _PASTED.search(data) is not None:
            found |= _pasting(lexer.mask(data, Language.CUDA))
    if found.isdisjoint(file.names) and (root := file.depend_on_tree()) is not None:
        # What includes this file may have included that of the macro in front of it.
        for _, data in compiled_together(root, file.path):
            if b"##" in data and _PASTED.search(data) is not None:
                found |= _pasting(lexer.mask(data, Language.CUDA))
    return found & file.names


def _pasting(code: bytes) -> set[bytes]:
    """Return the macros of some masked code that do so."""
    found = set()
    for match in _PASTED.finditer(code):
        first = max(code.rfind(b"define", 0, match.start()), match.start() - _LONGEST)
        macro = _DEFINED.match(code, max(first, 0))
        if macro is not None and macro[2] == match[1]:
            found.add(macro[1])
    return found
