"""Writes the programs, and packs what an NVIDIA GPU made of them.

python -m tests.compat.edges.record --write FOLDER   # there nvcc builds and runs each into NAME.txt
python -m tests.compat.edges.record --pack FOLDER
"""

from __future__ import annotations

import argparse
import lzma
from pathlib import Path

from porter.toolchain.discovery import find
from tests.compat.edges.functions import Function, functions
from tests.compat.edges.programs import program

RECORDING = Path(__file__).with_name("recording.txt.xz")
_UNIT = 60


def include() -> Path:
    """Return the folder of CUDA's headers."""
    folder = find().parsable_cuda_path
    assert folder is not None, "run `porter toolchain install cuda-headers`"
    return folder / "include"


def units() -> list[list[Function]]:
    """Return the functions of each program."""
    found = functions(include())
    return [found[start : start + _UNIT] for start in range(0, len(found), _UNIT)]


def results(text: str) -> dict[str, list[str]]:
    """Return the bits that a program printed, by type of the result and function."""
    lines = (line.split(": ", 1) for line in text.splitlines() if "|" in line)
    return {head: words.split() for head, words in lines}


def recorded() -> dict[str, list[str]]:
    """Return what the GPU gave."""
    return results(lzma.decompress(RECORDING.read_bytes()).decode())


def main() -> None:
    """Write or pack."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--write", type=Path)
    parser.add_argument("--pack", type=Path)
    asked = parser.parse_args()
    if asked.write:
        asked.write.mkdir(parents=True, exist_ok=True)
        for number, unit in enumerate(units()):
            (asked.write / f"edges{number}.cu").write_text(program(unit), "utf-8")
    if asked.pack:
        texts = (path.read_text("utf-8") for path in sorted(asked.pack.glob("*.txt")))
        RECORDING.write_bytes(lzma.compress("".join(texts).encode(), preset=9))


if __name__ == "__main__":
    main()
