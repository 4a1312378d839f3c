"""A project that nobody prepared: its programs are found, run and compared."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from porter.cli import group
from porter.execute import nvidia
from porter.project.discover import discover
from porter.project.settings.settings import ProjectSettings
from porter.verify.options import Ref
from porter.verify.program.discovery import found_programs

MAKEFILE = """\
CUDA_DIR = /usr/local/cuda
NVCC = $(CUDA_DIR)/bin/nvcc
all: scale
scale: scale.cu
\t$(NVCC) -o $@ $<
run: scale
\t./scale 40 2>/dev/null
"""
SOURCE = """\
#include <cstdio>
#include <cstdlib>
__global__ void scale(float *x, int n) { if (threadIdx.x < n) x[threadIdx.x] *= 2; }
__global__ void shift(float *x) { x[threadIdx.x] += 1; }
__global__ void never(float *x) { x[threadIdx.x] = 0; }
int main(int argc, char **argv) {
  if (argc < 2) { std::puts("usage: scale N"); return 1; }
  const int n = std::atoi(argv[1]);
  float *x; cudaMallocManaged(&x, 64 * sizeof(float));
  for (int i = 0; i < 64; ++i) x[i] = i;
  scale<<<1, 64>>>(x, n); shift<<<1, 64>>>(x); cudaDeviceSynchronize();
  float sum = 0; for (int i = 0; i < 64; ++i) sum += x[i];
  std::printf("sum %f at %p\\n", sum, (void *)x);
  std::FILE *out = std::fopen("out.txt", "w");
  std::fprintf(out, "%f\\n", sum);
  std::fclose(out);
}
"""


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "src").mkdir()
    (tmp_path / "src" / "Makefile").write_text(MAKEFILE)
    (tmp_path / "src" / "scale.cu").write_text(SOURCE)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def porter(*words: str) -> tuple[int, str]:
    done = CliRunner().invoke(group, [*words])
    return done.exit_code, done.stdout if "--json" in words else done.output


@pytest.mark.toolchain
def test_three_commands_compare_a_project_that_nobody_prepared(project: Path) -> None:
    assert porter("new", "project", "src", "port")[0] == 0
    assert porter("sync")[0] == 0
    status, said = porter("verify", "--ref", "cuda:cpu", "--on", "hip:cpu:gfx942", "--json")
    (verdict,) = json.loads(said)
    assert status == 0 and verdict["passed"], verdict
    assert verdict["case"] == "scale" and verdict["numbers"] == 2  # printed, and in out.txt
    assert verdict["remarks"][0] == "arguments 40 (make run)"
    assert "address in line 1" in verdict["remarks"][1]
    assert verdict["kernels"]["never"] == ["never(float*)"]
    assert not (project / "src" / "scale").exists() and not (project / "port" / "scale").exists()

    port = project / "port" / "scale.cu"
    port.write_text(port.read_text().replace("*= 2", "*= 3"))
    status, said = porter("verify", "--ref", "cuda:cpu", "--on", "hip:cpu:gfx942")
    assert status == 1 and "file out.txt, line 1: " in said
    assert "2 of 3 kernels were launched; never: never" in said


@pytest.mark.toolchain
def test_what_cannot_be_compared_is_no_difference(project: Path) -> None:
    (project / "src" / "Makefile").write_text(MAKEFILE.replace("./scale 40", "true"))
    source = SOURCE.replace("scale N", "scale FILE").replace("std::atoi(argv[1])", "argv[1][0]")
    (project / "src" / "scale.cu").write_text(source)
    porter("new", "project", "src", "port")
    porter("sync")
    status, said = porter("verify", "--ref", "cuda:cpu", "--on", "hip:cpu:gfx942")
    assert status == 3
    assert "not compared" in said and "no arguments are known" in said
    assert "launched no kernel, exit status 1: usage: scale FILE" in said


@pytest.mark.toolchain
@pytest.mark.parametrize("trace", ["off", "full"])
def test_a_program_that_says_nothing_is_compared_by_its_launches(project: Path, trace: str) -> None:
    silent = SOURCE.partition("  float sum = 0;")[0] + "}\n"
    (project / "src" / "scale.cu").write_text(silent)
    porter("new", "project", "src", "port")
    porter("sync")
    words = ("--ref", "cuda:cpu", "--on", "hip:cpu:gfx942", "--trace", trace)
    status, said = porter("verify", *words)
    assert status == 0, said
    assert "it prints and writes nothing that could be compared" in said
    assert "2 launches agree" in said


@pytest.mark.toolchain
def test_words_alone_are_the_same_without_numbers(project: Path) -> None:
    words = SOURCE.partition("  float sum")[0] + '  std::puts(x[1] > 1 ? "PASS" : "FAIL");\n}\n'
    (project / "src" / "scale.cu").write_text(words)
    porter("new", "project", "src", "port")
    porter("sync")
    status, said = porter("verify", "--ref", "cuda:cpu", "--on", "hip:cpu:gfx942")
    assert status == 0, said
    assert "same, no numbers" in said
    assert "no number was compared: 1 line of words" in said


@pytest.mark.toolchain
def test_programs_are_found_where_the_reference_will_run(
    project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    gpu = nvidia.Device("NVIDIA H100", "580", "90", "13.0", project / "no-nvcc")
    monkeypatch.setattr(nvidia, "device", lambda: gpu)
    settings = ProjectSettings(project / "src", project / "port")
    (on_executor,) = found_programs(settings, Ref.CPU)
    assert on_executor.run == "scale" and not on_executor.unusable


@pytest.mark.toolchain
def test_a_part_of_a_repository_without_cuda_is_left_out(project: Path) -> None:
    for name, source in (("cpp", "a.cpp"), ("cuda", "a.cu")):
        part = project / "src" / name
        part.mkdir()
        (part / source).write_text(SOURCE if name == "cuda" else "int main() {}\n")
        (part / "Makefile").write_text(f"a: {source}\n\t$(or $(NVCC),nvcc) {source} -o a\n")
    for name in ("Makefile", "scale.cu"):
        (project / "src" / name).unlink()
    settings = ProjectSettings(project / "src", project / "port")
    assert [one.run for one in found_programs(settings, Ref.CPU)] == ["cuda/a"]


@pytest.mark.toolchain
def test_sources_of_a_makefile_that_make_cannot_read_are_compiled_by_themselves(
    project: Path,
) -> None:
    (project / "src" / "Makefile").write_text("scale: scale.cu\n   nvcc scale.cu -o scale\n")
    settings = ProjectSettings(project / "src", project / "port")
    (found,) = found_programs(settings, Ref.CPU)
    assert found.source == "scale.cu" and not found.unusable
    assert "missing separator" in " ".join(found.notes)
    (project / "src" / "scale.cu").write_text(SOURCE.replace("int main", "int run"))
    (found,) = found_programs(settings, Ref.CPU)
    assert "missing separator" in found.unusable


@pytest.mark.toolchain
@pytest.mark.parametrize(("makefile", "is_told"), [
    ("a: a.c\n\tgcc a.c -lnot-there -o a\n", False),
    ("include ../common.mk\na: a.c\n\tgcc a.c -lnot-there -o a\n", True),
])  # fmt: skip
def test_a_part_without_cuda_that_does_not_build_says_nothing(
    project: Path, makefile: str, is_told: bool
) -> None:
    for name, source in (("cpp", "a.c"), ("cuda", "a.cu")):
        part = project / "src" / name
        part.mkdir()
        (part / source).write_text(SOURCE if name == "cuda" else "int main(void) {}\n")
    (project / "src" / "common.mk").write_text("CC = gcc\n")
    (project / "src" / "cpp" / "Makefile").write_text(makefile)
    (project / "src" / "cuda" / "Makefile").write_text("a: a.cu\n\tnvcc a.cu -o a\n")
    for name in ("Makefile", "scale.cu"):
        (project / "src" / name).unlink()
    settings = ProjectSettings(project / "src", project / "port")
    found = [one.run for one in found_programs(settings, Ref.CPU)]
    assert found == (["cpp", "cuda/a"] if is_told else ["cuda/a"])


@pytest.mark.toolchain
@pytest.mark.parametrize("is_program", [True, False])
def test_programs_of_a_makefile_beside_a_setup_py_are_found(
    project: Path, is_program: bool
) -> None:
    source = project / "src" / "scale.cu"
    if not is_program:
        source.write_text(SOURCE.replace("int main", "int run"))
    (project / "src" / "setup.py").write_text(
        "from setuptools import setup\n"
        "from torch.utils.cpp_extension import BuildExtension, CUDAExtension\n"
        'setup(ext_modules=[CUDAExtension("scale", ["scale.cu"])],'
        ' cmdclass={"build_ext": BuildExtension})\n'
    )
    settings = ProjectSettings(project / "src", project / "port")
    found = [one.run for one in found_programs(settings, Ref.CPU)]
    assert found == (["scale"] if is_program else [])


def test_a_makefile_that_packs_a_python_package_makes_no_program(tmp_path: Path) -> None:
    (tmp_path / "kernels.cu").write_text("__global__ void f() {}\n")
    (tmp_path / "setup.py").write_text("from setuptools import setup\nsetup(name='p')\n")
    (tmp_path / "makefile").write_text("build:\n\tpython3 setup.py bdist_wheel\n")
    settings = ProjectSettings(tmp_path, tmp_path / "port")
    assert [*found_programs(settings, Ref.CPU)] == []


COLLECTION = """\
all: GPU HOST
GPU:
\tcd gpu; false; cp scale ../bin/gpu
HOST:
\tcd host; make; cp scale ../bin/host
"""
HOST = """\
#include <cstdio>
int main() { std::printf("sum 7\\n"); }
"""


@pytest.mark.slow
@pytest.mark.toolchain
def test_parts_of_a_collection_whose_own_build_fails_are_built_by_themselves(
    project: Path,
) -> None:
    for part in ("gpu", "host"):
        (project / "src" / part).mkdir()
    (project / "src" / "Makefile").rename(project / "src" / "gpu" / "Makefile")
    (project / "src" / "scale.cu").rename(project / "src" / "gpu" / "scale.cu")
    (project / "src" / "host" / "Makefile").write_text("scale: scale.cpp\n\tg++ -o $@ $<\n")
    (project / "src" / "host" / "scale.cpp").write_text(HOST)
    (project / "src" / "Makefile").write_text(COLLECTION)
    porter("new", "project", "src", "port")
    porter("sync")
    status, said = porter("verify", "--ref", "cuda:cpu", "--on", "hip:cpu:gfx942", "--json")
    (verdict,) = json.loads(said)
    assert status == 0 and verdict["case"] == "gpu/scale"  # not host's: nothing of it is CUDA
    assert verdict["remarks"][0] == "arguments 40 (make run in gpu)"
    assert verdict["remarks"][1].startswith("built by itself: make in .: ")
    assert "cannot stat 'scale'" in verdict["remarks"][1]  # which cp writes in several pieces


UNWRITTEN = """\
#include <cstdio>
#include <cstdlib>
__global__ void twice(float *x) { x[threadIdx.x] *= 2; }
int main() {
  float *mine = (float *)std::malloc(64 * sizeof(float)), *x;
  for (int i = FIRST; i < 64; ++i) mine[i] = i;
  cudaMalloc(&x, 64 * sizeof(float));
  cudaMemcpy(x, mine, 64 * sizeof(float), cudaMemcpyHostToDevice);
  twice<<<1, 64>>>(x);
  cudaMemcpy(mine, x, 64 * sizeof(float), cudaMemcpyDeviceToHost);
#ifdef __HIP_PLATFORM_AMD__
  for (int i = 0; i < FIRST; ++i) mine[i] = 7;  // what its own memory may have held
#endif
  for (int i = 0; i < 64; ++i) std::printf("%f\\n", mine[i]);
}
"""


@pytest.mark.toolchain
@pytest.mark.parametrize(("unwritten", "status"), [(3, 0), (60, 3)])
def test_numbers_of_memory_that_nobody_wrote_are_no_difference(
    project: Path, unwritten: int, status: int
) -> None:
    (project / "src" / "scale.cu").write_text(UNWRITTEN.replace("FIRST", str(unwritten)))
    porter("new", "project", "src", "port")
    porter("sync")
    found, said = porter("verify", "--ref", "cuda:cpu", "--on", "hip:cpu:gfx942")
    assert found == status, said
    if status:
        assert "cuda: it gives other numbers each time" in said and "60 of 64 lines" in said
    else:
        assert "or with what was in memory before in lines 1, 2, 3" in said


def test_a_tree_is_walked_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "up").mkdir()
    (tmp_path / "up/main.cu").write_text("__global__ void k() {}\nint main() {}\n")
    walked = []

    def walk(root: Path, *args: object, **named: object) -> object:
        walked.append(root)
        return discover(root, *args, **named)  # type: ignore[arg-type]

    for name, module in list(sys.modules.items()):
        if name.startswith("porter.verify.") and hasattr(module, "discover"):
            monkeypatch.setattr(module, "discover", walk)
    project = ProjectSettings(tmp_path / "up", tmp_path / "port")
    assert [one.source for one in found_programs(project)] == ["main.cu"]
    assert walked == [tmp_path / "up"]


def test_a_source_of_the_host_alone_is_no_program(tmp_path: Path) -> None:
    (tmp_path / "host.cu").write_text('#include <cstdio>\nint main() { std::puts("1"); }\n')
    (tmp_path / "a.cu").write_text("#include <cuda_runtime.h>\nint main() { cudaFree(0); }\n")
    settings = ProjectSettings(tmp_path, tmp_path)
    assert [one.source for one in found_programs(settings, Ref.CPU)] == ["a.cu"]
