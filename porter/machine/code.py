"""The instructions of a code object's functions, as `llvm-objdump` prints them."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from porter.errors import PorterError
from porter.toolchain.model import Toolchain

_LABEL = re.compile(r"^[0-9a-f]+ <(?P<symbol>[^>]+)>:$")
#: `; /path/kernels.cu:12`, which stands before the first instruction of a line.
_LINE = re.compile(r"^; (?:.*/)?(?P<place>[^/]+:[1-9][0-9]*)$")
_ADDRESS = re.compile(r"^ *(?P<address>[0-9A-F]+):")
#: The encoding, which the disassembler adds to a name where an instruction has several.
_ENCODING = re.compile(r"_(?:e32|e64|sdwa|dpp8|dpp|e64_dpp)$")
#: Branches to a place in the same function; `s_call_b64` and `s_swappc_b64` come back.
_BRANCH = re.compile(r"s_(?:branch|cbranch_\w+)$")
#: Nothing that follows is reached from here.
_ENDS = frozenset(
    ("s_branch", "s_endpgm", "s_endpgm_saved", "s_setpc_b64", "s_endpgm_ordered_ps_done")
)


@dataclass(frozen=True, slots=True)
class Instruction:
    """One instruction.

    Attributes:
        address: its place in bytes from the start of its function.
        name: the mnemonic without its encoding; of two issued together the first, `v_dual_…`.
        operands: what follows it, modifiers included, as printed.
        target: where it branches to, bytes from the start of its function; None for all others.
        text: the whole as printed, which an assembler takes.
        line: the name of its source file and the line; empty without line tables.
    """

    address: int
    name: str
    operands: str
    target: int | None = None
    text: str = ""
    line: str = ""

    @property
    def placed(self) -> str:
        """The text, and where it comes from."""
        return f"{self.text} ({self.line})" if self.line else self.text

    @property
    def words(self) -> list[str]:
        """The operands apart; the last one carries the modifiers."""
        return [word.strip() for word in self.operands.split(",")] if self.operands else []

    @property
    def ends(self) -> bool:
        """Whether the next instruction is not reached from this one."""
        return self.name in _ENDS


@dataclass(frozen=True, slots=True)
class Function:
    """The instructions of a function, in the order of the code."""

    symbol: str
    instructions: tuple[Instruction, ...]


def functions_of(toolchain: Toolchain, code_object: Path, arch: str) -> dict[str, Function]:
    """Return the functions of a code object by symbol.

    Args:
        toolchain: whose tools read the file.
        code_object: a linked code object, ELF.
        arch: its architecture.

    Raises:
        PorterError: it cannot be read.
    """
    command = [str(toolchain.tool("llvm-objdump")), "--disassemble", "--no-show-raw-insn"]
    command += ["--line-numbers"]
    command += [f"--mcpu={arch.partition(':')[0]}", str(code_object)]
    done = subprocess.run(command, capture_output=True, text=True, errors="replace", check=False)
    if done.returncode != 0:
        raise PorterError(f"cannot be disassembled: {done.stderr.strip()}", path=code_object)
    return {one.symbol: one for one in parse(done.stdout.splitlines())}


def parse(assembly: Iterable[str]) -> Iterator[Function]:
    """Yield the functions that a disassembly shows."""
    symbol = ""
    start = 0
    place_in_source = ""
    found: list[Instruction] = []
    for line in assembly:
        if line.startswith("\t") and symbol:
            text, _, comment = line.strip().partition("//")
            address = _ADDRESS.match(comment)
            if address is None:  # data between functions
                continue
            if text.startswith("s_code_end"):  # fills up the section of RDNA's last function
                continue
            place = int(address["address"], 16)
            start = start if found else place
            found.append(_instruction(text.strip(), place - start, comment, place_in_source))
        elif source := _LINE.match(line):
            place_in_source = source["place"]
        elif label := _LABEL.match(line):
            if found:
                yield Function(symbol, _without_padding(found))
            symbol, found, place_in_source = label["symbol"], [], ""
    if found:
        yield Function(symbol, _without_padding(found))


def _without_padding(code: list[Instruction]) -> tuple[Instruction, ...]:
    """Return code without the `s_nop` behind its end, which fill up the section on CDNA."""
    reached = max((one.target for one in code if one.target is not None), default=-1)
    end = len(code)
    while end and code[end - 1].name == "s_nop" and code[end - 1].address > reached:
        end -= 1
    return tuple(code[:end] if end and code[end - 1].ends else code)


def _instruction(text: str, address: int, comment: str, line: str) -> Instruction:
    name, _, operands = text.partition(" ")
    target = None
    if _BRANCH.match(name) and comment.endswith(">"):
        # `<symbol+0x10>`; no symbol has a plus in it.
        target = int(comment.rpartition("+")[2][2:-1] if "+" in comment else "0", 16)
    return Instruction(address, _ENCODING.sub("", name), operands.strip(), target, text, line)


def with_scratch(function: Function) -> Function:
    """Return a function that spills by buffers, with these accesses called what they are.

    Processors without instructions for scratch (gfx90a and older) reach it through the buffer in
    s[0:3] that every kernel with scratch is given.
    """
    code = tuple(
        replace(one, name=f"scratch_{one.name.removeprefix('buffer_')}")
        if one.name.startswith("buffer_") and "s[0:3]" in one.words
        else one
        for one in function.instructions
    )
    return Function(function.symbol, code)


def halves(instruction: Instruction) -> list[Instruction]:
    """Return the two of a dual issue (RDNA's VOPD) apart; of any other the instruction itself."""
    if not instruction.name.startswith("v_dual_"):
        return [instruction]
    found = []
    for text in instruction.text.split("::"):
        name, _, operands = text.strip().partition(" ")
        found.append(
            Instruction(instruction.address, name.replace("v_dual_", "v_"), operands.strip(), None)
        )
    return found
