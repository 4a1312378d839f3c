"""gdb stops in a kernel, for one block and work-item, and knows what a GPU has."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = [
    pytest.mark.toolchain,
    pytest.mark.slow,
    pytest.mark.skipif(shutil.which("gdb") is None, reason="gdb is not installed"),
]

PAGE = Path(__file__).parents[3] / "docs" / "debugger.md"


def sums(folder: Path) -> Path:
    """Write the program that the page shows."""
    shown = re.search(r"```cpp\n(// sums.hip\n.*?)```", PAGE.read_text(), re.DOTALL)
    assert shown is not None
    path = folder / "sums.hip"
    path.write_text(shown[1])
    return path


def session(source: Path, *commands: str) -> list[str]:
    """Return what gdb says after the commands."""
    done = subprocess.run(
        [sys.executable, "-m", "porter", "run", "--gdb", str(source)],
        input="\n".join([*commands, "kill", "quit"]) + "\n",
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    return done.stdout.replace("(gdb) ", "").splitlines()


def test_the_pages_session_is_what_gdb_says(tmp_path: Path) -> None:
    source = sums(tmp_path)
    said = session(
        source,
        "device-break sums.hip:12 block 2,0,0 thread 5,0,0",
        "run",
        "device",
        "print half",
        "print mine",
        "shared words",
        "delete",
        "device-break sums.hip:16 block 2,0,0 thread 0,0,0",
        "continue",
        "shared words[0]",
        "shared words[1]",
        "print $threadIdx",
        "print $blockIdx.x",
        "print $lane",
        "shared",
    )
    told = [line for line in said if re.match(r"kernel |blockIdx |lane |\$\d+ = |words: ", line)]
    assert told == [
        "kernel sums(int const*, int*)",
        "blockIdx (2, 0, 0), threadIdx (5, 0, 0)",
        "lane 5, exec 0xffffffffffffffff",
        "$1 = 64",
        "$2 = 1",
        "$3 = {2, 2, 2, 2, 2, 1 <repeats 123 times>}",
        "$4 = 64",
        "$5 = 64",
        "$6 = {x = 0, y = 0, z = 0}",
        "$7 = 2",
        "$8 = 0",
        *[line for line in told if line.startswith("words: 512 bytes at 0x")],
    ]
    assert len(told) == 12
    page = PAGE.read_text()
    assert all(f"    {line}\n" in page for line in told[:8])
