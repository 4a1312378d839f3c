"""What the support headers cost; `python -m benchmarks.support_headers` prints the table.

Each function is compiled in a kernel of its own, and so is its native form, which a person would
write for AMD GPUs. Their instructions are counted without waiting and padding, less those of a
kernel that reads and writes the same and computes nothing.
"""

from __future__ import annotations

import argparse
import math
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from porter.machine.code import functions_of
from porter.machine.kinds import kind_of
from porter.toolchain.discovery import find
from porter.toolchain.model import Emit

ARCHS = ("gfx90a", "gfx942", "gfx1100", "gfx1201")
FOLDER = Path(__file__).parent
COMPAT = FOLDER.parents[1] / "porter" / "compat"
AIM = 1.02


@dataclass(frozen=True)
class Function:
    """A function of a support header and its native form; functions.toml says what is what."""

    name: str
    header: str
    takes: Sequence[str]
    gives: str
    port: str
    native: str
    why: str = ""


def functions() -> list[Function]:
    """Return the functions of the table."""
    document = tomllib.loads((FOLDER / "functions.toml").read_text())
    return [Function(**row) for row in document["function"]]


def source(table: Sequence[Function]) -> str:
    """Return the kernels, three a function: port, native, and nothing."""
    headers = sorted({one.header for one in table})
    lines = ['#include "native.h"', *(f'#include "{header}"' for header in headers)]
    for number, one in enumerate(table):
        names = "abcdef"[: len(one.takes)]
        parameters = [
            f"{kind} const* in_{name}" for kind, name in zip(one.takes, names, strict=True)
        ]
        parameters.append(f"{one.gives}* out")
        reads = [
            f"{kind} const {name} = in_{name}[threadIdx.x];"
            for kind, name in zip(one.takes, names, strict=True)
        ]
        used = [f"used({name});" for name in names]
        nothing = [*used, f"out[threadIdx.x] = anything<{one.gives}>();"]
        bodies = {
            "port": [f"out[threadIdx.x] = {one.port};"],
            "native": [f"out[threadIdx.x] = {one.native};"],
            "nothing": nothing,
        }
        for kind, body in bodies.items():
            head = f'extern "C" __global__ void {kind}_{number}({", ".join(parameters)})'
            lines += [f"{head} {{", *reads, *body, "}"]
    return "\n".join(lines) + "\n"


def counts(table: Sequence[Function], arch: str, folder: Path) -> dict[str, tuple[int, int]]:
    """Return (port's, native) instructions of each function on an architecture."""
    toolchain = find(archs=[arch])
    path = folder / "kernels.hip"
    path.write_text(source(table))
    output = folder / f"{arch}.co"
    command = toolchain.hip_command(
        path, arch, emit=Emit.DEVICE_ELF, output=output, includes=[COMPAT, FOLDER], flags=["-w"]
    )
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        sys.exit(done.stderr)
    found = {
        symbol: sum(kind_of(one.name) != "waiting" for one in function.instructions)
        for symbol, function in functions_of(toolchain, output, arch).items()
    }
    return {
        one.name: (
            max(0, found[f"port_{number}"] - found[f"nothing_{number}"]),
            max(0, found[f"native_{number}"] - found[f"nothing_{number}"]),
        )
        for number, one in enumerate(table)
    }


def rows(
    table: Sequence[Function], found: Mapping[str, Mapping[str, tuple[int, int]]]
) -> Iterable[str]:
    """Yield the table in Markdown: `port's / native` instructions."""
    yield f"| function | header | {' | '.join(found)} | why more |"
    yield f"|---|---|{'--:|' * len(found)}---|"
    for one in table:
        pairs = [found[arch][one.name] for arch in found]
        more = any(port > native * AIM for port, native in pairs)
        cells = [f"{port} / {native}" for port, native in pairs]
        yield f"| {one.name} | {one.header} | {' | '.join(cells)} | {one.why if more else ''} |"


def ratio(pairs: Iterable[tuple[int, int]]) -> float:
    """Return the geometric mean of port to native, of functions that compute something."""
    logs = [math.log(max(1, port) / max(1, native)) for port, native in pairs]
    return math.exp(sum(logs) / len(logs))


def main() -> None:
    """Compile, count and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("archs", nargs="*", help=f"by default {' '.join(ARCHS)}")
    archs = parser.parse_args().archs or list(ARCHS)
    table = functions()
    with tempfile.TemporaryDirectory() as name:
        found = {arch: counts(table, arch, Path(name)) for arch in archs}
    print("\n".join(rows(table, found)))
    print()
    for arch, pairs in found.items():
        print(f"{arch}: {ratio(pairs.values()):.3f} of the native forms")
    print(f"all: {ratio(pair for pairs in found.values() for pair in pairs.values()):.3f}")


if __name__ == "__main__":
    main()
