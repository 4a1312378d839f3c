"""A project that builds for HIP by itself: said before anything else."""

from __future__ import annotations

from pathlib import Path

import pytest

from porter.convert.own_hip_side import own_hip_folders
from porter.options import Options
from porter.port.destination import Destination, OutputMode
from porter.port.run import write_port
from porter.report.blocks import blocks

_TITLE = "This project has a HIP side of its own"


def titles(folder: Path, **files: str) -> list[tuple[str, list[str]]]:
    """Convert a project and return the titles of the report's blocks, each with its rows."""
    for name, text in files.items():
        path = folder / "up" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    destination = Destination(OutputMode.OUT, folder / "out")
    result = write_port([folder / "up"], Options(), destination)
    return [(block.title, [row.cells[-1] for row in block.rows]) for block in blocks(result)]


def test_an_option_of_cmake_is_said_first(tmp_path: Path) -> None:
    listfile = 'option(GGML_CUDA "" OFF)\noption(GGML_HIP "" OFF)\nif(GGML_HIP)\nendif()\n'
    found = titles(tmp_path, **{"CMakeLists.txt": listfile, "a.cu": "int a;\n"})
    assert found[0][0] == _TITLE
    assert "CMakeLists.txt" in found[0][1][0]
    assert "-DGGML_HIP=ON" in found[0][1][0]
    assert found[1][0] == "Files"


def test_the_switch_that_has_one_for_nvidia_beside_it_goes_first(tmp_path: Path) -> None:
    listfile = (
        'option(FETCH_ROCM_LIBS "" OFF)\noption(X_AMD_BACKEND "" OFF)\n'
        'option(X_NVIDIA_BACKEND "" ON)\noption(USE_AMD_LIBM "" OFF)\n'
    )
    found = titles(tmp_path, **{"CMakeLists.txt": listfile, "a.cu": "int a;\n"})
    assert "`-DX_AMD_BACKEND=ON` builds it" in found[0][1][0]


def test_a_setup_py_that_asks_for_rocm_builds_it(tmp_path: Path) -> None:
    script = (
        "# hip\nimport torch\nfrom torch.utils.cpp_extension import CUDAExtension\n"
        "is_rocm_pytorch = torch.version.hip is not None\next = CUDAExtension('k', ['a.cu'])\n"
    )
    found = titles(tmp_path, **{"setup.py": script, "a.cu": "int a;\n"})
    assert found[0][0] == _TITLE
    assert "`pip install .` with PyTorch for ROCm builds it" in found[0][1][0]
    plain = script.replace("is_rocm_pytorch = torch.version.hip is not None", "x = 1")
    found = titles(tmp_path / "plain", **{"setup.py": plain, "a.cu": "int a;\n"})
    assert found[0][0] == "Files"


@pytest.mark.parametrize(
    ("line", "switch"),
    [
        ("ifeq ($(ROCM), true)", "ROCM=true"),
        ('ifeq "$(USE_HIP)" "yes"', "USE_HIP=yes"),
        ("ifeq ($(USE_HIP),1)", "USE_HIP=1"),
        ("ifneq ($(USE_HIP),)", "USE_HIP=1"),
        ("ifdef USE_HIP", "USE_HIP=1"),
    ],
)
def test_a_makefile_tells_the_value(tmp_path: Path, line: str, switch: str) -> None:
    found = titles(tmp_path, **{"Makefile": f"{line}\nX = 1\nendif\n", "a.cu": "int a;\n"})
    assert f"`{switch}` builds it" in found[0][1][0]


def test_a_value_in_small_letters_goes_before_what_rocm_calls_itself(tmp_path: Path) -> None:
    listfile = (
        "if(NOT DEFINED HIP_PLATFORM)\n  set(HIP_PLATFORM amd)\nendif()\n"
        'if(${BACKEND} STREQUAL "hip")\nendif()\n'
    )
    found = titles(tmp_path, **{"CMakeLists.txt": listfile, "a.cu": "int a;\n"})
    assert "`-DBACKEND=hip` builds it" in found[0][1][0]


def test_a_value_of_a_variable_is_said_with_it(tmp_path: Path) -> None:
    listfile = 'if("${BACKEND}" STREQUAL "CUDA")\nelseif("${BACKEND}" STREQUAL "HIP")\nendif()\n'
    found = titles(tmp_path, **{"CMakeLists.txt": listfile, "a.cu": "int a;\n"})
    assert "`-DBACKEND=HIP` builds it" in found[0][1][0]


def test_a_folder_is_said_first(tmp_path: Path) -> None:
    found = titles(tmp_path, **{"src/x-cuda/a.cu": "int a;\n", "src/x-hip/a.cpp": "int a;\n"})
    assert found[0] == (_TITLE, ["src/x-hip: beside what is for CUDA", found[0][1][-1]])


def test_nothing_is_said_of_other_projects(tmp_path: Path) -> None:
    listfile = "project(a CUDA)\nadd_executable(a a.cu)\n"
    found = titles(tmp_path, **{"CMakeLists.txt": listfile, "hip/a.cu": "int a;\n"})
    assert [title for title, _ in found if title == _TITLE] == []


@pytest.mark.parametrize(
    ("paths", "folders"),
    [
        (["cuda/a.cu", "hip/a.cpp"], ["hip"]),
        (["src/ggml-cuda/a.cu", "src/ggml-hip/CMakeLists.txt"], ["src/ggml-hip"]),
        (["a/NVIDIA/x", "a/AMD/x", "a/HIP/b/x", "a/CUDA/x"], ["a/AMD", "a/HIP"]),
        (["hip/a.cu"], []),
        (["cuda/a.cu", "ship/a.cu", "chip_b/c"], []),
        ([], []),
    ],
)
def test_folders(paths: list[str], folders: list[str]) -> None:
    assert own_hip_folders(paths) == folders
