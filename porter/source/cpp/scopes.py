"""What qualifies a name in C++ code: a member access, a scope, or nothing."""

from __future__ import annotations

import re

from porter.source.text.runs import run_start, word_start

_BLANKS = b" \t\r\n\\"
#: Words that may stand before `::name` without being a scope: keywords, and what looks like one.
_NO_SCOPE = frozenset(
    b"return co_return co_yield co_await throw case else do new delete sizeof alignof typeid goto "
    b"const constexpr consteval constinit static inline extern volatile mutable typename typedef "
    b"using operator struct class union enum friend public private protected virtual explicit "
    b"register thread_local unsigned signed auto default if while and or not xor bitand bitor "
    b"compl and_eq or_eq xor_eq not_eq noexcept requires restrict".split()
)
_ATTRIBUTE = re.compile(rb"__\w+__\Z")
_CAPITALS = re.compile(rb"[A-Z_][A-Z0-9_]+\Z")


def previous(code: bytes, offset: int) -> int:
    """Return the offset of the last byte of code before `offset` that is no blank, or -1."""
    return run_start(code, offset, _BLANKS) - 1


def is_member(code: bytes, offset: int) -> bool:
    """Tell whether the name at `offset` is reached through `.` or `->`."""
    at = _before_template(code, offset)
    if code[at : at + 1] == b".":
        return at < 2 or code[at - 2 : at + 1] != b"..."
    return at >= 1 and code[at - 1 : at + 1] == b"->"


def qualifier(code: bytes, offset: int) -> bytes | None:
    """Return what stands before `::` in front of the name at `offset`.

    Returns:
        The qualifying names as written without blanks (`cub`, `at::cuda`), b"" for a name
        of the global scope (`::name`), None for a name that is not qualified. A scope that
        ends in template arguments is `<>`.
    """
    found = _qualified(code, offset)
    return None if found is None else found[0]


def qualified_start(code: bytes, offset: int) -> int:
    """Return where the name at `offset` begins with what stands before `::` in front of it."""
    found = _qualified(code, offset)
    return offset if found is None else found[1]


def _qualified(code: bytes, offset: int) -> tuple[bytes, int] | None:
    """Return what qualifies a name, and where that begins."""
    parts: list[bytes] = []
    first = offset
    at = _before_template(code, offset)
    if at < 1 or code[at - 1 : at + 1] != b"::":
        return None
    while at >= 1 and code[at - 1 : at + 1] == b"::":
        first = at - 1
        end = previous(code, at - 1) + 1
        start = word_start(code, end)
        is_apart = end < at - 1
        if start == end:
            if code[end - 1 : end] == b">" and not is_apart:
                parts.append(b"<>")
            break
        if not _may_be_scope(code[start:end], is_apart=is_apart):
            break
        parts.append(code[start:end])
        first = start
        at = previous(code, start)
    return b"::".join(reversed(parts)), first


def _before_template(code: bytes, offset: int) -> int:
    """Return the place of what stands before `offset`, stepping over the word `template`."""
    at = previous(code, offset)
    if code[at - 7 : at + 1] == b"template" and at >= 7:
        at = previous(code, at - 7)
    return at


def _may_be_scope(word: bytes, *, is_apart: bool) -> bool:
    """Tell whether a word in front of `::` is a scope: not a keyword, an attribute or a macro.

    Args:
        word: the word.
        is_apart: blanks stand between the two, as in `EXPORT ::cudaError_t f();`.
    """
    if word in _NO_SCOPE or _ATTRIBUTE.match(word):
        return False
    return not (is_apart and _CAPITALS.match(word))
