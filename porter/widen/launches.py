"""How large the blocks are that a kernel is launched with, as far as the port's own code says."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from porter.source.text.brackets import split_arguments
from porter.widen.refusal import Refused

#: What stands before `<<<`: a name, with the arguments of a template.
_NAMED = re.compile(rb"(?<![\w.>])(?P<name>[A-Za-z_]\w*+)\s*+(?:<[^;{}]*+(?<=>)\s*+)?\Z")
_BEFORE = 300
#: No longer is what stands between `<<<` and `>>>`.
_INSIDE = 2000
_BY_FUNCTION = re.compile(rb"\bhip(?P<how>\w++)\s*+\(\s*+(?P<what>[^,;]*+)")
_NAME = re.compile(rb"[A-Za-z_]\w*+")
_WAVE = 64


def refuse_odd_blocks(texts: Iterable[bytes], kernel: bytes, kernels: frozenset[bytes]) -> None:
    """See that all blocks of a kernel are whole wavefronts.

    A kernel whose address is taken may be what any launch of a pointer launches.

    Args:
        texts: masked code of the port.
        kernel: the kernel's name.
        kernels: the names of all kernels of the port.

    Raises:
        Refused: a launch has other blocks, or blocks that are not known.
    """
    every, found = list(texts), False
    for text in every:
        is_passed = _is_passed(text, kernel)
        for match in _BY_FUNCTION.finditer(text):
            names = set(_NAME.findall(match["what"]))
            is_launch = b"Launch" in match["how"] and b"Kernel" in match["how"]
            if is_launch and (kernel in names or (is_passed and names.isdisjoint(kernels))):
                raise Refused("is launched by a function of HIP's, with blocks that are not known")
        launched = list(_launches(text))
        for name, inside in launched:
            if name == kernel or (is_passed and name not in kernels):
                found = True
                _refuse(inside, text, every)
        if is_passed and all(name in kernels for name, _ in launched):
            raise Refused("its address is taken, and no launch is beside it")
    if not found:
        raise Refused("no launch of it is in the port")


def _launches(text: bytes) -> Iterator[tuple[bytes, bytes]]:
    """Yield what each `<<<…>>>` launches, empty where it is no name, and what is between."""
    at = text.find(b"<<<")
    while at >= 0:
        end = text.find(b">>>", at, at + _INSIDE)
        match = _NAMED.search(text, max(0, at - _BEFORE), at)
        yield b"" if match is None else match["name"], text[at + 3 : end] if end >= 0 else b""
        at = text.find(b"<<<", at + 3)


def _is_passed(text: bytes, kernel: bytes) -> bool:
    """Tell whether a kernel is named other than to declare or to launch it."""
    pattern = re.compile(
        rb"\b" + re.escape(kernel) + rb"\b(?!\s*\()(?!\s*(?:<(?!<)[^;{}]{0,200}?>\s*)?(?:<<<|\())"
    )
    return pattern.search(text) is not None


def _refuse(inside: bytes, text: bytes, every: list[bytes]) -> None:
    parts = [inside[start:end] for start, end in split_arguments(inside, 0, len(inside))]
    block = parts[1].strip() if len(parts) > 1 else b"?"
    sizes = list(_sizes(block, text))
    first = _number(sizes[0], [text, *every]) if sizes else None
    shown = block.decode(errors="replace")
    if first is None:
        raise Refused(
            f"is launched with blocks of `{shown}` threads, a size that the port does not tell: "
            "give a number or a constant there, a multiple of 64"
        )
    if first % _WAVE:
        raise Refused(f"is launched with blocks of {first} threads, no multiple of {_WAVE}")


def _sizes(block: bytes, text: bytes) -> Iterator[bytes]:
    match = re.fullmatch(rb"dim3\s*[({](.*)[)}]", block, re.DOTALL)
    if match is None and re.fullmatch(rb"[A-Za-z_]\w*", block):
        match = re.search(rb"\bdim3\s+" + block + rb"\s*(?:=\s*dim3\s*)?[({]([^;]*)[)}]\s*;", text)
    inside = block if match is None else match[1]
    for start, end in split_arguments(inside, 0, len(inside)):
        yield inside[start:end].strip()


def _number(word: bytes, texts: list[bytes]) -> int | None:
    """Return a number that is written, or that a name has everywhere."""
    if word.isdigit():
        return int(word)
    if product := re.fullmatch(rb"(\w+)\s*\*\s*(\w+)", word):
        left, right = _number(product[1], texts), _number(product[2], texts)
        return None if left is None or right is None else left * right
    if not re.fullmatch(rb"[A-Za-z_]\w*", word):
        return None
    given = re.compile(
        rb"(?<![\w.>])"
        + word
        + rb"\s*=(?!=)\s*([^;,]*)[;,]|#[ \t]*define[ \t]+"
        + word
        + rb"[ \t]+(\w+)"
    )
    for text in texts:
        values = {(one[1] or one[2]).strip() for one in given.finditer(text)}
        if values:
            return _number(values.pop(), texts) if len(values) == 1 else None
    return None
