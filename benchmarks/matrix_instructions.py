"""Prints what a product of a warp becomes on AMD's processors, as a table in Markdown.

    python -m benchmarks.matrix_instructions [ARCH]... [--loops FILE [--flag FLAG]...]

Each `mma.sync` and each product of `nvcuda::wmma` is ported, compiled alone and read as assembly:
the matrix instructions, the moves between lanes (`ds_bpermute_b32`), and the issue cycles that a
compute unit's quarter spends on each. The share of the peak is the cycles of full matrix
instructions for the same products, divided by those of the busier of the two.

`--loops` reads kernels of a ported source instead: what the loop with the most matrix instructions
holds, in which the moves of one operand are shared among products.
"""

from __future__ import annotations

import argparse
import re
import subprocess
import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from porter.options import Options
from porter.port.destination import Destination, OutputMode
from porter.port.run import write_port
from porter.toolchain.discovery import find
from porter.toolchain.model import Emit, Toolchain
from tests.tensor_cores import fragments, instructions

ARCHS = ("gfx90a", "gfx942", "gfx950", "gfx1100", "gfx1201")
#: Cycles of one SIMD for a matrix instruction: AMD's instruction set guides of CDNA 2 and CDNA 3
#: (passes, of four cycles each), and the rates of a compute unit of RDNA 3. Of gfx950 and gfx1201
#: the peak rates that AMD publishes of MI355X and RX 9070 XT, by unit and cycle.
CYCLES = {
    ("gfx90a", "f32_16x16x16f16"): 32,
    ("gfx90a", "f32_16x16x16bf16_1k"): 32,
    ("gfx90a", "f32_16x16x4f32"): 32,
    ("gfx90a", "i32_16x16x16i8"): 32,
    ("gfx90a", "f64_16x16x4f64"): 32,
    ("gfx942", "f32_16x16x16_f16"): 16,
    ("gfx942", "f32_16x16x16_bf16"): 16,
    ("gfx942", "f32_16x16x8_xf32"): 16,
    ("gfx942", "i32_16x16x32_i8"): 16,
    ("gfx942", "f64_16x16x4_f64"): 32,
    ("gfx950", "f32_16x16x16_f16"): 16,
    ("gfx950", "f32_16x16x16_bf16"): 16,
    ("gfx950", "f32_16x16x4_f32"): 32,
    ("gfx950", "i32_16x16x32_i8"): 16,
    ("gfx950", "f32_16x16x32_fp8_fp8"): 16,
    ("gfx950", "f64_16x16x4_f64"): 64,
    ("gfx1100", "f32_16x16x16_f16"): 32,
    ("gfx1100", "f32_16x16x16_bf16"): 32,
    ("gfx1100", "i32_16x16x16_iu8"): 32,
    ("gfx1100", "i32_16x16x16_iu4"): 16,
    ("gfx1201", "f32_16x16x16_f16"): 16,
    ("gfx1201", "f32_16x16x16_bf16"): 16,
    ("gfx1201", "f32_16x16x16_fp8_fp8"): 8,
    ("gfx1201", "f32_16x16x16_fp8_bf8"): 8,
    ("gfx1201", "f32_16x16x16_bf8_fp8"): 8,
    ("gfx1201", "f32_16x16x16_bf8_bf8"): 8,
    ("gfx1201", "i32_16x16x16_iu8"): 8,
    ("gfx1201", "i32_16x16x32_iu4"): 8,
}
#: A move of 64 lanes takes two cycles of the LDS, which four SIMDs share; of 32 lanes one, for two.
MOVE_CYCLES = {"gfx90a": 8, "gfx942": 8, "gfx950": 8, "gfx1100": 2, "gfx1201": 2}
WARPS = {"gfx90a": 2, "gfx942": 2, "gfx950": 2, "gfx1100": 1, "gfx1201": 1}

_KERNEL = re.compile(r"^(\w+):\s+; @\1$(.*?)^\s+s_endpgm", re.MULTILINE | re.DOTALL)
_MATRIX = re.compile(r"\bv_(?:mfma|wmma)_(\w+)")
_BLOCK = re.compile(r"^\.?LBB\w+:.*$|^; %bb.*$", re.MULTILINE)
_COUNTED = ("matrix", "moves", "other LDS", "VALU")
_SHAPE = re.compile(r"m(\d+)n(\d+)k(\d+)")


