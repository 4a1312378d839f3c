"""Where a device address is calculated with as the number that it is in CUDA, and what casts it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from porter.fixers.api._declared_addresses import ADDRESS, SHORTEST, WIDE_TYPE
from porter.project.compiled_together import headers_of
from porter.source import SourceFile
from porter.source.text.calls import call_at

#: What a device address is in CUDA, and is cast to.
NUMBER = b"(unsigned long long)"
_MADE = b"(hipDeviceptr_t)"
#: An operator that takes integers alone, behind an address and in front of one.
BITS = re.compile(rb"\s*+(?:[%/^]|&(?!&)|\|(?!\|)|>>)(?!=)")
_BITS_BEFORE = re.compile(rb"(?<![\w.>])(?P<operand>\w++)\s*+(?:[%/^|]|(?<!&)&)\s*+\Z")
_SHIFT_BEFORE = re.compile(rb"(?:<<|>>)\s*+\Z")
_MINUEND = re.compile(rb"(?<![\w.>])(?P<operand>[A-Za-z_]\w*+)\s*+-\s*+\Z")
#: An integer of several parts that is assigned: names, numbers, and an operator of bits.
_OF_BITS = re.compile(
    rb"\s*+=\s*+(?P<value>(?:[\w\s()~+*-]|->|\.)*+[&|%^](?![&|=])[^;,{}=?:\"]*+)[;,]"
)
#: A difference that a variable gets: of names, and of members of what they name.
_DIFFERENCE = re.compile(
    rb"(?<![\w.>])(?P<name>[A-Za-z_]\w*+)\s*+=\s*+(?P<left>[A-Za-z_]\w*+(?:(?:\.|->)\w++)*+)"
    rb"\s*+-\s*+(?P<right>[A-Za-z_]\w*+(?:(?:\.|->)\w++)*+)\s*+;"
)
_POINTS = (b"*", b"]")
#: A macro of the project's that takes integers: its name, first parameter and body.
_MACRO = re.compile(
    rb"(?m)^[ \t]*+#[ \t]*+define[ \t]++(?P<name>[A-Z]\w*+)\((?P<first>\w++)[^)\n]*+\)"
    rb"(?P<body>[^\n]*+)"
)
#: A function of the project's that is declared: its name and parameters.
_FUNCTION = re.compile(
    rb"(?m)^[\w \t*]*?\b(?P<name>[A-Za-z_]\w*+)\((?P<parameters>[^(){};#]*+)\)\s*+[;{]"
)
_PARAMETER = re.compile(rb"\s*+(?:const\s++)?+(?P<type>%b)(?:\s++\w++)?+\s*+" % WIDE_TYPE.pattern)
_INTEGERS_ALONE = re.compile(rb"[%~^]|(?<!&)&(?!&)|(?<!\|)\|(?!\|)")


def type_as_number(lead: bytes, code: bytes, end: int, declared: Mapping[bytes, bytes]) -> bytes:
    """Return the cast of an address that is calculated with as an integer; empty where it is not.

    Args:
        lead: the code in front of it.
        code: the file's.
        end: offset behind it.
        declared: the types of variables.
    """
    minuend = _MINUEND.search(lead)
    if minuend and WIDE_TYPE.fullmatch(type_ := declared.get(minuend["operand"], b"")):
        return b"(%b)" % type_
    before = _BITS_BEFORE.search(lead)
    operand = before["operand"] if before else b""
    is_before = operand[:1].isdigit() or WIDE_TYPE.fullmatch(declared.get(operand, b""))
    is_free = not _SHIFT_BEFORE.search(lead) and not lead.rstrip().endswith(b")")  # of a cast
    is_after = is_free and BITS.match(code, end) is not None
    return NUMBER if is_before or is_after else b""


def made_of_bits(file: SourceFile, start: int) -> tuple[int, int, int] | None:
    """Return where the value of an address begins to be written, begins and ends, if of integers.

    Args:
        file: a source.
        start: offset behind the address, which may be assigned to.
    """
    value = _OF_BITS.match(file.code, start, start + SHORTEST)
    text = value["value"].rstrip() if value else b""
    if value is None or b"eviceptr" in text or text.count(b"(") != text.count(b")"):  # a cast
        return None
    first = value.start("value")
    return file.code.index(b"=", start) + 1, first, first + len(text)


def numbers_at(file: SourceFile, declared: Mapping[bytes, bytes]) -> dict[int, bytes]:
    """Return casts by offset: of differences that a number gets, and of arguments of macros."""
    addresses = {name for name, type_ in declared.items() if type_ == ADDRESS}
    if not addresses:
        return {}
    found = [*_differences(file, declared, addresses), *_rounded(file, addresses)]
    return dict([*found, *_passed(file, addresses)])


def _differences(
    file: SourceFile, declared: Mapping[bytes, bytes], addresses: set[bytes]
) -> Iterator[tuple[int, bytes]]:
    for match in _DIFFERENCE.finditer(file.code):
        of_addresses = {match["left"], match["right"]} & addresses
        type_ = declared.get(match["name"], b"")
        if len(of_addresses) != 1 or type_ in (b"", ADDRESS) or type_.endswith(_POINTS):
            continue
        other = match["right" if match["left"] in addresses else "left"]
        if other in declared:
            continue  # whose type is known
        yield match.start("left"), NUMBER
        yield match.start("right"), NUMBER


def _rounded(file: SourceFile, addresses: set[bytes]) -> Iterator[tuple[int, bytes]]:
    """Yield casts where a macro that calculates with bits is given an address first."""
    macros = {
        macro["name"]
        for data in (file.data, *headers_of(file).values())
        for macro in _MACRO.finditer(data)
        if macro["first"] in macro["body"] and _INTEGERS_ALONE.search(macro["body"])
    }
    for name in macros & file.names:
        for start in file.occurrences(name):
            opening = file.next(start + len(name))
            first = file.next(opening + 1)
            word = re.compile(rb"\w*+").match(file.code, first)
            if file.code[opening : opening + 1] != b"(" or not word or word[0] not in addresses:
                continue
            yield first, NUMBER
            before = re.search(rb"(?<![\w.>])(\w++)\s*+=\s*+\Z", file.code[:start][-SHORTEST:])
            if before and before[1] in addresses:
                yield start, _MADE


def _passed(file: SourceFile, addresses: set[bytes]) -> Iterator[tuple[int, bytes]]:
    """Yield casts where a function of the project's that takes an integer is given an address."""
    for name, types in _integer_parameters(file).items():
        for start in file.occurrences(name):
            call = call_at(file.code, start, start + len(name))
            for index, (first, end) in enumerate(call.arguments if call else ()):
                if index in types and file.code[first:end].strip() in addresses:
                    yield file.next(first), b"(%b)" % types[index]


def _integer_parameters(file: SourceFile) -> dict[bytes, dict[int, bytes]]:
    """Return the integers of 64 bits that functions of the file's headers take, by position.

    A function that is declared with other parameters, too, is none of them.
    """
    found: dict[bytes, set[bytes]] = {}
    for data in (file.data, *headers_of(file).values()):
        for match in _FUNCTION.finditer(data):
            if match["name"] in file.names:
                found.setdefault(match["name"], set()).add(match["parameters"])
    return {
        name: {
            index: parameter["type"]
            for index, text in enumerate(min(all_parameters).split(b","))
            if (parameter := _PARAMETER.fullmatch(text))
        }
        for name, all_parameters in found.items()
        if len({re.sub(rb"\s+", b"", one) for one in all_parameters}) == 1
    }
