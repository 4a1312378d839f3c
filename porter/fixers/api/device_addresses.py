"""Calculate with device addresses, which are numbers in CUDA's driver API and pointers in HIP.

## What it does
Where a variable of the type `CUdeviceptr`, of the file or of a header of the project that it
includes, is added to or subtracted from, it is cast to `char *`; where it is subtracted from an
integer, or its bits are asked for (`p & 255`, `p % 256`), to that integer or `unsigned long long`.
Where one makes an integer of 64 bits, or is made from one, the conversion is written out. What can
be decided neither way, and calculations with the handles of textures and surfaces, are reported.

## Why
`CUdeviceptr` is an unsigned integer, `hipDeviceptr_t` is `void *`; `cudaTextureObject_t` is an
integer, `hipTextureObject_t` a pointer to a type that nobody sees. Neither takes arithmetic, nor
becomes an integer without a cast.

## What it leaves alone
Null, conditions, comparisons with one another, variables that are cast already, names that the
file also declares with another type.

## References
CUDA Driver API, "Data types used by CUDA driver"; hip_runtime_api.h, `hipDeviceptr_t`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from porter.fixers import Context, Example, Rule
from porter.fixers.api._address_numbers import made_of_bits, numbers_at, type_as_number
from porter.fixers.api._declared_addresses import (
    ADDRESS,
    ASSIGNED,
    HANDLES,
    SHORTEST,
    WIDE_TYPE,
    declared_in,
    is_something_else_too,
    of_headers,
)
from porter.source import SourceFile
from porter.source.text.edits import RuleOutput

rule = Rule("API21", "device-addresses", names=(ADDRESS, *HANDLES))

_AFTER = re.compile(
    rb"\s*(?P<operator>\+\+|--|[+-]=|[+-](?!>)|[=!]=|[<>]=?(?![<>])|;|,)\s*(?P<number>\d\w*)?"
)
_BEFORE = re.compile(rb"(?P<operand>[\w)\]])\s*(?P<operator>[+-])\s*\Z|(?P<step>\+\+|--)\s*\Z")
#: What is stored where a cast says that an address lies, as in a buffer of a kernel's arguments.
_STORED = re.compile(
    rb"\*\s*+(?:\(?+\s*+reinterpret_cast\s*+<\s*+CUdeviceptr\s*+\*\s*+>"
    rb"|\(\s*+CUdeviceptr\s*+\*\s*+\))[^;{}=*]*+=\s*+\Z"
)
#: The null of a handle's template.
_NULL_ARGUMENT = re.compile(rb"<\s*+CUdeviceptr\s*+,\s*+(?P<null>0[uU]?[lL]{1,2})\s*+(?=[,>])")
#: What is added in a statement of its own, of what binds as tightly as a sum.
_SUM = re.compile(rb"(?P<value>[\w\s*.()\[\]/+-]|->)*?;")


EXAMPLES = (
    Example(
        """
        void fill(CUdeviceptr base, size_t offset) {
          CUdeviceptr at = base + offset;
          at += 4 * offset;
          size_t distance = at - base;
        }
        """,
        """
        void fill(CUdeviceptr base, size_t offset) {
          CUdeviceptr at = (char *)base + offset;
          at = (char *)at + (4 * offset);
          size_t distance = (char *)at - (char *)base;
        }
        """,
        title="arithmetic",
    ),
    Example(
        """
        struct Arguments { unsigned long long address; };
        void pack(CUdeviceptr from, Arguments *to, uint64_t saved) {
          to->address = from;
          uint64_t number = from;
          CUdeviceptr again = saved;
          *(CUdeviceptr *)&buffer[8] = saved;
          *(reinterpret_cast<CUdeviceptr *>(&buffer[0])) = saved;
        }
        """,
        """
        struct Arguments { unsigned long long address; };
        void pack(CUdeviceptr from, Arguments *to, uint64_t saved) {
          to->address = (unsigned long long)from;
          uint64_t number = (uint64_t)from;
          CUdeviceptr again = (hipDeviceptr_t)saved;
          *(CUdeviceptr *)&buffer[8] = (hipDeviceptr_t)saved;
          *(reinterpret_cast<CUdeviceptr *>(&buffer[0])) = (hipDeviceptr_t)saved;
        }
        """,
        title="integers",
    ),
    Example(
        """
        void align(unsigned long at, CUdeviceptr p, size_t mask) {
          CUdeviceptr page = at & ~mask;
          CUdeviceptr low, high; high = p & mask;
          size_t offset = at - page;
          if (p % 256 || (p & (mask - 1)))
            page = p & ~mask;
          if (mask & p && p) std::cout << p << mask;
        }
        """,
        """
        void align(unsigned long at, CUdeviceptr p, size_t mask) {
          CUdeviceptr page = (hipDeviceptr_t)(at & ~mask);
          CUdeviceptr low, high; high = (hipDeviceptr_t)((unsigned long long)p & mask);
          size_t offset = at - (unsigned long)page;
          if ((unsigned long long)p % 256 || ((unsigned long long)p & (mask - 1)))
            page = (hipDeviceptr_t)((unsigned long long)p & ~mask);
          if (mask & (unsigned long long)p && p) std::cout << p << mask;
        }
        """,
        title="bits of addresses",
    ),
    Example(
        """
        #define ROUND_UP(x, n) (((x) + ((n) - 1)) & ~((n) - 1))
        void pin(CUdeviceptr p, Info info) {
          CUdeviceptr up = ROUND_UP(p, 65536);
          int off = info.va - up;
        }
        """,
        """
        #define ROUND_UP(x, n) (((x) + ((n) - 1)) & ~((n) - 1))
        void pin(CUdeviceptr p, Info info) {
          CUdeviceptr up = (hipDeviceptr_t)ROUND_UP((unsigned long long)p, 65536);
          int off = (unsigned long long)info.va - (unsigned long long)up;
        }
        """,
        title="a macro of the project's, and a member of unknown type",
    ),
    Example(
        """
        int pin(Device d, unsigned long addr, size_t size);
        int free(CUdeviceptr p, Device d) { return pin(d, p, 16); }
        """,
        """
        int pin(Device d, unsigned long addr, size_t size);
        int free(CUdeviceptr p, Device d) { return pin(d, (unsigned long)p, 16); }
        """,
        title="a function of the project's that takes a number",
    ),
    Example(
        "using address = unique_handle<CUdeviceptr, 0ULL, Free>;\n",
        "using address = unique_handle<CUdeviceptr, nullptr, Free>;\n",
        title="the null of a template",
    ),
    Example(
        """
        void f(CUdeviceptr p, cudaTextureObject_t t) {
          if (p > 4096) p++;
          t = t + 1;
        }
        """,
        findings=("error", "error", "error"),
        title="what is reported",
    ),
    Example(
        """
        void show(cudaTextureObject_t image);
        void sum(const std::vector<float> &image) { total = 1 - image[0]; }
        """,
        title="a name that is something else, too",
    ),
    Example(
        """
        void f(CUdeviceptr p, CUdeviceptr q, cudaTextureObject_t t) {
          if (p == 0 || p == q || !t) run((float *)p + 1, &p, p);
        }
        """,
        title="what is the same",
    ),
)


class _Place(NamedTuple):
    """A use of a variable.

    Attributes:
        start: offset of its name.
        end: offset behind it.
        is_part: it is a member, or of another scope.
    """

    start: int
    end: int
    is_part: bool


@rule.check
def check(file: SourceFile, context: Context) -> Iterator[RuleOutput]:
    """Yield casts, and what cannot be cast."""
    nulls = (one.span("null") for one in _NULL_ARGUMENT.finditer(file.code))
    yield from (rule.replace(span, b"nullptr") for span in nulls)
    declared = {**of_headers(file), **declared_in(file)}
    numbers = {name for name, type_ in declared.items() if WIDE_TYPE.fullmatch(type_)}
    casts = numbers_at(file, declared)
    yield from (rule.insert(start, cast) for start, cast in casts.items())
    for name, type_ in declared.items():
        if type_ == ADDRESS or type_ in HANDLES:
            if is_something_else_too(file, name, type_, numbers):
                continue
            for start in file.all_occurrences(name):
                is_part = file.is_member(start) or bool(file.qualifier(start))
                place = _Place(start, start + len(name), is_part)
                made = made_of_bits(file, place.end) if type_ == ADDRESS else None
                if made is not None:
                    yield rule.replace(made[:2], b" (hipDeviceptr_t)(")
                    yield rule.insert(made[2], b")")
                if start not in casts:
                    yield from _at(file, place, type_, declared)
        elif WIDE_TYPE.fullmatch(type_):
            yield from _made_addresses(file, name, declared)


def _at(
    file: SourceFile, place: _Place, type_: bytes, declared: Mapping[bytes, bytes]
) -> Iterator[RuleOutput]:
    """Yield what becomes of one place of an address or a handle."""
    code = file.code
    after = _AFTER.match(code, place.end, place.end + SHORTEST)
    operator = after["operator"] if after else b""
    lead = code[max(0, place.start - SHORTEST) : place.start]
    before = _BEFORE.search(lead)
    is_summed = operator in (b"+", b"-") or bool(before and before["operator"])
    steps = operator in (b"++", b"--") or bool(before and before["step"])
    cast = b"" if place.is_part else type_as_number(lead, code, place.end, declared)
    if cast and type_ == ADDRESS:
        yield rule.insert(place.start, cast)
        return
    grows = operator in (b"+=", b"-=")
    is_cast = lead.rstrip().endswith((b")", b"&", b"*")) and not (before and before["operator"])
    if is_cast and not (steps or grows):
        return  # or an address of the variable's own
    compared = operator in (b"<", b">", b"<=", b">=", b"==", b"!=") and after is not None
    number = (after["number"] or b"").rstrip(b"uUlL") if after else b""
    is_number = compared and number not in (b"", b"0")
    orders_null = operator in (b"<", b">", b"<=", b">=") and after is not None and after["number"]
    if steps or is_number or orders_null or ((is_summed or grows) and type_ != ADDRESS):
        yield _refused(place, type_)
    elif grows:
        yield from _grown(file, place, operator)
    elif is_summed:
        yield _refused(place, type_) if place.is_part else rule.insert(place.start, b"(char *)")
    elif operator in (b";", b",") and not place.is_part and (name := ASSIGNED.search(lead)):
        wide = declared.get(name["name"], b"")
        if WIDE_TYPE.fullmatch(wide):
            yield rule.insert(place.start, b"(%b)" % wide)


def _grown(file: SourceFile, place: _Place, operator: bytes) -> Iterator[RuleOutput]:
    """Yield the sum in place of `+=`."""
    start = file.code.find(operator, place.end)
    value = start + len(operator)
    end = _SUM.match(file.code, value, value + SHORTEST)
    before = file.previous(place.start)
    if place.is_part or end is None or file.code[before : before + 1] not in b"{};)":
        yield _refused(place, ADDRESS)
        return
    name = file.code[place.start : place.end]
    first = file.next(value)
    yield rule.replace((start, first), b"= (char *)%b %b (" % (name, operator[:1]))
    yield rule.insert(end.end() - 1, b")")


def _made_addresses(
    file: SourceFile, name: bytes, declared: Mapping[bytes, bytes]
) -> Iterator[RuleOutput]:
    """Yield a cast where an integer makes an address."""
    for start in file.all_occurrences(name):
        lead = file.code[max(0, start - SHORTEST) : start]
        target = ASSIGNED.search(lead)
        after = file.next(start + len(name))
        ends = file.code[after : after + 1] in (b";", b",")
        makes = target is not None and declared.get(target["name"]) == ADDRESS
        if ends and (makes or _STORED.search(lead)):
            yield rule.insert(start, b"(hipDeviceptr_t)")


def _refused(place: _Place, type_: bytes) -> RuleOutput:
    name = type_.decode()
    return rule.error(
        (place.start, place.end),
        f"{name} is a number in CUDA and a pointer in HIP: it takes no such calculation",
        hint="calculate with char * or uintptr_t, and cast"
        if type_ == ADDRESS
        else "keep numbers in variables of their own",
    )