class Row(NamedTuple):
    """What one product becomes: the instruction, how many of it, moves, share of the peak."""

    name: str
    instruction: str
    times: int
    moves: int
    share: float | None


def main() -> None:
    """Print the tables for the architectures named on the command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("archs", nargs="*", help=f"by default {' '.join(ARCHS)}")
    parser.add_argument("--loops", type=Path, metavar="FILE", help="a HIP source")
    parser.add_argument("--flag", action="append", default=[], help="the compiler's, for FILE")
    options = parser.parse_args()
    archs = options.archs or list(ARCHS)
    toolchain = find(archs=archs)
    if options.loops is not None:
        for arch in archs:
            print(f"\n## {arch}\n\n| kernel | {' | '.join(_COUNTED)} |")
            print("|---|", "--:|" * len(_COUNTED), sep="")
            for name, counts in loops(assembly(options.loops, arch, toolchain, options.flag)):
                print(f"| {name} | {' | '.join(str(counts[kind]) for kind in _COUNTED)} |")
        return
    with tempfile.TemporaryDirectory() as scratch:
        source, port = Path(scratch, "source"), Path(scratch, "port")
        source.mkdir()
        (source / "mma.cu").write_text(instructions.source(instructions.DENSE))
        (source / "wmma.cu").write_text(fragments.SOURCE)
        write_port([source], Options(), Destination(OutputMode.OUT, port))
        for arch in archs:
            print(f"\n## {arch}\n\n| product | instruction | of it | moves | share of the peak |")
            print("|---|---|--:|--:|--:|")
            for name in ("mma.cu", "wmma.cu"):
                for row in rows(assembly(port / name, arch, toolchain), arch):
                    share = "" if row.share is None else f"{row.share:.0%}"
                    print(
                        f"| {row.name} | {row.instruction} | {row.times} | {row.moves} | {share} |"
                    )


def assembly(source: Path, arch: str, toolchain: Toolchain, flags: Sequence[str] = ()) -> str:
    """Return the assembly of a HIP source, where the two warps of a wave go together."""
    command = toolchain.hip_command(
        source,
        arch,
        emit=Emit.DEVICE_ASM,
        output="-",
        defines=["PORTER_WHOLE_WAVES"],
        flags=["-w", *flags],
    )
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def loops(text: str) -> Iterator[tuple[str, Counter[str]]]:
    """Yield kernels with the instructions of the block that holds the most matrix instructions."""
    for name, body in _KERNEL.findall(text):
        blocks = _BLOCK.split(body)
        block = max(blocks, key=lambda text: len(_MATRIX.findall(text)))
        lines = (line.split() for line in block.splitlines())
        yield name, Counter(_kind(line[0]) for line in lines if line)


def _kind(opcode: str) -> str:
    if _MATRIX.match(opcode):
        return "matrix"
    if opcode.startswith("ds_"):
        return "moves" if opcode.startswith("ds_bpermute") else "other LDS"
    return "VALU" if opcode.startswith("v_") else "rest"


def rows(text: str, arch: str) -> Iterator[Row]:
    """Yield a row for each kernel, the first of those that differ by layout or saturation."""
    seen = set()
    for name, body in _KERNEL.findall(text):
        label = re.sub(r"^(mma|wmma)_|_(row|col)\b.*|_(row|col)_(row|col)|_satfinite", "", name)
        kind = name.partition("_")[0]
        if kind not in ("mma", "wmma") or (kind, label) in seen:
            continue
        seen.add((kind, label))
        used = Counter(_MATRIX.findall(body))
        moves = body.count("ds_bpermute_b32")
        instruction, count = used.most_common(1)[0] if used else ("none", 0)
        yield Row(
            f"{kind} {label}",
            instruction,
            count,
            moves,
            _share(name, instruction, count, moves, arch),
        )


def _share(name: str, instruction: str, count: int, moves: int, arch: str) -> float | None:
    cycles = CYCLES.get((arch, instruction))
    shape, unit = _SHAPE.search(name), re.search(r"_(\d+)x(\d+)x(\d+)", instruction)
    if cycles is None or shape is None or unit is None:
        return None
    wanted = WARPS[arch] * int(shape[1]) * int(shape[2]) * int(shape[3])
    made = int(unit[1]) * int(unit[2]) * int(unit[3])
    busiest = max(count * cycles, moves * MOVE_CYCLES[arch])
    return wanted / made * cycles / busiest


if __name__ == "__main__":
    main()
