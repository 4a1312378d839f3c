"""Decides whether the text of an `asm` statement is PTX or another processor's assembly."""

from __future__ import annotations

import re
from pathlib import PurePosixPath

from porter.ptx import memory, video
from porter.ptx.statement import AsmStatement
from porter.source import SourceFile
from porter.source.text.languages import DEVICE_SUFFIXES
from porter.tables.ptx import load

_TYPED = re.compile(
    r"(?:^|[;{}\s])(?:@!?[^\s;{}@]++\s++)?[a-z][a-z0-9]*(?:\.[A-Za-z0-9_:]+)*"
    r"\.(?:[busf](?:8|16|32|64)|b1|b128|b1024|b1536|pred|b?f16x?2?|tf32|e[45]m[23]x2)\b"
)
#: The declaration of a register.
_REGISTER = re.compile(r"(?:^|[;{}\s])\.reg[\s.]")
#: Arm's vector instructions have types, too, and their operands names in brackets.
_NEON = re.compile(r"%\w?\[|(?:^|[;\s])v[a-z0-9]+\.[a-z]?\d+\s")
_SPECIAL = re.compile(
    r"%(?:laneid|lanemask_\w\w|warpid|smid|nsmid|gridid|clock|globaltimer|n?tid\.|n?ctaid\.|pm\d"
    r"|dynamic_smem_size|total_smem_size|cluster|envreg)"
)
_OPCODE = re.compile(
    r"(?:^|[;{}\s])(?:@!?[^\s;{}@]++\s++)?([a-z][a-z0-9_]*)((?:\.[A-Za-z0-9_:]+)*)\.?[\s;]"
)
#: A statement whose every instruction has a dot or a brace, and ends in a semicolon as PTX's do.
_DOTTED = re.compile(
    r"\s*+(?:\{\s*+)?(?:(?:@!?%?\w++\s++)?[a-z][a-z0-9_]*+(?:\.[A-Za-z0-9_:]++)++[^;{}]*+;\s*+)++\}?+\s*+"
)
#: Words of PTX that stand without a modifier, and are words of other assemblers, too.
_BARE = frozenset(("trap", "exit", "ret", "brkpt"))


def is_ptx(file: SourceFile, statement: AsmStatement) -> bool:
    """Tell whether the text of `statement` is PTX.

    A type at the end of an opcode (`.u32`), a special register (`%laneid`) or the declaration of a
    register (`.reg`) is PTX alone. Opcodes that the table knows and that end in a semicolon, as
    every one of PTX does, tell it too: by themselves when they have a dot, and only in device code
    when they are words like `trap`. In device code so do opcodes with dots that nobody knows.
    `trap;` is as good as PTX in a header that marks functions for devices: what takes its place
    stops other processors, too.
    """
    text = statement.text
    if _NEON.search(text):
        return False
    if _TYPED.search(text) or _SPECIAL.search(text) or _REGISTER.search(text):
        return True
    table = load()
    for match in _OPCODE.finditer(text + " "):
        word, modifiers = match.groups()
        opcode = word + modifiers
        known = word in table.forms or word in memory.WORDS or video.form_of(opcode) is not None
        known |= table.refusal(opcode) is not None
        if modifiers and known and ";" in text:
            return True
        if word in _BARE and not modifiers and text.strip().endswith(";"):
            return _is_device_file(file) or (word == "trap" and b"__device__" in file.code)
    return _DOTTED.fullmatch(text) is not None and _is_device_file(file)


def _is_device_file(file: SourceFile) -> bool:
    suffixes = PurePosixPath(file.path).suffixes
    return "".join(suffixes[-2:]) in DEVICE_SUFFIXES or "".join(suffixes[-1:]) in DEVICE_SUFFIXES
