"""Numbers that a file gives in figures: literals, constants, what is computed of such.

Constants are macros, `const` and `constexpr` variables and enumerators, of the file or of a header
of the project that it includes.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from porter.project.compiled_together import headers_of
from porter.source import SourceFile
from porter.source.once import once_for_each_file
from porter.source.preprocessor.expressions import integer
from porter.source.text.brackets import closing, split_arguments

#: Constants that are made of constants.
_DEPTH = 4
_TYPE = (
    rb"(?:std[ \t]*+::[ \t]*+)?+(?:u?int(?:8|16|32|64)?(?:_t)?|size_t|short|long(?:[ \t]+long)?"
    rb"|unsigned(?:[ \t]+(?:int|long))*)"
)
#: `static_cast<int>(…)`, `int(…)`, `size_t{…}` and `(int)`, which leave a number what it is.
_CAST = re.compile(
    rb"\bstatic_cast[ \t]*+<[ \t]*+" + _TYPE + rb"[ \t]*+>|\([ \t]*+" + _TYPE + rb"[ \t]*+\)"
    rb"|\b" + _TYPE + rb"(?=[ \t]*+[({])"
)
_NAME = re.compile(
    rb"(?<![\w.'])(?:::[ \t]*+)?((?:[A-Za-z_]\w*+[ \t]*+::[ \t]*+){0,9}+)([A-Za-z_]\w*+)"
)
_SCOPE = (
    rb"\b(?:struct|class|union|namespace|enum(?:[ \t]+(?:class|struct))?)[ \t\r\n]+"
    rb"(?:\w+[ \t]+){0,9}?"
)
_PLAIN_NAME = re.compile(rb"[A-Za-z_]\w*")
#: What a variable is given, or that it is given something (`+=`).
_GIVEN = re.compile(
    rb"[ \t]*+(?:=(?!=)([^;,=]{1,200}+)[;,]|\{([^;,={}]{1,200}+)\}"
    rb"|(?:[-+*/%|&^]|<<|>>)?+=(?!=)|\+\+|--)"
)
_BRACES = bytes.maketrans(b"{}", b"()")


def known_number(file: SourceFile, written: bytes) -> int | None:
    """Return the value of an expression of literals and constants; None of what is more than that.

    Args:
        file: the file that has the expression.
        written: the expression, of masked code.
    """
    return _value(file, written, _DEPTH)


@once_for_each_file
def given_number(file: SourceFile, written: bytes) -> int | None:
    """Return a known number, or that of a variable which is given this one number everywhere.

    That is by the file, or by the headers of the project that it includes. What a call writes
    through the variable's address is not looked at.
    """
    number = known_number(file, written)
    name = written.strip().rpartition(b"::")[2]
    if number is not None or not _PLAIN_NAME.fullmatch(name):
        return number
    values = set(_given(file, name)) or {
        value for header in _headers(file) if name in header.data for value in _given(header, name)
    }
    return values.pop() if len(values) == 1 else None


def _given(file: SourceFile, name: bytes) -> Iterator[int | None]:
    """Yield what a file gives a variable; None for what is no number, or one by default."""
    for start in file.occurrences(name):
        match = _GIVEN.match(file.code, start + len(name))
        if match is None:
            continue
        before = file.code[file.statement_start(start) : start]
        is_parameter = before.count(b"(") > before.count(b")")
        value = match[1] or match[2]
        is_plain = value is not None and not is_parameter and not file.is_member(start)
        yield known_number(file, value) if is_plain else None


@once_for_each_file
def _value(file: SourceFile, written: bytes, depth: int) -> int | None:
    """Return the value of an expression whose constants are made of `depth` others at most."""
    plain = _CAST.sub(b"", written)
    parts = []
    at = 0
    for match in _NAME.finditer(plain):
        number = _constant(file, match[1], match[2], depth - 1) if depth else None
        if number is None:
            return None
        parts += [plain[at : match.start()], b"(%d)" % number]
        at = match.end()
    return integer((b"".join(parts) + plain[at:]).translate(_BRACES))


def _constant(file: SourceFile, scope: bytes, name: bytes, depth: int) -> int | None:
    """Return the value of a constant, where all definitions of it say the same."""
    if not scope and _is_parameter(file, name):
        return None
    values = set(_defined(file, scope, name))
    if not values:
        values = {
            value
            for header in _headers(file)
            if name in header.data
            for value in _defined(header, scope, name)
        }
    numbers = {_value(file, value, depth) for value in values}
    return numbers.pop() if len(numbers) == 1 else None


@once_for_each_file
def _headers(file: SourceFile) -> tuple[SourceFile, ...]:
    """Return the headers of the project that a file includes."""
    return tuple(SourceFile(path, data) for path, data in headers_of(file).items())


def _defined(file: SourceFile, scope: bytes, name: bytes) -> Iterator[bytes]:
    """Yield what a file gives a constant, wherever it defines one of that name."""
    code = file.code
    start, end = 0, len(code)
    if scope:
        within = re.findall(rb"\w+", scope)[-1]
        found = list(re.finditer(_SCOPE + within + rb"\b[^;{}()=]{0,400}\{", code))
        close = closing(code, found[0].end() - 1) if len(found) == 1 else None
        if close is None:
            return
        start, end = found[0].end(), close
    for match in re.finditer(
        rb"#[ \t]*define[ \t]+" + name + rb"[ \t]+((?:[^\r\n\\]|\\\r?\n)+)"
        rb"|\b(?:const|constexpr)\b[^;(){}=]{0,200}(?:=[^;(){}]{0,200},[ \t]*)?\b"
        + name
        + rb"[ \t\r\n]*(?:=[ \t\r\n]*([^;,]+)[;,]|\{([^;{}]+)\})",
        code[start:end],
    ):
        yield next(value for value in match.groups() if value is not None).strip()
    if b"enum" in file.names:
        for match in re.finditer(rb"\benum\b[^;{}()=]{0,200}+\{([^{}]*)\}", code):
            if start <= match.end() - 1 <= end:
                yield from _enumerated(match[1], name)


def _enumerated(members: bytes, name: bytes) -> Iterator[bytes]:
    """Yield what an enumeration gives one of its members, where it says so."""
    for start, end in split_arguments(members, 0, len(members)):
        member, equals, value = members[start:end].partition(b"=")
        if equals and member.strip() == name:
            yield value.strip()


def _is_parameter(file: SourceFile, name: bytes) -> bool:
    """Tell whether a template somewhere in the file has a parameter of that name."""
    found = re.search(
        rb"\btemplate[ \t\r\n]*+<[^;(){}]{0,400}\b" + name + rb"\b[ \t\r\n]*[,>=]", file.code
    )
    return found is not None
