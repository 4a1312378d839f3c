"""What checks say of small programs, however these are built and started."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

pytestmark = pytest.mark.toolchain

PORTER = [sys.executable, "-m", "porter"]


def porter(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*PORTER, *words], capture_output=True, text=True, check=False, cwd=folder
    )


def found(folder: Path, check: str, *program: str) -> list[dict[str, Any]]:
    """Return what a check finds of a program or a command."""
    porter(folder, "run", "--check", check, "--report", "report.json", *program)
    findings: list[dict[str, Any]] = json.loads((folder / "report.json").read_text())["findings"]
    return findings


def write(folder: Path, name: str, text: str) -> None:
    (folder / name).write_text("#include <hip/hip_runtime.h>\n" * name.endswith(".hip") + text)


def test_lds_of_units_without_a_barrier(tmp_path: Path) -> None:
    write(tmp_path, "words.cu", """__global__ void words(int *out) {
  __shared__ int words[64];
  words[threadIdx.x + 1] = 1;
  out[threadIdx.x] = words[threadIdx.x + 1] + words[0];
}
int main() {
  int *out;
  cudaMalloc(&out, 256);
  words<<<1, 64>>>(out);
  cudaFree(out);
}
""")  # fmt: skip
    one, other = found(tmp_path, "memory", "words.cu")
    assert {(one["kind"], one["space"]), (other["kind"], other["space"])} == {
        ("out of range", "LDS"),
        ("never written", "LDS"),
    }


def test_lanes_in_lockstep_have_written_what_others_read(tmp_path: Path) -> None:
    write(tmp_path, "pairs.hip", """__global__ void pairs(int *out) {
  __shared__ int words[64];
  words[threadIdx.x] = threadIdx.x;
  words[threadIdx.x] = words[threadIdx.x ^ 1] + words[threadIdx.x];
  __builtin_amdgcn_wave_barrier();
  out[threadIdx.x] = words[63 - threadIdx.x];
}
int main() {
  int *out;
  (void)hipMalloc(&out, 256);
  pairs<<<1, 64>>>(out);
  (void)hipFree(out);
}
""")  # fmt: skip
    assert found(tmp_path, "memory,races", "pairs.hip") == []


def test_divisions_by_zero_are_told(tmp_path: Path) -> None:
    write(tmp_path, "divide.hip", """__global__ void divide(int *x, int by) {
  x[threadIdx.x] = 7 / (by - int(threadIdx.x));
}
int main() {
  int *x;
  (void)hipMalloc(&x, 256);
  divide<<<1, 64>>>(x, 5);
  (void)hipFree(x);
}
""")  # fmt: skip
    (one,) = found(tmp_path, "memory", "divide.hip")
    assert (one["kind"], one["item"]["thread"]) == ("division by zero", [5, 0, 0])
    assert one["item"]["place"][0]["line"] == 3


def test_what_is_behind_a_texture_object_is_written(tmp_path: Path) -> None:
    """Kernels that compute what a texture unit does read it as memory."""
    write(tmp_path, "texture.hip", """__global__ void peek(hipTextureObject_t of, unsigned *out) {
  *out = *(const unsigned *)of;
}
int main() {
  unsigned *out;
  hipArray_t array;
  hipTextureObject_t object;
  hipChannelFormatDesc format = hipCreateChannelDesc<float>();
  (void)hipMalloc(&out, 4);
  (void)hipMallocArray(&array, &format, 16, 16);
  hipResourceDesc resource = {};
  resource.resType = hipResourceTypeArray;
  resource.res.array.array = array;
  hipTextureDesc how = {};
  (void)hipCreateTextureObject(&object, &resource, &how, nullptr);
  peek<<<1, 1>>>(object, out);
  return hipDeviceSynchronize();
}
""")  # fmt: skip
    assert found(tmp_path, "memory", "texture.hip") == []


LEAKS = """__global__ void fill(int *out) { out[threadIdx.x] = 1; }
int main() {
  int *out;
  (void)hipMalloc(&out, 256);
  fill<<<1, 64>>>(out);
  return hipDeviceSynchronize();
}
"""


@pytest.mark.slow
def test_allocations_have_lines_in_whichever_folder_a_program_is_started(tmp_path: Path) -> None:
    write(tmp_path, "leaks.hip", LEAKS)
    write(tmp_path, "build.sh", "hipcc leaks.hip -o made/leaks && cd made && ./leaks\n")
    (tmp_path / "made").mkdir()
    (leak,) = found(tmp_path, "leaks", "--", "sh", "build.sh")
    assert leak["memory"]["allocated"][0]["line"] == 5


@pytest.mark.parametrize(
    ("check", "kinds"), [("memory", ["not watched"]), ("leaks", ["never freed"])]
)
def test_kernels_that_were_built_without_checks_are_told(
    check: str, kinds: list[str], tmp_path: Path
) -> None:
    write(tmp_path, "leaks.hip", LEAKS)
    assert porter(tmp_path, "run", "--", "hipcc", "leaks.hip", "-o", "leaks").returncode == 0
    findings = found(tmp_path, check, "--", "./leaks")
    assert [one["kind"] for one in findings] == kinds
    if check == "memory":
        assert findings[0]["item"]["kernel"] == "fill(int*)"
        done = porter(tmp_path, "run", "--check", check, "--", "./leaks")
        assert done.returncode == 1
        assert "build it under --check, too\n    kernel fill(int*)\n" in done.stderr


@pytest.mark.parametrize(
    ("options", "says"),
    [
        (["--check", "memroy"], "'memroy' is none of memory, races, barriers, leaks"),
        (["--seed", "3"], "--seed is of --order shuffled"),
        (["--sarif", "out.sarif"], "--sarif is what --check finds"),
        (["--report", "out.json"], "--report is of --check and --profile"),
        (["--gdb", "--check", "memory"], "--gdb goes alone"),
    ],
)
def test_options_that_would_say_nothing_are_refused(
    options: list[str], says: str, tmp_path: Path
) -> None:
    write(tmp_path, "leaks.hip", LEAKS)
    done = porter(tmp_path, "run", *options, "leaks.hip")
    assert done.returncode == 2
    assert says in done.stderr
