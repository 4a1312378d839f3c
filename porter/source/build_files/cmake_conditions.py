"""Decides CMake's `if`, where the values that it asks for are known; else it may be either.

What describes the machine is known, since a port is compiled by clang on Linux; so are the options
of the project, by their defaults. What an option says about GPUs is not taken for known: a port
exists to be built for them. Source: CMake's manual, cmake-commands(7), "if".
"""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Mapping, Sequence

from porter.source.build_files.cmake import Command, Form

#: What a name is worth: words, or None where it is not known.
Values = Mapping[str, Sequence[str]]

_TRUE = re.compile(r"(?i:1|on|yes|true|y)|-?0*[1-9]\d*(?:\.\d+)?")
_FALSE = re.compile(r"(?i:0|off|no|false|n|ignore|(?:.+-)?notfound)|")
_REFERENCE = re.compile(r"\$\{([\w./+-]+)\}")
#: Whose value is for the port to choose; whether a package is there is none.
FOR_GPUS = re.compile(r"(?i:cuda|hip|rocm|amd|nvcc|nvidia|(?<![a-z])gpu)|Gpu")
#: A variable as conditions compare it: `BACKEND`, `${BACKEND}`, `"${BACKEND}"`.
CHOSEN = re.compile(rb"\"?(?:\$\{)?([A-Za-z_]\w*+)\}?\"?")
_FOUND = re.compile(r"_FOUND\Z")
#: What a port finds, which is built where there is ROCm, whichever side is chosen.
_IS_HERE = re.compile(r"_FOUND\Z|_COMPILER\Z")
#: What clang on Linux makes of names that CMake itself sets; an empty one is not set there.
_MACHINE = {
    **dict.fromkeys(("UNIX", "LINUX"), "1"),
    **dict.fromkeys(
        "MSVC WIN32 APPLE IOS ANDROID MINGW MSYS CYGWIN XCODE EMSCRIPTEN BORLAND CYGWIN BSD "
        "CMAKE_COMPILER_IS_GNUCC CMAKE_COMPILER_IS_GNUCXX CMAKE_CROSSCOMPILING".split(),
        "",
    ),
    "CMAKE_SYSTEM_NAME": "Linux",
    "CMAKE_HOST_SYSTEM_NAME": "Linux",
    **{f"CMAKE_{language}_COMPILER_ID": "Clang" for language in ("C", "CXX", "HIP")},
}
#: Versions of what builds a port, the first and the last that there may be.
_VERSIONS = {
    **dict.fromkeys(("HIP_VERSION", "hip_VERSION"), ("6.4", "7.9")),
    "CMAKE_VERSION": ("3.21", "4.99"),  # which know HIP as a language
}
_VERSION = re.compile(r"\d{1,9}(?:\.\d{1,9}){0,3}")
#: Patterns that take no time, whoever wrote them.
_SIMPLE = re.compile(r"[\w|^$ /-]*")
#: Conditions of more words are not read.
_MOST_WORDS = 200
#: Tests of one word, and of two, whose answer is not known.
_UNARY = frozenset(
    "EXISTS COMMAND DEFINED TARGET POLICY TEST IS_DIRECTORY IS_SYMLINK IS_ABSOLUTE".split()
)
_BINARY = frozenset(
    "STREQUAL MATCHES LESS GREATER EQUAL LESS_EQUAL GREATER_EQUAL STRLESS STRGREATER STRLESS_EQUAL "
    "STRGREATER_EQUAL VERSION_LESS VERSION_GREATER VERSION_EQUAL VERSION_LESS_EQUAL "
    "VERSION_GREATER_EQUAL IN_LIST PATH_EQUAL IS_NEWER_THAN".split()
)
#: Comparisons of versions.
_ORDERS: Mapping[str, Callable[[list[int], list[int]], bool]] = {
    "VERSION_LESS": operator.lt,
    "VERSION_GREATER": operator.gt,
    "VERSION_EQUAL": operator.eq,
    "VERSION_LESS_EQUAL": operator.le,
    "VERSION_GREATER_EQUAL": operator.ge,
}


def condition(
    command: Command, data: bytes, values: Values, side: re.Pattern[str] | None = None
) -> bool | None:
    """Return whether the condition of an `if` or `elseif` holds; None where that is not known.

    Args:
        command: the command.
        data: the bytes of its file, from which parentheses are read.
        values: the variables where it stands.
        side: if given, what is for the port to choose is on where its name matches, else off.
    """
    words: list[tuple[str, bool]] = []
    at = command.open + 1
    for argument in command.arguments:
        words += _parentheses(data[at : argument.start])
        text = argument.value.decode("utf-8", "replace")
        words.append((text, argument.form is Form.UNQUOTED))
        at = argument.end
    words += _parentheses(data[at : command.close])
    if len(words) > _MOST_WORDS:
        return None
    reader = _Condition(words, values, side)
    found = reader.either()
    return found if not reader.left else None


