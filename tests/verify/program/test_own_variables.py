"""Variables that documents set in front of a program: its own are set, others are not."""

from __future__ import annotations

from pathlib import Path

import pytest

from porter.errors import PorterError
from porter.project.settings.program_cases import parse
from porter.verify.program.found import Command
from porter.verify.program.own_variables import asked_for
from tests.verify.program.unprepared import verdict

PROGRAM = """\
#include <cstdio>
#include <cstdlib>
__global__ void add(int *x, int by) { x[threadIdx.x] = threadIdx.x + by; }
int main() {
  const char *asked = getenv("COUNT");
  if (!asked) return 1;
  int by, *x, n = atoi(asked);
  if (scanf("%d", &by) != 1) return 1;
  cudaMallocManaged(&x, n * sizeof(int));
  add<<<1, n>>>(x, by);
  cudaDeviceSynchronize();
  std::printf("%d\\n", x[n - 1]);
}
"""
README = """\
# Adding

Then run it:

    COUNT=40 ./add <<END
    2
    END
"""


@pytest.mark.parametrize("content", [b'getenv("SIZE")', b"\x7fELF\0SIZE\0puts\0"])
def test_a_program_is_given_the_variables_that_it_asks_for(content: bytes) -> None:
    named = (("SIZE", "4"), ("OTHER", "1"), ("OMP_NUM_THREADS", "2"))
    own = asked_for(Command(".", (), "README", environment=named), content)
    assert own.environment == (("SIZE", "4"), ("OMP_NUM_THREADS", "2"))


@pytest.mark.parametrize("name", ["LD_PRELOAD", "PATH", "CUDA_VISIBLE_DEVICES", "PORTER_CPU_ARCH"])
def test_what_it_runs_on_is_not_for_a_document_to_say(name: str) -> None:
    command = Command(".", (), "README", environment=((name, "1"),))
    assert asked_for(command, b'getenv("%s")' % name.encode()).environment == ()


def test_porter_toml_sets_variables(tmp_path: Path) -> None:
    case = parse(tmp_path, {"source": "a.cu", "environment": {"COUNT": "4", "NAME": "a b"}})
    assert case.environment == (("COUNT", "4"), ("NAME", "a b"))
    assert case.name == "COUNT=4 NAME='a b' a.cu"
    with pytest.raises(PorterError, match="is no name of a variable"):
        parse(tmp_path, {"source": "a.cu", "environment": {"A=B": "4"}})


@pytest.mark.toolchain
def test_a_readme_sets_a_variable_and_shows_what_is_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = verdict(tmp_path, monkeypatch, {"add.cu": PROGRAM, "README.md": README})
    assert found["passed"] and found["numbers"] == 1
    assert found["remarks"] == ["arguments COUNT=40 <<< 2 (README.md)"]
