"""Both sides in one build file: each can be told again, and each builds."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

from porter.cli import group
from porter.convert.gates.build_files import build_side, gated_build_file
from porter.errors import PorterError
from porter.own_build.systems import System, Target, commands
from porter.source.text.languages import Language

CMAKE = """\
project(sums LANGUAGES CXX CUDA)
if(FAST)
  find_package(CUDAToolkit)
  set(LEVEL
      3)
else()
  set(LEVEL 0)
endif()
add_executable(sums sums.cu)
"""
MAKE = """\
NVCC = nvcc
ifdef DEBUG
FLAGS = -G
endif
define words
-G
endef
sums: sums.cu \\
  more.cu
\t$(NVCC) $(FLAGS) -o $@ $^
\techo done
"""
SETUP = '''\
"""Builds for CUDA."""
from torch import CUDAExtension

TEXT = """CUDA
  in lines"""


setup(
    name="x",  # a word
    text="""a
b""",
    modules=[CUDAExtension("x", CUDA)],
)'''


def test_a_gate_of_cmake_goes_around_commands_and_inside_of_blocks() -> None:
    port = CMAKE.replace("CXX CUDA", "CXX HIP").replace("CUDAToolkit", "hip")
    made = gated_build_file(Language.CMAKE, CMAKE.encode(), port.encode()).decode()
    assert made == CMAKE.replace(
        "project(sums LANGUAGES CXX CUDA)\n",
        "if(USE_HIP)  # HIP, by porter\n"
        "project(sums LANGUAGES CXX HIP)\n"
        "else()  # CUDA\n"
        "project(sums LANGUAGES CXX CUDA)\n"
        "endif()  # HIP\n",
    ).replace(
        "  find_package(CUDAToolkit)\n",
        "  if(USE_HIP)  # HIP, by porter\n"
        "  find_package(hip)\n"
        "  else()  # CUDA\n"
        "  find_package(CUDAToolkit)\n"
        "  endif()  # HIP\n",
    )


def test_a_gate_of_make_may_stand_in_a_recipe_and_not_in_a_definition() -> None:
    port = MAKE.replace("-G", "-g").replace("\techo done\n", "")
    made = gated_build_file(Language.MAKE, MAKE.encode(), port.encode()).decode()
    assert (
        "ifdef DEBUG\n"
        "ifeq ($(HIP),1)  # HIP, by porter\nFLAGS = -g\nelse  # CUDA\nFLAGS = -G\nendif  # HIP\n"
        "endif\n"
        "ifeq ($(HIP),1)  # HIP, by porter\ndefine words\n-g\nendef\n"
        "else  # CUDA\ndefine words\n-G\nendef\nendif  # HIP\n"
    ) in made
    assert made.endswith("-o $@ $^\nifneq ($(HIP),1)  # CUDA's alone\n\techo done\nendif  # HIP\n")


def test_a_gate_of_python_moves_statements_and_no_strings() -> None:
    port = SETUP.replace("CUDA", "HIP")
    made = gated_build_file(Language.PYTHON, SETUP.encode(), port.encode()).decode()
    assert made.startswith('"""Builds for CUDA."""\nif __import__("torch").version.hip:  # HIP')
    assert '    TEXT = """HIP\n  in lines"""\n' in made
    assert '    setup(\n        name="x",  # a word\n        text="""a\nb""",\n' in made
    assert build_side(Language.PYTHON, made.encode(), hip=False).decode() == SETUP
    told = build_side(Language.PYTHON, made.encode(), hip=True).decode()
    assert told == port.replace("Builds for HIP", "Builds for CUDA")


@pytest.mark.parametrize(
    ("language", "text", "reason"),
    [
        (Language.CMAKE, "if(USE_HIP)\na()\nendif()\n", "a switch of its own, USE_HIP"),
        (Language.MAKE, "ifdef A\nX = nvcc\n", "not closed"),
        (Language.CMAKE, "if(A) a()\nendif()\n", "a block's command and another"),
    ],
)
def test_what_cannot_hold_both_says_why(language: Language, text: str, reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        gated_build_file(language, text.encode(), text.replace("a", "b").encode())


LINES = {
    Language.CMAKE: ["a()", "  b(", "  x)", "if(A)", "else()", "endif()", "# w", "", "a() b()"],
    Language.MAKE: [
        "A = 1",
        "a: b",
        "\tc",
        "ifdef A",
        "else",
        "endif",
        "define D",
        "endef",
        "x \\",
    ],
    Language.PYTHON: ["a()", "b(", "x)", "if a:", "    c", "else:", "# w", "", 't = """', '"""'],
}


@pytest.mark.parametrize("language", LINES)
@given(data=st.data())
def test_either_side_of_any_two_texts_can_be_told_again(
    language: Language, data: st.DataObject
) -> None:
    texts = st.lists(st.sampled_from(LINES[language]), max_size=12).map("\n".join)
    cuda, hip = data.draw(texts).encode(), data.draw(texts).encode()
    try:
        made = gated_build_file(language, cuda, hip)
    except (ValueError, SyntaxError, PorterError) as error:
        assert "side would" not in str(error)
    else:
        assert build_side(language, made, hip=False) == cuda


def test_a_docstring_that_ends_a_file_is_a_line_before_others() -> None:
    cuda, hip = b'"""Builds."""', b'"""Builds."""\nbuild()'
    made = gated_build_file(Language.PYTHON, cuda, hip)
    assert build_side(Language.PYTHON, made, hip=False) == cuda
    assert build_side(Language.PYTHON, made, hip=True) == hip


def write_project(folder: Path) -> None:
    """Write a program, and the files by which make and CMake build it for CUDA."""
    folder.mkdir()
    (folder / "sum.cu").write_text(
        "#include <cstdio>\n"
        "__global__ void sum(int *out) {\n"
        "  int v = threadIdx.x;\n"
        "  for (int d = 16; d; d /= 2) v += __shfl_down_sync(0xffffffff, v, d);\n"
        "  if (threadIdx.x % 32 == 0) atomicAdd(out, v);\n"
        "}\n"
        "int main() {\n"
        "  int *a, r = 0;\n"
        "  cudaMalloc(&a, 4);\n"
        "  cudaMemset(a, 0, 4);\n"
        "  sum<<<1, 64>>>(a);\n"
        "  cudaMemcpy(&r, a, 4, cudaMemcpyDeviceToHost);\n"
        '  printf("%d\\n", r);\n'
        "}\n"
    )
    (folder / "Makefile").write_text(
        "NVCC = nvcc\nARCH = sm_80\nsum: sum.cu\n\t$(NVCC) -arch=$(ARCH) -o $@ $<\n"
    )
    (folder / "CMakeLists.txt").write_text(
        "cmake_minimum_required(VERSION 3.18)\n"
        "project(sum LANGUAGES CXX CUDA)\n"
        "add_executable(sum sum.cu)\n"
        "set_target_properties(sum PROPERTIES CUDA_ARCHITECTURES 80)\n"
    )


def test_a_project_for_both_sides_is_built_by_its_own_files(tmp_path: Path) -> None:
    write_project(tmp_path / "src")
    both = tmp_path / "both"
    done = CliRunner().invoke(
        group, ["convert", str(tmp_path / "src"), "--to", "hip", "--dual", "--out", str(both)]
    )
    assert done.exit_code == 0, done.output
    assert "HIP's side is built by cmake -DUSE_HIP=ON, make HIP=1" in done.output
    for name, language in (("Makefile", Language.MAKE), ("CMakeLists.txt", Language.CMAKE)):
        upstream = (tmp_path / "src" / name).read_bytes()
        assert build_side(language, (both / name).read_bytes(), hip=False) == upstream
    for words, compiler in (([], "nvcc -arch=sm_80"), (["HIP=1"], "hipcc --offload-arch=")):
        said = subprocess.run(["make", "-n", *words], cwd=both, capture_output=True, text=True)
        assert compiler in said.stdout


def test_porters_native_build_is_hips(tmp_path: Path) -> None:
    class Rocm:
        root, clang, arch = Path("/r"), Path("/r/clang"), "gfx942"

    write_project(tmp_path / "src")
    target = Target(tmp_path / "src", System.MAKE)
    assert "HIP=1" not in commands(target, Rocm, tmp_path, 1)[0]  # type: ignore[arg-type]
    makefile = tmp_path / "src/Makefile"
    text = makefile.read_bytes()
    makefile.write_bytes(gated_build_file(Language.MAKE, text, text.replace(b"= nvcc", b"= hipcc")))
    assert "HIP=1" in commands(target, Rocm, tmp_path, 1)[0]  # type: ignore[arg-type]


@pytest.mark.slow
@pytest.mark.toolchain
@pytest.mark.skipif(shutil.which("cmake") is None, reason="needs CMake")
def test_each_side_is_built_by_each_system_and_runs(tmp_path: Path) -> None:
    write_project(tmp_path / "src")
    both = tmp_path / "both"
    porter = [sys.executable, "-m", "porter"]

    def run(*words: str, folder: Path = tmp_path) -> str:
        done = subprocess.run(words, cwd=folder, capture_output=True, text=True)
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    run(*porter, "convert", "src", "--to", "hip", "--dual", "--out", "both")
    for system in ("make", "cmake"):
        run(
            *porter,
            "build",
            "both",
            "--native",
            "--on",
            "cpu",
            "--arch",
            "gfx942",
            "--with",
            system,
        )
    assert run("./sum", folder=both) == "2016\n"
    nvcc = str(Path(sys.executable).parent / "porter-nvcc")
    (both / "sum").unlink()
    run("make", f"NVCC={nvcc}", folder=both)
    assert run("./sum", folder=both) == "2016\n"
    run("cmake", "-S", "both", "-B", "built", f"-DCMAKE_CUDA_COMPILER={nvcc}")
    run("cmake", "--build", "built")
    assert run("built/sum") == "2016\n"