def _parentheses(between: bytes) -> list[tuple[str, bool]]:
    return [(chr(byte), True) for byte in between if byte in b"()"]


class _Condition:
    """The words of a condition, each with whether it is unquoted, read from left to right."""

    def __init__(
        self, words: list[tuple[str, bool]], values: Values, side: re.Pattern[str] | None
    ) -> None:
        self.left = words[::-1]
        self._values = values
        self._side = side

    def either(self) -> bool | None:
        found = self._all()
        while self._takes("OR"):
            found = negated(both(negated(found), negated(self._all())))
        return found

    def _all(self) -> bool | None:
        found = self._one()
        while self._takes("AND"):
            found = both(found, self._one())
        return found

    def _one(self) -> bool | None:
        if self._takes("NOT"):
            return negated(self._one())
        if self._takes("("):
            found = self.either()
            return found if self._takes(")") else None
        if not self.left:
            return None
        word = self.left.pop()
        if word[0] in _UNARY and word[1] and self.left:
            self.left.pop()
            return None
        follows = self.left[-1][0] if self.left and self.left[-1][1] else ""
        if follows in _BINARY:
            self.left.pop()
            other = self.left.pop() if self.left else ("", False)
            return self._compare(word, follows, other)
        return self._holds(*word)

    def _takes(self, word: str) -> bool:
        if self.left and self.left[-1] == (word, True):
            self.left.pop()
            return True
        return False

    def _compare(self, word: tuple[str, bool], how: str, other: tuple[str, bool]) -> bool | None:
        if how.startswith("VERSION_"):
            return self._compare_versions(word, how, other)
        first = None if self._is_unknown(*word) else self._text(*word)
        second = self._expanded(other[0]) if how == "MATCHES" else self._text(*other)
        if first is None or second is None:
            return None
        if how == "MATCHES" and _SIMPLE.fullmatch(second):
            return re.search(second, first) is not None
        return first == second if how == "STREQUAL" else None

    def _is_unknown(self, text: str, is_unquoted: bool) -> bool:
        """Tell whether the first word of a comparison must be a variable of which nothing is known.

        To CMake it is the word itself where there is no variable so called.
        """
        if not is_unquoted or not CHOSEN.fullmatch(text.encode()):
            return False
        return text not in self._values and text not in _MACHINE

    def _compare_versions(
        self, word: tuple[str, bool], how: str, other: tuple[str, bool]
    ) -> bool | None:
        """Return what holds of every version that there may be on either side."""
        found = {
            _ORDERS[how](first, second)
            for first in self._versions(*word)
            for second in self._versions(*other)
        }
        return found.pop() if len(found) == 1 else None

    def _versions(self, text: str, is_unquoted: bool) -> list[list[int]]:
        name = text[2:-1] if _REFERENCE.fullmatch(text) else text
        if name in _VERSIONS and (name != text or is_unquoted):
            return [_version(one) for one in _VERSIONS[name]]
        found = self._text(text, is_unquoted)
        return [_version(found)] if found is not None and _VERSION.fullmatch(found) else []

    def _holds(self, text: str, is_unquoted: bool) -> bool | None:
        expanded = self._expanded(text)
        if expanded is None:
            return None
        constant = _constant(expanded)
        if constant is not None or not is_unquoted:
            return constant or False
        value = self._value(expanded)
        return None if value is None else not _FALSE.fullmatch(value)

    def _text(self, text: str, is_unquoted: bool) -> str | None:
        """Return what stands on a side of a comparison: the value of a variable so called."""
        expanded = self._expanded(text)
        if expanded is None or not is_unquoted:
            return expanded
        if expanded in _MACHINE or expanded in self._values:
            return self._value(expanded)
        return expanded

    def _expanded(self, text: str) -> str | None:
        while match := _REFERENCE.search(text):
            value = self._value(match[1])
            if value is None or "${" in value:
                return None
            text = text[: match.start()] + value + text[match.end() :]
        return None if "$" in text else text

    def _value(self, name: str) -> str | None:
        if name in _MACHINE:
            return _MACHINE[name]
        if self._side is not None and FOR_GPUS.search(name):
            return "ON" if self._side.search(name) or _IS_HERE.search(name) else "OFF"
        # Where things are built is not where the sources are, as the variables have it.
        is_known = name in self._values and not name.endswith("BINARY_DIR")
        if not is_known or (FOR_GPUS.search(name) and not _FOUND.search(name)):
            return None
        return ";".join(self._values[name])


def _constant(text: str) -> bool | None:
    return True if _TRUE.fullmatch(text) else False if _FALSE.fullmatch(text) else None


def _version(text: str) -> list[int]:
    return [int(part) for part in (text + ".0.0.0").split(".")][:4]


def negated(one: bool | None) -> bool | None:
    """Return the opposite of what may not be known."""
    return None if one is None else not one


def both(one: bool | None, other: bool | None) -> bool | None:
    """Tell whether two things hold that may not be known."""
    if one is False or other is False:
        return False
    return None if one is None or other is None else True
