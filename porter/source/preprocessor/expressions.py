"""Evaluates the expressions of `#if`, where macros may be unknown.

Source: C++20, [cpp.cond].
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from enum import Enum

_TOKEN = re.compile(
    rb"[A-Za-z_]\w*|[0-9][\w'.]*"
    rb"|\|\||&&|[=!<>]=|<<|>>|[-+*/%<>!~^&|?:(),]"
)
#: Words that C++ takes for operators, in `#if` too ([lex.digraph] of C++20).
_OPERATOR_WORDS = {
    b"and": b"&&",
    b"or": b"||",
    b"not": b"!",
    b"bitand": b"&",
    b"bitor": b"|",
    b"xor": b"^",
    b"compl": b"~",
    b"not_eq": b"!=",
}


class Macro(Enum):
    """What may be known of a macro beside its value."""

    UNDEFINED = "undefined"
    DEFINED = "defined, value unknown"


#: Parentheses in one another that an expression may have.
_DEEPEST = 40
#: Beyond this no value of the preprocessor lies.
_BITS = 64

World = Mapping[bytes, "int | Macro"]


def integer(text: bytes) -> int | None:
    """Return the value of an expression of integer literals; None when it is more than that."""
    return Expression(text, {}).value() if text.strip() else None


def is_defined(name: bytes, world: World) -> bool | None:
    """Tell whether a macro is defined; None when the world does not say."""
    known = world.get(name)
    return None if known is None else known is not Macro.UNDEFINED


class _TooDeep(Exception):
    """Parentheses and conditional operators in one another, more than people write."""


class Expression:
    """A preprocessor expression, evaluated while it is read ([cpp.cond] of C++20).

    Integers only; None stands for a value that is unknown.

    Args:
        text: the expression, of masked code.
        world: what is known of macros.
    """

    _LEVELS: tuple[tuple[bytes, ...], ...] = (
        (b"||",),
        (b"&&",),
        (b"|",),
        (b"^",),
        (b"&",),
        (b"==", b"!="),
        (b"<", b">", b"<=", b">="),
        (b"<<", b">>"),
        (b"+", b"-"),
        (b"*", b"/", b"%"),
    )

    def __init__(self, text: bytes, world: World) -> None:
        self._tokens = [_OPERATOR_WORDS.get(token, token) for token in _TOKEN.findall(text)]
        self._at = 0
        self._depth = 0
        self._world = world

    def value(self) -> int | None:
        """Return the value, None when it is unknown or the text is no expression."""
        try:
            result = self._ternary()
        except _TooDeep:
            return None
        return result if self._at == len(self._tokens) else None

    def _peek(self) -> bytes:
        return self._tokens[self._at] if self._at < len(self._tokens) else b""

    def _take(self, *wanted: bytes) -> bytes:
        token = self._peek()
        if token in wanted:
            self._at += 1
            return token
        return b""

    def _ternary(self) -> int | None:
        self._depth += 1
        if self._depth > _DEEPEST:
            raise _TooDeep
        value = self._choice()
        self._depth -= 1
        return value

    def _choice(self) -> int | None:
        test = self._binary(0)
        if not self._take(b"?"):
            return test
        yes = self._ternary()
        self._take(b":")
        no = self._ternary()
        if test is None:
            return yes if yes == no else None
        return yes if test else no

    def _binary(self, level: int) -> int | None:
        if level == len(self._LEVELS):
            return self._unary()
        left = self._binary(level + 1)
        while operator := self._take(*self._LEVELS[level]):
            left = _combine(operator, left, self._binary(level + 1))
        return left

    def _unary(self) -> int | None:
        operators: list[bytes] = []
        while operator := self._take(b"!", b"-", b"~", b"+"):
            operators.append(operator)
        value = self._operand()
        for operator in reversed(operators):
            if value is None:
                break
            value = {b"!": int(not value), b"-": -value, b"~": ~value, b"+": value}[operator]
        return value

    def _operand(self) -> int | None:
        if self._take(b"("):
            value = self._ternary()
            self._take(b")")
            return value
        return self._primary()

    def _primary(self) -> int | None:
        token = self._peek()
        self._at += 1
        if token == b"defined":
            parenthesis = self._take(b"(")
            name = self._peek()
            self._at += 1
            if parenthesis:
                self._take(b")")
            known = is_defined(name, self._world)
            return None if known is None else int(known)
        if token[:1].isdigit():
            return _number(token)
        if self._peek() == b"(" and token:
            self._skip_arguments()
            return None
        known_value = self._world.get(token)
        if known_value is Macro.UNDEFINED:
            return 0
        return known_value if isinstance(known_value, int) else None

    def _skip_arguments(self) -> None:
        depth = 0
        while token := self._peek():
            self._at += 1
            depth += (token == b"(") - (token == b")")
            if depth == 0:
                return


def _number(token: bytes) -> int | None:
    digits = token.rstrip(b"uUlLzZ").replace(b"'", b"")
    try:
        if digits[:2].lower() != b"0x" and len(digits) > 1 and digits[:1] == b"0":
            return int(digits, 8)
        return int(digits, 0)
    except ValueError:
        return None


def _combine(operator: bytes, left: int | None, right: int | None) -> int | None:
    if operator == b"||":
        if left or right:
            return 1
        return None if left is None or right is None else 0
    if operator == b"&&":
        if left == 0 or right == 0:
            return 0
        return None if left is None or right is None else 1
    if left is None or right is None:
        return None
    value = _arithmetic(operator, left, right)
    return value if value is not None and value.bit_length() <= _BITS else None


def _arithmetic(operator: bytes, left: int, right: int) -> int | None:
    if operator in (b"/", b"%"):
        if right == 0:
            return None
        quotient = abs(left) // abs(right) * (1 if (left < 0) == (right < 0) else -1)
        return quotient if operator == b"/" else left - quotient * right
    if operator in (b"<<", b">>") and not 0 <= right < 64:
        return None
    return {
        b"|": left | right,
        b"^": left ^ right,
        b"&": left & right,
        b"==": int(left == right),
        b"!=": int(left != right),
        b"<": int(left < right),
        b">": int(left > right),
        b"<=": int(left <= right),
        b">=": int(left >= right),
        b"<<": left << right if operator == b"<<" else 0,
        b">>": left >> right if operator == b">>" else 0,
        b"+": left + right,
        b"-": left - right,
        b"*": left * right,
    }[operator]
