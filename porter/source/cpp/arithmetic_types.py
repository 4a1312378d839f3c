"""The arithmetic type of an expression, where the text of its file shows it."""

from __future__ import annotations

import re

from porter.source.file import SourceFile
from porter.source.once import once_for_each_file
from porter.source.text.spans import Span

_WORDS = {
    b"int": b"int",
    b"int32_t": b"int",
    b"unsigned": b"unsigned",
    b"unsigned int": b"unsigned",
    b"uint": b"unsigned",
    b"uint32_t": b"unsigned",
    b"size_t": b"unsigned long",
    b"uint64_t": b"unsigned long",
    b"int64_t": b"long",
    b"ptrdiff_t": b"long",
    b"long": b"long",
    b"long long": b"long long",
    b"unsigned long": b"unsigned long",
    b"unsigned long long": b"unsigned long long",
    b"float": b"float",
    b"double": b"double",
    b"short": b"short",
    b"half": b"half",
    b"__half": b"half",
}
_COORDINATE = re.compile(rb"\b(?:threadIdx|blockIdx|blockDim|gridDim)\s*\.\s*[xyz]\b")
_NUMBER = re.compile(rb"(?<![\w.])(?:\d[\d']*\.?\d*(?:[eE][-+]?\d+)?|\.\d+)[\w]*")
_TOKEN = re.compile(rb"[A-Za-z_][\w]*|[-+*/%()]|\s+|\[|\]|.", re.DOTALL)
_NO_TYPE = (
    rb"(?!(?:return|else|case|throw|delete|new|goto|do|in|and|or|not|sizeof|const|constexpr|static"
    rb"|volatile|extern|register|inline|typename|struct|class|enum|using|namespace|__restrict__"
    rb"|__restrict)\b)"
)
_DECLARED = re.compile(
    rb"(?P<type>\b(?<!:)" + _NO_TYPE + rb"(?:unsigned\s++(?=(?:long|int|short|char)\b))?+"
    rb"(?:long\s++(?=(?:long|int|unsigned|double)\b))?+[A-Za-z_][\w:]*+)"
    rb"(?P<mark>(?:\s|[*&]|\b(?:const|__restrict__|__restrict)\b)++)"
    rb"(?P<name>" + _NO_TYPE + rb"[A-Za-z_]\w*+)(?P<array>\s*+\[)?+"
)


def arithmetic_type(file: SourceFile, span: Span) -> bytes | None:
    """Return the type of an expression in C's words (`unsigned long`), or None.

    A name has a type here only where all that the file declares under it have that type.

    Args:
        file: a file of C++ or CUDA.
        span: where the expression stands.
    """
    return _type_of(file, file.code[slice(*span)].strip())


def named_type(words: bytes) -> bytes | None:
    """Return the arithmetic type that `words` name, in C's words, or None."""
    return _WORDS.get(b" ".join(words.split()))


def element_type(file: SourceFile, name: bytes) -> bytes | None:
    """Return the type of a name, or of what it points to, in C's words, as `arithmetic_type`."""
    return _elements(file).get(name) or None


def declared_type(file: SourceFile, name: bytes) -> bytes | None:
    """Return the words of the type that a name, or what it points to, is declared with, or None.

    None where the file declares several things of several types under the name, or none.

    Args:
        file: a file of C++ or CUDA.
        name: of a variable, a parameter or a member.
    """
    return _type_words(file).get(name) or None


def _type_of(file: SourceFile, text: bytes) -> bytes | None:
    found: set[bytes] = set()
    text = _COORDINATE.sub(b" unsigned_coordinate ", text)
    for number in _NUMBER.findall(text):
        kind = _literal(number)
        if kind != b"int" or text == number:
            found.add(kind)
    text = _NUMBER.sub(b" 0 ", text)
    for token in _TOKEN.findall(text):
        if re.match(rb"[A-Za-z_]", token):
            kind = (
                b"unsigned" if token == b"unsigned_coordinate" else _declared(file).get(token, b"")
            )
            if not kind:
                return None
            found.add(kind)
        elif token not in (b"0", b"(", b")", b"+", b"-", b"*", b"/", b"%") and not token.isspace():
            return None
    return found.pop() if len(found) == 1 else None if found else b"int"


def _literal(number: bytes) -> bytes:
    """Return the type of a number as it is written."""
    lower = number.lower()
    is_hexadecimal = lower.startswith(b"0x")
    if not is_hexadecimal and (b"." in lower or b"e" in lower or lower.endswith(b"f")):
        return b"float" if lower.endswith(b"f") else b"double"
    suffix = lower.lstrip(b"0123456789abcdefx'" if is_hexadecimal else b"0123456789'")
    longs = b"long long" if b"ll" in suffix else b"long" if b"l" in suffix else b""
    if b"u" in suffix:
        return b"unsigned " + longs if longs else b"unsigned"
    return longs or b"int"


@once_for_each_file
def _declared(file: SourceFile) -> dict[bytes, bytes]:
    """Return name -> type of what the file declares under one arithmetic type alone."""
    return _by_name(file, with_pointers=False)


@once_for_each_file
def _elements(file: SourceFile) -> dict[bytes, bytes]:
    return _by_name(file, with_pointers=True)


@once_for_each_file
def _type_words(file: SourceFile) -> dict[bytes, bytes]:
    found: dict[bytes, bytes] = {}
    for match in _DECLARED.finditer(file.code):
        words, name = b" ".join(match["type"].split()), match["name"]
        found[name] = words if found.get(name, words) == words else b""
    return found


def _by_name(file: SourceFile, *, with_pointers: bool) -> dict[bytes, bytes]:
    found: dict[bytes, bytes] = {}
    for match in _DECLARED.finditer(file.code):
        words = b" ".join(match["type"].split())
        is_value = with_pointers or (b"*" not in match["mark"] and not match["array"])
        kind = _WORDS.get(words, b"") if is_value else b""
        name = match["name"]
        found[name] = kind if found.get(name, kind) == kind else b""
    return found
