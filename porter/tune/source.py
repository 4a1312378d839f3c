"""The places of a port that name a tuned kernel or constant: the macro is put there, once."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator

from porter.tune.header import NAME, PREFIX

#: Comments, strings and characters: no kernel is in them.
_BLANKED = re.compile(
    r"//[^\n]*+|/\*(?:[^*]++|\*(?!/))*+(?:\*/)?"
    r"|\"(?:\\.|[^\"\\\n])*+\"?|'(?:\\.|[^'\\\n])*+'?"
)
_GLOBAL = re.compile(r"\b__global__\b")
_BRACE = re.compile(r"[{}]")
_INCLUDE = re.compile(r"^[ \t]*#[ \t]*include\b[^\n]*\n", re.MULTILINE)


def with_kernel(text: str, kernel: str, macro: str) -> str:
    """Return a source in which every declaration of a kernel has its macro behind `__global__`.

    There it comes before the attributes of launch bounds: of two of a kind clang takes the first.

    Args:
        text: the source.
        kernel: the kernel's name without namespaces.
        macro: the kernel's name in the header.
    """
    code = blanked(text)
    named = re.compile(rf"\b{re.escape(kernel)}\s*\(")
    word = f" {PREFIX}{macro}"
    for match in reversed(list(_GLOBAL.finditer(code))):
        # Up to the body, or the end of a declaration.
        end = min(
            (at for at in (code.find(sign, match.end()) for sign in "{;") if at >= 0),
            default=0,
        )
        if named.search(code, match.end(), end) and not code.startswith(word, match.end()):
            text = text[: match.end()] + word + text[match.end() :]
    return text


def definitions(code: str, kernel: str) -> Iterator[tuple[int, int]]:
    """Yield where definitions of a kernel begin, behind `__global__`, and end with their body.

    Args:
        code: the source without comments and strings.
        kernel: the kernel's name without namespaces.
    """
    named = re.compile(rf"\b{re.escape(kernel)}\s*\(")
    for match in _GLOBAL.finditer(code):
        start = code.find("{", match.end())
        if start < 0 or not named.search(code, match.end(), start):
            continue
        if ";" in code[match.end() : start]:  # a declaration, and something else's body
            continue
        depth = 0
        for brace in _BRACE.finditer(code, start):
            depth += 1 if brace[0] == "{" else -1
            if depth == 0:
                yield match.end(), brace.end()
                break


def with_constant(text: str, name: str) -> tuple[str, int | None]:
    """Return a source whose constant comes from the header, and what it was; None without one.

    A constant is `constexpr int NAME = 4;`, of any integer type, or `#define NAME 4`.
    """
    code = blanked(text)
    found = re.search(
        rf"\b(?:constexpr|const)\s[^;={{}}()]*\b{re.escape(name)}\s*=\s*(?P<value>\d+)\s*;"
        rf"|^[ \t]*#[ \t]*define[ \t]+{re.escape(name)}[ \t]+(?P<defined>\d+)[ \t]*$",
        code,
        re.MULTILINE,
    )
    if found is None:
        return text, None
    kind = "value" if found["value"] is not None else "defined"
    start, end = found.span(kind)
    return f"{text[:start]}{PREFIX}VALUE_{name}{text[end:]}", int(found[kind])


def with_include(text: str, path: str) -> str:
    """Return a source that includes the header.

    Args:
        text: the source.
        path: where it is, relative to the port.
    """
    way = os.path.relpath(NAME, os.path.dirname(path) or ".")
    line = f'#include "{way}"\n'
    if line in text:
        return text
    code = blanked(text, strings=False)
    found = list(_INCLUDE.finditer(code))
    # Behind the first ones that follow one another, before a condition that may end with them.
    at = found[0].end() if found else 0
    for one in found[1:]:
        if code[at : one.start()].strip():
            break
        at = one.end()
    return text[:at] + line + text[at:]


def blanked(text: str, strings: bool = True) -> str:
    """Return code of the same length without comments, and without strings where asked."""

    def blank(match: re.Match[str]) -> str:
        if not strings and match[0][0] in "\"'":
            return match[0]
        return re.sub(r"[^\n]", " ", match[0])

    return _BLANKED.sub(blank, text)
