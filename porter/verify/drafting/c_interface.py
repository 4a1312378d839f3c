"""The functions of a project's C interface, which Python calls by `ctypes`: `extern "C"`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import partial
from typing import NamedTuple

from porter.source.file import SourceFile
from porter.source.text.bracket_pairs import bracket_pairs
from porter.verify.drafting.c_structs import Struct, structs
from porter.verify.drafting.c_types import type_names
from porter.verify.drafting.dtypes import dtype_of

_LINKAGE = re.compile(rb'\bextern\s++"[ C]"\s*+')
#: A macro by which a project writes it.
_MACRO = re.compile(rb'^[ \t]*+#[ \t]*+define[ \t]++(\w++)[^\n]*?\bextern\s++"C"', re.MULTILINE)
_DIRECTIVE = re.compile(rb"^[ \t]*+#(?:[^\\\n]|\\.)*+", re.MULTILINE | re.DOTALL)
_HEAD = re.compile(rb"(?<![\w.>])([A-Za-z_][\w \t\r\n*&:]*?[\s*&])(\w++)\s*+\(")
_BEHIND = re.compile(rb"(?:\s|noexcept\b|throw\s*\(\s*\))*+([;{]?)")
_WORDLESS = re.compile(
    r"\b(?:const|volatile|struct|enum|__restrict(?:__)?|restrict|std|thrust)\b|::"
)
#: A library does not offer it.
_OWN = re.compile(r"\b(?:static|inline|__(?:force)?inline__|__device__|__global__)\b")
_TYPE_WORD = re.compile(r"[\w:<>]++")
#: Types of C by their words in order; those without a sign are drawn as the signed ones.
_WORDS = {
    "char": "int8", "charsigned": "int8", "charunsigned": "uint8", "short": "int16",
    "shortunsigned": "int16", "unsigned": "int32", "intunsigned": "int32", "uint": "int32",
    "uint32_t": "int32", "uint16_t": "int16", "longunsigned": "int64", "longlong": "int64",
    "longlongunsigned": "int64", "intlong": "int64", "uint64_t": "int64", "size_t": "int64",
    "cuComplex": "complex64", "cuFloatComplex": "complex64", "cufftComplex": "complex64",
    "cuDoubleComplex": "complex128", "cufftDoubleComplex": "complex128", "cufftReal": "float32",
    "half": "float16", "__half": "float16", "__nv_bfloat16": "bfloat16", "nv_bfloat16": "bfloat16",
}  # fmt: skip


class CParameter(NamedTuple):
    """A parameter of a C function.

    Attributes:
        name: as written; a case may have to call it otherwise.
        dtype: the type of the number, or of those behind the pointer; "" for another type.
        is_pointer: it points to numbers.
        is_const: what it points to is only read.
        type: as written.
        struct: what it points to or is, where that is a struct that can be made; None for others.
        values: what a number is drawn from; empty where its name tells.
    """

    name: str
    dtype: str
    is_pointer: bool
    is_const: bool
    type: str
    struct: Struct | None = None
    values: tuple[object, ...] = ()

    @property
    def handle(self) -> str:
        """What it is called by its type where that is no number: `Plan*`, `plan_t`, `void**`."""
        return "" if self.dtype else handle_of(self.type)


class CFunction(NamedTuple):
    """A function that a shared library offers.

    Attributes:
        name: of the function.
        parameters: in order.
        place: file and line of its declaration.
        source: the file of its definition; "" where none is there.
        body: the definition's masked text.
        returns: the type of the number that it returns; "" for nothing, or what is none.
        hands_out: what it returns where that is no number, as `CParameter.handle` has it.
        room: how many numbers are behind each pointer at least, as an expression; "" for none.
    """

    name: str
    parameters: tuple[CParameter, ...]
    place: str
    source: str
    body: str
    returns: str = ""
    hands_out: str = ""
    room: str = ""

    @property
    def takes_memory(self) -> bool:
        """Whether it takes pointers to numbers, or structs that hold some."""
        return any(one.is_pointer or one.struct for one in self.parameters)


def handle_of(type_: str) -> str:
    """Return a type as it is told from others: without qualifiers and blanks.

    Args:
        type_: as written.
    """
    return "".join(_WORDLESS.sub(" ", type_).split())


def c_functions(files: Iterable[SourceFile]) -> list[CFunction]:
    """Return the functions of C linkage that are defined in CUDA sources."""
    listed = list(files)
    types = type_names(listed)
    known = structs(listed, partial(_dtype, types=types))
    declared: dict[str, tuple[str, str, str]] = {}
    for file in listed:
        for name, returns, text, line in _declared(file):
            declared.setdefault(name, (returns, text, f"{file.path}:{line}"))
    found = []
    for name, (returns, text, place) in declared.items():
        defined = _definition(name, listed)
        parameters = tuple(_parameters(text, types, known))
        if defined is None or _OWN.search(returns):
            continue
        if not all(one.name for one in parameters):  # a header may leave names out
            parameters = tuple(_parameters(defined.parameters, types, known))
        is_pointer = "*" in returns
        given = "" if is_pointer else _dtype(_last_type(returns), types)
        is_number = bool(_dtype(_last_type(returns), types))
        handle = "" if is_number else handle_of(_last_type(returns) + "*" * returns.count("*"))
        handle = "" if handle == "void" else handle
        found.append(CFunction(name, parameters, place, *defined[::2], given, handle))
    return found


def _last_type(text: str) -> str:
    """Return what a function returns: it stands last in front of its name, behind attributes."""
    words = _TYPE_WORD.findall(text)
    first = len(words) - 1
    while first and words[first - 1] in ("unsigned", "long"):
        first -= 1
    return " ".join(words[first:])


class _Defined(NamedTuple):
    """Where a function is defined: the source, and the masked text of parameters and body."""

    source: str
    parameters: str
    body: str


def _declared(file: SourceFile) -> Iterator[tuple[str, str, str, int]]:
    """Yield the functions that a file gives C linkage.

    Yields:
        Name, what is in front of it, parameters as written, line.
    """
    code = _DIRECTIVE.sub(lambda match: b" " * len(match[0]), file.code)
    pairs = bracket_pairs(code)
    for start, end in _regions(file, code):
        at = start
        while (head := _HEAD.search(code, at, end)) is not None:
            close = pairs[head.end() - 1]
            behind = _BEHIND.match(code, close + 1) if close else None
            if behind is None:
                return
            at = behind.end()
            if not behind[1]:  # such as an attribute, or a call in what is no declaration
                at = close + 1
                continue
            if behind[1] == b"{":
                at = pairs[behind.end() - 1] or end
            text = code[head.end() : close].decode("utf-8", "replace")
            line = code.count(b"\n", 0, head.start(2)) + 1
            yield head[2].decode(), head[1].decode(), text, line


def _regions(file: SourceFile, code: bytes) -> Iterator[tuple[int, int]]:
    """Yield the parts of a file that have C linkage."""
    pairs = bracket_pairs(code)
    marks = [match.end() for match in _LINKAGE.finditer(code)
             if b'"C"' in file.data[match.start() : match.end()]]  # fmt: skip
    for name in set(_MACRO.findall(file.data)):
        marks += [match.end() for match in re.finditer(rb"\b" + name + rb"\b\s*+", code)]
    for at in sorted(marks):
        if code[at : at + 1] == b"{":
            yield at + 1, pairs[at] or len(code)
            continue
        ends = [place for place in (code.find(b";", at), code.find(b"{", at)) if place >= 0]
        if ends:
            yield at, min(ends) + 1


def _parameters(
    text: str, types: Mapping[str, str], known: Mapping[str, Struct]
) -> Iterator[CParameter]:
    for part in re.sub(r"\\\r?\n", " ", text).split(","):
        words = " ".join(part.partition("=")[0].split())
        if not words or words == "void":
            continue
        is_array = words.endswith("]")
        match = re.fullmatch(r"(.*?[\s*&])?(\w+)\s*(?:\[\w*\])?", words)
        type_, name = (match[1] or "", match[2]) if match else (words, "")
        if not type_ or _dtype(name, types):  # it has no name
            type_, name = words, ""
        stars = type_.count("*") + is_array
        dtype = _dtype(type_, types)
        named = _WORDLESS.sub("", type_.replace("*", " ").replace("&", " ")).split()
        struct = known.get(types.get(named[0], named[0])) if len(named) == 1 else None
        yield CParameter(
            name, dtype if stars < 2 else "", bool(dtype) and stars == 1,
            type_.lstrip().startswith("const") or " const *" in type_, type_.strip(),
            struct if stars < 2 else None,
        )  # fmt: skip


def _dtype(type_: str, types: Mapping[str, str]) -> str:
    """Return the type of the numbers that a type of C is, or points to; "" for another."""
    words = _WORDLESS.sub("", type_.replace("*", " ")).split()
    words = " ".join(types.get(one, one) for one in words).split()
    bare = "".join(sorted(words))
    return _WORDS.get(bare) or dtype_of(bare)


def _definition(name: str, files: Iterable[SourceFile]) -> _Defined | None:
    """Return how a CUDA source defines a function; None when none does."""
    pattern = re.compile(rb"(?<![\w.:>])" + name.encode() + rb"\s*+\(")
    for file in files:
        if not file.path.endswith(".cu"):
            continue
        pairs = bracket_pairs(file.code)
        for match in pattern.finditer(file.code):
            close = pairs[match.end() - 1]
            behind = _BEHIND.match(file.code, close + 1) if close else None
            if behind is not None and behind[1] == b"{":
                texts = (file.code[match.end() : close],
                         file.code[behind.end() : pairs[behind.end() - 1] or None])  # fmt: skip
                return _Defined(file.path, *(one.decode("utf-8", "replace") for one in texts))
    return None
