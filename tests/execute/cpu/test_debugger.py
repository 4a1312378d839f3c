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
        "$3 = {1 <repeats 128 times>}",
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


FIBERS = """// tree.hip
#include <hip/hip_runtime.h>

__device__ __attribute__((noinline)) int deep(int level, int *words) {
  if (level == 0)
    return words[threadIdx.x];
  __syncthreads();
  int below = deep(level - 1, words);
  return below + level;
}
__global__ void tree(int *out) {
  __shared__ int words[96];
  words[threadIdx.x] = 10 * threadIdx.x + blockIdx.x;
  out[blockIdx.x * 96 + threadIdx.x] = deep(3, words);
}
int main() {
  int *out;
  (void)hipMalloc(&out, 4 * 96 * 3);
  tree<<<3, 96>>>(out);
  return int(hipDeviceSynchronize());
}
"""


def test_dynamic_shared_memory_is_found_though_gdb_knows_no_name_of_it(tmp_path: Path) -> None:
    source = tmp_path / "dynamic.hip"
    source.write_text("""#include <hip/hip_runtime.h>
__global__ void turns(int *out) {
  extern __shared__ int words[];
  words[threadIdx.x] = 3 * threadIdx.x;
  __syncthreads();
  out[threadIdx.x] = words[63 - threadIdx.x];
}
int main() {
  int *out;
  (void)hipMalloc(&out, 256);
  turns<<<1, 64, 256>>>(out);
  return hipDeviceSynchronize();
}
""")
    said = session(
        source,
        "device-break dynamic.hip:6 thread 5",
        "run",
        "shared",
        "print ((int *)$dynamic)[7]",
    )
    assert "extern __shared__: 256 bytes at $dynamic" in said
    assert any(line.endswith(" = 21") for line in said)


def test_a_work_item_with_a_stack_of_its_own(tmp_path: Path) -> None:
    source = tmp_path / "tree.hip"
    source.write_text(FIBERS)
    said = session(
        source,
        "device-break tree.hip:9 block 1,0,0 thread 70,0,0",
        "run",
        "device",
        "print level",
        "print below",
        "shared words[70]",
        "up",
        "print level",
        "continue",
        "print level",
        "print below",
        "print $threadIdx.x",
        "backtrace",
    )
    told = [line for line in said if re.match(r"kernel |blockIdx |lane |\$\d+ = ", line)]
    assert told[:3] == [
        "kernel tree(int*)",
        "blockIdx (1, 0, 0), threadIdx (70, 0, 0)",
        next(line for line in told if line.startswith("lane 6, ")),
    ]
    values = [line.split(" = ", 1)[1] for line in told[3:]]
    assert values == ["1", "701", "701", "2", "2", "702", "70"]
    stack = [line for line in said if re.match(r"#\d+ ", line)]
    assert sum("deep (" in line for line in stack) == 3  # `up` shows one of the two, too
    assert sum("tree (" in line for line in stack) == 1


def test_a_program_of_cudas_stops_at_its_line(tmp_path: Path) -> None:
    source = sums(tmp_path).with_suffix(".cu")
    text = (tmp_path / "sums.hip").read_text()
    text = text.replace("#include <hip/hip_runtime.h>", "").replace("hipM", "cudaM")
    source.write_text(text)
    said = session(
        source,
        "device",
        "device-break sums.cu:12 block 2,0,0 thread 37,0,0",
        "run",
        "device",
        "print half",
        "shared words[36]",
        "shared words[37]",
    )
    assert "lane 5, exec 0x00000000ffffffff" in said
    told = [line for line in said if re.match(r"blockIdx |\$\d+ = ", line)]
    assert told == ["blockIdx (2, 0, 0), threadIdx (37, 0, 0)", "$1 = 64", "$2 = 2", "$3 = 1"]
