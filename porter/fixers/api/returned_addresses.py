"""Calculate with device addresses that functions of the project return.

## What it does
Where a function that is declared as `CUdeviceptr`, in the file or in a header of the project that
it includes, is called, and the address that it returns is added to or subtracted from, it is cast
to `char *`; where its bits are asked for (`p() & 255`, `p() % 256`), to `unsigned long long`; where
a variable that is an integer of 64 bits gets it, to that.

## Why
`CUdeviceptr` is an unsigned integer, `hipDeviceptr_t` is `void *`, which takes no arithmetic and
becomes no integer without a cast. Variables of that type are [API21](API21.md)'s.

## What it leaves alone
Calls that are cast already, names that are also declared to return another type (but `auto`), and
what a call's result calls or indexes (`make()->address() + 1`, which is told).

## References
CUDA Driver API, "Data types used by CUDA driver"; hip_runtime_api.h, `hipDeviceptr_t`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from porter.fixers import Context, Example, Rule
from porter.fixers.api._address_numbers import BITS, NUMBER
from porter.fixers.api._declared_addresses import (
    ADDRESS,
    ASSIGNED,
    SHORTEST,
    WIDE_TYPE,
    declared_in,
)
from porter.project.compiled_together import headers_of
from porter.source import SourceFile
from porter.source.text.edits import RuleOutput

rule = Rule("API77", "returned-addresses")

#: A function's declaration: what it returns, and its name.
_DECLARED = re.compile(
    rb"(?<![\w.>])(?P<type>[A-Za-z_]\w*+)(?P<stars>\s*+[*&][\s*&]*+|\s++)(?:\w++\s*+::\s*+)*+"
    rb"(?P<name>[A-Za-z_]\w*+)\s*+\("
)
_NO_TYPES = frozenset(
    b"return else case throw delete new goto co_return co_yield and or not".split()
)
_SUM = re.compile(rb"\s*+(?:\+(?![+=])|-(?![-=>]))")
_SUM_BEFORE = re.compile(rb"[\w)\]]\s*+[+-]\s*+\Z")
#: What a function is reached through, and the name in front of that.
_LINKS = (b".", b"->", b"::")
_WORD_BEFORE = re.compile(rb"(?<!\w)[A-Za-z_]\w*+\Z")
_CAST = (b")", b">")


EXAMPLES = (
    Example(
        """
        struct Pool {
          CUdeviceptr base_;
          CUdeviceptr base() const { return base_; }
          auto after(size_t used) { auto p = this->pool.base() + used; return p; }
        };
        CUdeviceptr align(Pool &pool, size_t n) {
          if (pool.base() == 0 || pool.base() % 256) return 0;
          uint64_t number = pool.base();
          return n + pool.base();
        }
        """,
        """
        struct Pool {
          CUdeviceptr base_;
          CUdeviceptr base() const { return base_; }
          auto after(size_t used) { auto p = (char *)this->pool.base() + used; return p; }
        };
        CUdeviceptr align(Pool &pool, size_t n) {
          if (pool.base() == 0 || (unsigned long long)pool.base() % 256) return 0;
          uint64_t number = (uint64_t)pool.base();
          return n + (char *)pool.base();
        }
        """,
        title="sums, bits and integers",
    ),
    Example(
        """
        struct Pool { CUdeviceptr base(); };
        struct Pools { Pool *first(); };
        CUdeviceptr next(Pools *all) { return all->first()->base() + 16; }
        """,
        findings=("error",),
        title="what is reached through another call",
    ),
    Example(
        """
        struct Pool { CUdeviceptr base(); size_t size(); };
        struct Heap { int size(); float *base(); };
        float *end(Heap &heap, Pool &pool) { return heap.base() + pool.size(); }
        """,
        title="a name that returns something else, too",
    ),
    Example(
        """
        CUdeviceptr base();
        float *end(int n) { return (float *)base() + n; }
        """,
        title="what is cast already",
    ),
)


@rule.check
def check(file: SourceFile, context: Context) -> Iterator[RuleOutput]:
    """Yield casts of what is returned, and what cannot be cast."""
    names = _returning(file)
    if not names:
        return
    declared = declared_in(file)
    for name in sorted(names):
        for start in file.all_occurrences(name):
            call = file.call_at(start, start + len(name))
            if call is None or file.qualifier(start) == b"std":
                continue
            first = _reached_from(file.code, start)
            cast = _cast(file, first, call.close + 1, declared)
            if cast and first == start and file.is_member(start):
                yield rule.error(
                    (start, start + len(name)),
                    f"{name.decode()} returns a number in CUDA and a pointer in HIP: it takes no "
                    "such calculation",
                    hint="calculate with char * or uintptr_t, and cast",
                )
            elif cast:
                yield rule.insert(first, cast)


def _cast(file: SourceFile, first: int, end: int, declared: dict[bytes, bytes]) -> bytes:
    """Return what the call in a range of the code is to be cast to; empty where it is not."""
    lead = file.code[max(0, first - SHORTEST) : first]
    taken = ASSIGNED.search(lead)
    type_ = declared.get(taken["name"], b"") if taken else b""
    before = lead.rstrip()
    if before.endswith(_CAST) and not before.endswith(b"->"):
        return b""
    if _SUM.match(file.code, end) or _SUM_BEFORE.search(lead):
        return b"(char *)"
    if BITS.match(file.code, end):
        return NUMBER
    after = file.next(end)
    ends = file.code[after : after + 1] in (b";", b",")
    return b"(%b)" % type_ if ends and WIDE_TYPE.fullmatch(type_) else b""


def _reached_from(code: bytes, start: int) -> int:
    """Return where the variables and scopes begin that a function is reached through."""
    at = start
    while start - at < SHORTEST:
        before = code[max(0, at - SHORTEST) : at].rstrip()
        link = next((one for one in _LINKS if before.endswith(one)), None)
        word = _WORD_BEFORE.search(before.removesuffix(link).rstrip()) if link else None
        if word is None:
            return start if link else at
        at = code.rindex(word[0], 0, at)
    return start


def _returning(file: SourceFile) -> set[bytes]:
    """Return the functions of the file that all declarations say to return an address."""
    texts = [file.code]
    for path, data in headers_of(file).items():
        if ADDRESS in data:
            texts.append(SourceFile(path, data).code)
    types: dict[bytes, set[bytes]] = {}
    if not any(ADDRESS in one for one in texts):
        return set()
    for text in texts:
        for match in _DECLARED.finditer(text):
            if match["name"] in file.names and match["type"] not in _NO_TYPES:
                type_ = match["type"] + match["stars"].strip()
                types.setdefault(match["name"], set()).add(type_)
    return {name for name, found in types.items() if found - {b"auto"} == {ADDRESS}}
