"""Name device variables the way HIP's symbol functions take them.

## What it does
Wraps the symbol argument of `cudaMemcpyToSymbol`, `cudaMemcpyFromSymbol`, their `Async` forms,
`cudaGetSymbolAddress` and `cudaGetSymbolSize` in `HIP_SYMBOL`. The graph functions take the
address of the variable.

## Why
CUDA's templates take the variable itself. HIP documents that the symbol is to be given through
`HIP_SYMBOL`. For the graph functions HIP has no template, only a pointer.

## What it leaves alone
Arguments that are wrapped, cast or an address already. A string is reported: symbols cannot be
named by strings since CUDA 5, and HIP never could.

## References
HIP porting guide, "memcpyToSymbol"; `hip_runtime_api.h`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from porter.fixers import Context, Example, Rule
from porter.fixers.api._casts import is_cast
from porter.source import SourceFile
from porter.source.text.edits import RuleOutput

#: Function -> index of the symbol argument.
_SYMBOLS = {
    b"cudaMemcpyToSymbol": 0,
    b"cudaMemcpyToSymbolAsync": 0,
    b"cudaMemcpyFromSymbol": 1,
    b"cudaMemcpyFromSymbolAsync": 1,
    b"cudaGetSymbolAddress": 1,
    b"cudaGetSymbolSize": 1,
}
_GRAPH_SYMBOLS = {
    b"cudaGraphAddMemcpyNodeToSymbol": 4,
    b"cudaGraphAddMemcpyNodeFromSymbol": 5,
    b"cudaGraphMemcpyNodeSetParamsToSymbol": 1,
    b"cudaGraphMemcpyNodeSetParamsFromSymbol": 2,
    b"cudaGraphExecMemcpyNodeSetParamsToSymbol": 2,
    b"cudaGraphExecMemcpyNodeSetParamsFromSymbol": 3,
}
_WRAPPED = re.compile(rb"HIP_SYMBOL\b|&|\(&")

rule = Rule("API17", "symbols", names=(*_SYMBOLS, *_GRAPH_SYMBOLS))

EXAMPLES = (
    Example(
        "cudaMemcpyToSymbol(weights, w, sizeof(w));\n",
        "cudaMemcpyToSymbol(HIP_SYMBOL(weights), w, sizeof(w));\n",
        title="the name of the function is another rule's",
    ),
    Example(
        "CHECK(cudaGetSymbolAddress((void **)&p, ns::table<T>[0]));\n",
        "CHECK(cudaGetSymbolAddress((void **)&p, HIP_SYMBOL(ns::table<T>[0])));\n",
    ),
    Example(
        "cudaGraphAddMemcpyNodeToSymbol(&n, g, nullptr, 0, table, src, 8, 0, kind);\n",
        "cudaGraphAddMemcpyNodeToSymbol(&n, g, nullptr, 0, &table, src, 8, 0, kind);\n",
    ),
    Example(
        'cudaMemcpyToSymbol("weights", w, 4);\n',
        findings=("error",),
        title="a string names no symbol",
    ),
    Example(
        """
        cudaMemcpyToSymbol((const void *)&weights, w, 4);
        cudaMemcpyToSymbol(HIP_SYMBOL(weights), w, 4);
        mine::cudaMemcpyToSymbol(weights, w);
        """,
        title="done already, or not CUDA's",
    ),
)


@rule.check
def check(file: SourceFile, context: Context) -> Iterator[RuleOutput]:
    """Yield the wrapping of each symbol argument."""
    for call in file.api_calls((*_SYMBOLS, *_GRAPH_SYMBOLS)):
        name = call.name
        index = _SYMBOLS.get(name, _GRAPH_SYMBOLS.get(name, 0))
        if index >= len(call.arguments):
            continue
        start, end = call.arguments[index]
        text = file.code[start:end]
        if text.startswith(b'"'):
            yield rule.error(
                (start, end),
                f"{name.decode()} is given a string, which names no symbol in HIP",
                hint="pass the variable itself",
            )
        elif is_cast(text) or _WRAPPED.match(text):
            continue
        elif name in _SYMBOLS:
            yield from rule.wrap((start, end), b"HIP_SYMBOL(", b")")
        else:
            yield rule.insert(start, b"&")
