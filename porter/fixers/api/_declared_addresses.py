"""Variables of device addresses and handles: which names a file declares with such a type."""

from __future__ import annotations

import re
from collections.abc import Collection

from porter.project.compiled_together import headers_of
from porter.source import SourceFile

ADDRESS = b"CUdeviceptr"
HANDLES = (
    b"cudaTextureObject_t",
    b"cudaSurfaceObject_t",
    b"CUtexObject",
    b"CUsurfObject",
)
#: How far around a name is looked.
SHORTEST = 200

_WIDE = (
    rb"(?:std\s*::\s*)?(?:u?int64_t|u?intptr_t|size_t|ptrdiff_t)"
    rb"|unsigned\s+long(?:\s+long)?(?:\s+int)?|long\s+long(?:\s+unsigned)?(?:\s+int)?"
    rb"|CUdeviceptr_v1"
)
#: A declaration: its type, and the name. What is a pointer, or an array, is another type.
_DECLARED = re.compile(
    rb"(?<![\w.>])(?:const\s+)?(?P<type>(?:%b)|[A-Za-z_]\w*)(?:\s+const)?(?P<stars>\s*[*&]+\s*|\s+)"
    rb"(?:const\s+)?(?P<name>[A-Za-z_]\w*)\s*(?P<then>[;=,)\[{])" % _WIDE
)
#: More names behind the first of a declaration.
_MORE = re.compile(rb"(?<!\w)CUdeviceptr\s++\w++(?P<names>(?:\s*+,\s*+\w++)++)\s*+;")
WIDE_TYPE = re.compile(_WIDE)
#: What is assigned to a name: that stands before it.
ASSIGNED = re.compile(rb"(?<!\w)(?P<name>[A-Za-z_]\w*+)\s*+=\s*+\Z")
_NO_TYPE = frozenset(
    b"return else case throw delete new goto typedef do in and or not sizeof struct class union "
    b"enum typename using namespace const".split()
)
#: What stands before a name that is declared, or a product or comparison of it.
_INTRODUCED = re.compile(
    rb"(?P<operator>[=!+\-/%|?&]\s*+)?+(?:>|(?<!\w)(?P<word>[A-Za-z_]\w*+))[\s*&]++\Z"
)


def of_headers(file: SourceFile) -> dict[bytes, bytes]:
    """Return the addresses and handles that headers of the project declare, members of classes.

    A name that they also declare with another type is none of them.
    """
    types: dict[bytes, set[bytes]] = {}
    for path, data in headers_of(file).items():
        if any(name in data for name in (ADDRESS, *HANDLES)):
            for name, type_ in declared_in(SourceFile(path, data)).items():
                if name in file.names:
                    types.setdefault(name, set()).add(type_)
    return {
        name: min(found)
        for name, found in types.items()
        if len(found) == 1 and min(found) in (ADDRESS, *HANDLES)
    }


def declared_in(file: SourceFile) -> dict[bytes, bytes]:
    """Return the variables of the file that all their declarations give the same type."""
    types: dict[bytes, set[bytes]] = {}
    for match in _DECLARED.finditer(file.code):
        if match["type"] not in _NO_TYPE and (match["then"] != b"[" or match["type"] == ADDRESS):
            type_ = match["type"] + match["stars"].strip()
            if match["then"] == b"[":
                type_ += b"[]"
            types.setdefault(match["name"], set()).add(type_)
    for match in _MORE.finditer(file.code):
        for name in match["names"].split(b",")[1:]:
            types.setdefault(name.strip(), set()).add(ADDRESS)
    for found in types.values():  # `mask & p` declares nothing where `mask` is a variable
        found -= {one for one in found if one[-1:] in b"*&" and one.rstrip(b"*&") in types}
    return {name: min(found) for name, found in types.items() if len(found) == 1}


def is_something_else_too(
    file: SourceFile, name: bytes, type_: bytes, numbers: Collection[bytes]
) -> bool:
    """Tell whether the file may declare a name with a type that is no single word, too."""
    for start in file.all_occurrences(name):
        before = _INTRODUCED.search(file.code[max(0, start - SHORTEST) : start])
        if before is None or before["operator"]:  # behind an operator stands an operand
            continue
        if before["word"] not in (type_, *_NO_TYPE, *numbers):
            return True
    return False
