"""Programs that draw are compared with CUDA's sources drawing ROCm's numbers, and it is said."""

from __future__ import annotations

from pathlib import Path

import pytest

from porter.errors import PorterError
from porter.execute.cpu.rocm_random import is_wanted
from porter.project.settings.settings import ProjectSettings
from porter.verify.place import Cpu, Nvidia, Place
from porter.verify.program.choice import Choice
from porter.verify.program.drawn_alike import drawn_alike, refuse_other_methods
from porter.verify.program.found import FoundProgram
from porter.verify.program.recording import Recording
from porter.verify.program.reference import ProgramReferenceSource
from porter.verify.program.result import GaveNothing, ProgramResult
from porter.verify.recording.provenance import Provenance
from porter.verify.reference import Reference
from tests.verify.program.unprepared import verdict

PROGRAM = """\
#include <cstdio>
#include <curand_kernel.h>
__global__ void hits(int *count) {
  curandState state;
  curand_init(17, threadIdx.x, 0, &state);
  for (int i = 0; i < 50; ++i) {
    const float x = curand_uniform(&state), y = curand_uniform(&state);
    if (x * x + y * y <= 1) atomicAdd(count, 1);
  }
}
int main() {
  int *count;
  cudaMallocManaged(&count, sizeof(int));
  *count = 0;
  hits<<<1, 64>>>(count);
  cudaDeviceSynchronize();
  std::printf("%d of 3200, %s\\n", *count, WORDS);
}
"""
DRAWN = "CUDA's sources draw ROCm's random numbers here"


@pytest.mark.toolchain
def test_drawn_numbers_are_no_difference(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    files = {"pi.cu": PROGRAM.replace("WORDS", '"pi"')}
    found = verdict(tmp_path, monkeypatch, files)
    assert found["passed"] and found["numbers"] == 2
    assert any(DRAWN in one for one in found["remarks"])


@pytest.mark.toolchain
def test_other_differences_are(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = PROGRAM.replace("WORDS", '"pi"').replace("*count,", "*count + SIDE,")
    side = "#ifdef __HIP_PLATFORM_AMD__\n#define SIDE 1\n#else\n#define SIDE 0\n#endif\n"
    found = verdict(tmp_path, monkeypatch, {"pi.cu": side + text})
    assert not found["passed"] and any(DRAWN in one for one in found["remarks"])


@pytest.mark.toolchain
def test_launches_are_compared_with_the_same_numbers(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    files = {"pi.cu": PROGRAM.replace("WORDS", '"pi"')}
    found = verdict(tmp_path, monkeypatch, files, "--trace", "full")
    told = " ".join(found["trace"])
    assert found["passed"] and "drawing ROCm's random numbers, as the port does" in told
    assert "1 launches agree" in told


@pytest.mark.toolchain
def test_poissons_numbers_of_kernels_are_drawn_alike(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = PROGRAM.replace("x = curand_uniform(&state)", "x = curand_poisson(&state, 70.)")
    found = verdict(tmp_path, monkeypatch, {"pi.cu": text.replace("WORDS", '"pi"')})
    assert found["passed"], found


@pytest.mark.parametrize(("text", "named"), [
    ("curandState s; curand_poisson(&s, 1.);", ""), ("curand_discrete(&s, d);", "curand_discrete"),
    ("curandStateSobol32_t s; curand_poisson(&s, 1.);", "curand_poisson"),
])  # fmt: skip
def test_numbers_of_another_method_are_not_compared(tmp_path: Path, text: str, named: str) -> None:
    (tmp_path / "a.cu").write_text(text)
    project, place = ProjectSettings(tmp_path, tmp_path / "port"), Cpu("gfx942")
    if not named:
        refuse_other_methods(project, place)
        return
    with pytest.raises(PorterError, match=f"draws by {named}, for which rocRAND has another"):
        refuse_other_methods(project, place)


OF_THE_HOST = """
#include <cstdio>
#include <curand.h>
int main() {
  curandGenerator_t generator;
  curandCreateGenerator(&generator, CURAND_RNG_PSEUDO_DEFAULT);
  curandSetPseudoRandomGeneratorSeed(generator, 7);
  unsigned *drawn, host[64];
  cudaMalloc(&drawn, sizeof host);
  curandGeneratePoisson(generator, drawn, 64, 9.);
  cudaMemcpy(host, drawn, sizeof host, cudaMemcpyDeviceToHost);
  for (unsigned one : host) std::printf("%u\\n", one);
}
"""


@pytest.mark.toolchain
def test_poissons_numbers_of_the_host_are_drawn_alike(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = verdict(tmp_path, monkeypatch, {"drawn.cu": OF_THE_HOST})
    assert found["passed"], found


EXPECTED = Recording("pi", 0, "sum 1\n", Provenance("", "", "", "", ""))


def compared_with(
    folder: Path, monkeypatch: pytest.MonkeyPatch, place: Place, error: PorterError | None
) -> tuple[str, bool, str]:
    """Return what is compared with, whether CUDA's side would draw ROCm's numbers, and remarks."""

    def on_cpu(_: ProgramReferenceSource) -> Reference[Recording]:
        if error:
            raise error
        return Reference(Recording("pi", 0, "sum 2\n", EXPECTED.provenance), "")

    monkeypatch.setattr(ProgramReferenceSource, "on_cpu", on_cpu)
    (folder / "pi.cu").write_text(PROGRAM)
    project = ProjectSettings(folder, folder / "port")
    choice = Choice(FoundProgram(source="pi.cu"), 10.0)
    actual = ProgramResult(0, "sum 2\n", "", {}, 0.1)
    with drawn_alike(project, choice, place, EXPECTED, actual) as (alike, remarks):
        return alike.stdout, is_wanted(), "\n".join(remarks)


def test_a_port_on_nvidias_gpu_draws_cudas_numbers(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text, is_drawn, said = compared_with(tmp_path, monkeypatch, Cpu("gfx942"), None)
    assert (text, is_drawn) == ("sum 2\n", True) and DRAWN in said
    assert compared_with(tmp_path, monkeypatch, Nvidia(), None) == ("sum 1\n", False, "")


def test_where_the_sources_do_not_run_so_nothing_is_drawn_otherwise(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    error = GaveNothing("it launched no kernel")
    text, is_drawn, said = compared_with(tmp_path, monkeypatch, Cpu("gfx942"), error)
    assert (text, is_drawn) == ("sum 1\n", False)
    assert said == "CUDA's sources with ROCm's random numbers: it launched no kernel"
