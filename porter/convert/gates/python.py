"""The statements of a setup script, and the condition between its sides.

What PyTorch was built for decides, as it decides what `CUDAExtension` builds. Lines go four columns
to the right behind the condition, but for those that begin inside of a string.
"""

from __future__ import annotations

import ast
import io
import tokenize

from porter.convert.gates.blocks import Role, Unit
from porter.convert.gates.words import Words

WORDS = Words(
    b'if __import__("torch").version.hip:  # HIP, by porter',
    b"else:  # CUDA",
    b"# HIP and CUDA",
    b'if not __import__("torch").version.hip:  # CUDA\'s alone',
)
#: What turns HIP's side on; a file that asks for it by itself cannot be given it.
SWITCH = b"version.hip"

#: Python before 3.12 has no tokens for the parts of an f-string.
_STRINGS = {tokenize.STRING, getattr(tokenize, "FSTRING_MIDDLE", tokenize.STRING)}


def units(data: bytes) -> list[Unit]:
    """Return the lines of a script, those of a statement at its outermost level together.

    Raises:
        SyntaxError: it is no Python.
    """
    lines = data.splitlines(keepends=True)
    found: list[Unit] = []
    done = 0
    for node in ast.parse(data).body:
        decorators = [one.lineno for one in getattr(node, "decorator_list", ())]
        first, last = min((node.lineno, *decorators)) - 1, node.end_lineno or node.lineno
        found += [Unit(Role.PLAIN, line) for line in lines[done:first]]
        if first < done:  # behind a semicolon
            found[-1] = Unit(Role.PLAIN, found[-1].text + b"".join(lines[done:last]))
        else:
            found.append(Unit(Role.PLAIN, b"".join(lines[first:last])))
        done = max(done, last)
    return found + [Unit(Role.PLAIN, line) for line in lines[done:]]


def documented_alike(cuda: list[Unit], hip: list[Unit]) -> list[Unit]:
    """Return HIP's units with CUDA's docstring of the module: a condition would make it none."""
    texts = [_docstring(units) for units in (cuda, hip)]
    if None in texts:
        return hip
    assert texts[0] is not None
    # The last line of a file may have no end, which a line before others needs.
    is_whole = texts[1] is hip[-1] or texts[0].text.endswith(b"\n")
    same = texts[0] if is_whole else Unit(Role.PLAIN, texts[0].text + b"\n")
    return [same if unit is texts[1] else unit for unit in hip]


def _docstring(units: list[Unit]) -> Unit | None:
    for unit in units:
        body = ast.parse(unit.text).body
        if body:
            return unit if ast.get_docstring(ast.Module(body, [])) is not None else None
    return None


def to_the_right(text: bytes) -> bytes:
    """Return statements four columns to the right."""
    inside = _inside_strings(text)
    return b"".join(
        line if number in inside or not line.strip() else b"    " + line
        for number, line in enumerate(text.splitlines(keepends=True), 1)
    )


def to_the_left(text: bytes) -> bytes:
    """Undo `to_the_right`."""
    inside = _inside_strings(b"if 1:\n" + text)
    return b"".join(
        line if number in inside else line.removeprefix(b"    ")
        for number, line in enumerate(text.splitlines(keepends=True), 2)
    )


def _inside_strings(text: bytes) -> set[int]:
    """Return the lines, from 1, that begin inside of a string."""
    found: set[int] = set()
    for token in tokenize.tokenize(io.BytesIO(text).readline):
        if token.type in _STRINGS:
            found.update(range(token.start[0] + 1, token.end[0] + 1))
    return found
