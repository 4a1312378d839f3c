"""Texture references that are read as linear memory, in all files that are compiled together.

Source: CUDA Runtime API 11, "Texture Reference Management"; CUDA C++ Programming Guide 11, "Texture
Reference API".
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple
from weakref import WeakKeyDictionary

from porter.project.compiled_together import compiled_together
from porter.source import SourceFile
from porter.source.cpp.scopes import previous
from porter.source.text import lexer
from porter.source.text.brackets import split_arguments, template_arguments_end
from porter.source.text.languages import Language
from porter.source.text.lines import is_in_directive_line

_DECLARED = re.compile(rb"(?:\b(?P<static>static)\s+)?\btexture(?P<open>\s*<)")
#: What a linear reference is in a port that is converted once more.
_CONVERTED = re.compile(rb"\blinear_texture\s*+<")
_NAMES = re.compile(rb"\s*(?P<names>\w+(?:\s*,\s*\w+)*+)\s*;")
_NAME = re.compile(rb"\w+")
_ONE_DIMENSION = re.compile(rb"1|(?:cuda|hip)TextureType1D")
_ELEMENTS = re.compile(rb"(?:cuda|hip)ReadModeElementType")
_FETCHED = re.compile(rb"\btex1Dfetch\s*+\(\s*+(\w++)\s*+,")
_BOUND = re.compile(rb"\b(?:cuda|hip)BindTexture\s*+\([^,;]{1,80}+,\s*+&?+\s*+(\w++)\s*+[,)]")
#: What reads a one-dimensional array.
_SAMPLED = re.compile(rb"\btex1D(?:Lod|Grad|Layered)?+\s*+\(\s*+(\w++)\s*+,")
_BOUND_TO_ARRAY = re.compile(
    rb"\b(?:cuda|hip)BindTextureTo(?:Mipmapped)?Array\s*+\(\s*+&?+\s*+(\w++)\s*+[,)]"
)
#: What reads a texture of more dimensions, and what binds one.
_OF_OTHERS = re.compile(rb"\btex(?:2D|3D|Cubemap)\w*+\s*+\(\s*+(\w++)\s*+,")
_BOUND_OTHERS = re.compile(
    rb"\b(?:cuda|hip)BindTexture2D\s*+\([^,;()]{1,80}+,\s*+&?+\s*+(\w++)\s*+,"
)
_USES = (_FETCHED, _BOUND, _SAMPLED, _BOUND_TO_ARRAY, _OF_OTHERS, _BOUND_OTHERS)
#: What files have to mention to be looked at.
_WORDS = (
    b"tex1D",
    b"tex2D",
    b"tex3D",
    b"BindTexture",
    b"texture<",
    b"texture <",
    b"linear_texture",
)


class Declaration(NamedTuple):
    """One declaration of texture references.

    Attributes:
        start: offset of `static` or `texture`.
        type_start: offset of `texture`.
        element: where the type of the elements starts and ends.
        type_end: offset behind the `>`.
        names: the variables; none where the declaration is of another form.
        is_linear: what is declared may be bound to linear memory and read element by element.
        is_variable: the declaration is of variables alone, of the forms that CUDA has.
    """

    start: int
    type_start: int
    element: tuple[int, int]
    type_end: int
    names: tuple[bytes, ...]
    is_linear: bool
    is_variable: bool


def declarations(code: bytes) -> Iterator[Declaration]:
    """Yield the declarations of texture references in masked code."""
    for match in _DECLARED.finditer(code):
        end = template_arguments_end(code, match.end() - 1)
        if end is None:
            continue
        element, *rest = split_arguments(code, match.end(), end - 1)
        others = [code[start:stop] for start, stop in rest]
        named = _NAMES.match(code, end)
        is_variable = (
            len(others) <= 2 and named is not None and _begins_statement(code, match.start())
        )
        is_linear = (
            is_variable
            and (not others or _ONE_DIMENSION.fullmatch(others[0]) is not None)
            and (len(others) < 2 or _ELEMENTS.fullmatch(others[1]) is not None)
        )
        names = tuple(_NAME.findall(named["names"])) if named else ()
        yield Declaration(
            match.start(),
            match.start("open") - len(b"texture"),
            element,
            end,
            names,
            is_linear,
            is_variable,
        )


def _begins_statement(code: bytes, at: int) -> bool:
    """Tell whether nothing belongs to a declaration in front of the offset."""
    last = previous(code, at)
    return last < 0 or code[last] in b";{}" or is_in_directive_line(code, last)


class References(NamedTuple):
    """The texture references of files that are compiled together.

    Attributes:
        linear: those that are linear memory in all that is done with them.
        others: other ones that are bound or read.
    """

    linear: frozenset[bytes]
    others: frozenset[bytes]


class _Uses:
    """How the texture references of some files are declared and used, by name."""

    def __init__(self) -> None:
        self._linear: set[bytes] = set()
        self._others: set[bytes] = set()
        self._used: dict[re.Pattern[bytes], set[bytes]] = {one: set() for one in _USES}

    def add(self, code: bytes) -> None:
        """Note what a file declares and does."""
        for one in declarations(code):
            (self._linear if one.is_linear else self._others).update(one.names)
        for match in _CONVERTED.finditer(code):
            end = template_arguments_end(code, match.end() - 1)
            named = None if end is None else _NAMES.match(code, end)
            if named is not None:
                self._linear.update(_NAME.findall(named["names"]))
        for pattern, names in self._used.items():
            names.update(pattern.findall(code))

    def references(self) -> References:
        """Return the references; one bound to an array may be another's name in another branch."""
        used = self._used
        arrays = used[_SAMPLED] | (used[_BOUND_TO_ARRAY] - self._others)
        linear = self._linear & (used[_FETCHED] | used[_BOUND]) - arrays
        others = (self._linear | self._others) & set().union(*used.values()) - linear
        return References(frozenset(linear), frozenset(others))


_known: WeakKeyDictionary[SourceFile, References] = WeakKeyDictionary()


def references(file: SourceFile) -> References:
    """Return the texture references of the files that are compiled together with this one."""
    if file not in _known:
        uses = _Uses()
        uses.add(file.code)
        root = file.depend_on_tree()
        for _, data in compiled_together(root, file.path) if root is not None else ():
            if any(word in data for word in _WORDS):
                uses.add(lexer.mask(data, Language.CUDA))
        _known[file] = uses.references()
    return _known[file]
