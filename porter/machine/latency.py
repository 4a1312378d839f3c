"""How long a wave takes for code when it is alone, by llvm-mca and LLVM's models of AMD's GPUs.

The model follows each result to where it is used, with the latency of every instruction, in the
order of the code, as the hardware issues it. It has one latency for all of global memory and one
for LDS, and knows no caches and no other waves: it is good to compare builds of a kernel, and says
little of seconds.
"""

from __future__ import annotations

import json
import re
import subprocess
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from porter.machine.code import Instruction
from porter.tables.processors import Processor
from porter.toolchain.model import Toolchain

_TURNS = 20
#: A line of an assembler's complaint, by the line of the input.
_REFUSED = re.compile(r"^(?:<stdin>|-):(\d+):\d+: error:", re.MULTILINE)
#: What a loop is left by; the model takes code to be straight.
_LEFT_BY = ("s_endpgm", "s_code_end", "s_branch", "s_cbranch", "s_setpc", "s_swappc", "s_call")


class Latency(NamedTuple):
    """The time of one turn.

    Attributes:
        cycles: of a wave that is alone, in the processor's clock.
        unknown: how many instructions the model did not know.
    """

    cycles: float
    unknown: int


def latencies(
    toolchain: Toolchain,
    arch: str,
    processor: Processor,
    codes: Mapping[str, Sequence[Instruction]],
) -> dict[str, Latency]:
    """Return the time of pieces of code by their keys; those that the model lacks are missing.

    Args:
        toolchain: whose llvm-mca to ask.
        arch: the architecture.
        processor: what its clock is to the model's.
        codes: key -> the instructions of one turn.
    """
    lines: list[str] = []
    owners: list[str | None] = []
    keys = [key for key, code in codes.items() if code]
    for number, key in enumerate(keys):
        taken = [one.text for one in codes[key] if not one.name.startswith(_LEFT_BY)]
        lines += [f"# LLVM-MCA-BEGIN r{number}", *taken, f"# LLVM-MCA-END r{number}"]
        owners += [None, *[key] * len(taken), None]
    refused: set[int] = set()
    regions, bad = _run(toolchain, arch, lines)
    while bad - refused:  # once more without what it does not take
        refused |= bad
        kept = ["" if number in refused else line for number, line in enumerate(lines)]
        regions, bad = _run(toolchain, arch, kept)
    found = {}
    for number, key in enumerate(keys):
        if cycles := regions.get(f"r{number}"):
            unknown = sum(owners[line] == key for line in refused)
            found[key] = Latency(cycles / _TURNS * processor.cycle, unknown)
    return found


def _run(
    toolchain: Toolchain, arch: str, lines: Sequence[str]
) -> tuple[dict[str, float], set[int]]:
    """Return the model's cycles of all turns of each region, and the lines that it refuses."""
    command = [str(toolchain.tool("llvm-mca")), "-mtriple=amdgcn"]
    command += [f"-mcpu={arch.partition(':')[0]}", f"-iterations={_TURNS}", "--json"]
    done = subprocess.run(
        command, input="\n".join(lines) + "\n", capture_output=True, text=True,
        errors="replace", check=False,
    )  # fmt: skip
    bad = {int(number) - 1 for number in _REFUSED.findall(done.stderr)}
    try:
        regions = json.loads(done.stdout)["CodeRegions"]
    except (ValueError, KeyError):
        return {}, bad
    return {one["Name"]: float(one["SummaryView"]["TotalCycles"]) for one in regions}, bad
