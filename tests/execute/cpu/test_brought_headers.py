"""Headers of C that nvcc's own headers bring, so that sources use them without including them."""

from __future__ import annotations

from pathlib import Path

import pytest

from porter.execute import cpu

PROGRAM = """\
__global__ void count(int *numbers) {
  assert(threadIdx.x < 32);
  numbers[threadIdx.x] = threadIdx.x;
}
int main() {
  int *numbers;
  cudaMallocManaged(&numbers, 128);
  memset(numbers, 0, 128);
  clock_t begin = clock();
  count<<<1, 32>>>(numbers);
  cudaDeviceSynchronize();
  assert(numbers[31] == 31);
  char word[4];
  strcpy(word, "abc");
  printf("%s %d %d\\n", word, abs(-atoi("12")), clock() < begin || time(nullptr) < 0);
}
"""


@pytest.mark.toolchain
def test_sources_need_not_include_what_nvccs_headers_bring(tmp_path: Path) -> None:
    source = tmp_path / "a.cu"
    source.write_text(PROGRAM)
    assert cpu.build(source, arch="sm_80").run(timeout=60).stdout == "abc 12 0\n"
