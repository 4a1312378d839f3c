"""The extensions that CMake builds, by the names under which Python imports them."""

from __future__ import annotations

from pathlib import Path

import pytest

from porter.compile.extensions import torch_extensions
from porter.compile.read.cmake_extensions import builds_extensions_alone, cmake_extensions
from porter.compile.read.setup_py import python_folder
from porter.verify.drafting.extensions import Extensions
from tests.compile.tree import names, write_tree

HEAD = """\
cmake_minimum_required(VERSION 3.18)
project(${SKBUILD_PROJECT_NAME} LANGUAGES CXX HIP)
find_package(Torch CONFIG REQUIRED)
find_library(TORCH_PYTHON_LIBRARY torch_python PATH "${TORCH_INSTALL_PREFIX}/lib")
"""
BACKEND = '[build-system]\nbuild-backend = "scikit_build_core.build"\n[project]\nname = "my-kit"\n'
SOURCES = {
    "bind.cpp": "",
    "kernel.cu": "",
    "module.cpp": "#include <pybind11/numpy.h>\nPYBIND11_MODULE(_C, m) {}\n",
}


def extensions(root: Path) -> dict[str, list[str]]:
    return cmake_extensions(root, names(root))


@pytest.mark.parametrize(
    "made",
    [
        "pybind11_add_module(_C SHARED bind.cpp kernel.cu)\n"
        'target_link_libraries(_C PRIVATE "${TORCH_LIBRARIES}")\n',
        "Python_add_library(_C MODULE WITH_SOABI bind.cpp)\n"
        "target_sources(_C PRIVATE kernel.cu)\n"
        "target_link_libraries(_C PRIVATE pybind11::headers ${TORCH_LIBRARIES})\n",
        "add_library(_C MODULE bind.cpp kernel.cu)\n"
        "target_link_libraries(_C torch ${TORCH_PYTHON_LIBRARY})\n",
        "add_library(kernels STATIC kernel.cu)\n"
        "pybind11_add_module(_C NO_EXTRAS bind.cpp)\n"
        "target_link_libraries(_C PRIVATE kernels torch)\n",
        "add_library(_C SHARED bind.cpp kernel.cu)\ntarget_link_libraries(_C torch)\n",
    ],
)
def test_what_python_loads_and_what_it_is_linked_with(tmp_path: Path, made: str) -> None:
    root = write_tree(tmp_path, {"CMakeLists.txt": HEAD + made, **SOURCES})
    assert {name: sorted(made) for name, made in extensions(root).items()} == {
        "_C": ["bind.cpp", "kernel.cu"]
    }
    found = torch_extensions(root)
    assert [unit.source for unit in found["_C"]] == ["bind.cpp", "kernel.cu"]


@pytest.mark.parametrize(
    "made",
    [
        "add_executable(app bind.cpp kernel.cu)\ntarget_link_libraries(app torch)\n",
        "add_library(core STATIC bind.cpp kernel.cu)\ntarget_link_libraries(core torch)\n",
        "pybind11_add_module(_C bind.cpp)\n",
        "add_library(_C SHARED bind.cpp kernel.cu)\n",
        "cuda_add_library(other SHARED module.cpp kernel.cu)\n",
    ],
)
def test_programs_and_what_has_nothing_of_pytorch_or_a_gpu_are_none(
    tmp_path: Path, made: str
) -> None:
    root = write_tree(tmp_path, {"CMakeLists.txt": HEAD + made, **SOURCES})
    assert extensions(root) == {}


@pytest.mark.parametrize(
    "made",
    [
        "pybind11_add_module(_C module.cpp kernel.cu)\n",
        "cuda_add_library(_C SHARED module.cpp kernel.cu)\n"
        'set_target_properties(_C PROPERTIES PREFIX "")\n',
        "add_library(kernels STATIC kernel.cu)\n"
        "pybind11_add_module(_C module.cpp)\n"
        "target_link_libraries(_C PRIVATE kernels)\n",
        "add_executable(app kernel.cu)\npybind11_add_module(_C module.cpp kernel.cu)\n",
    ],
)
def test_modules_of_kernels_without_pytorch(tmp_path: Path, made: str) -> None:
    """Arrays of NumPy's, as a rule."""
    root = write_tree(tmp_path, {"CMakeLists.txt": made, **SOURCES})
    found = torch_extensions(root)
    assert [unit.source for unit in found["_C"]] == ["kernel.cu", "module.cpp"]


def test_an_extension_of_setuptools_with_kernels(tmp_path: Path) -> None:
    script = (
        "from setuptools import Extension, setup\n"
        "setup(ext_modules=[Extension('kit._C', ['module.cpp', 'kernel.cu']),\n"
        "                   Extension('kit._host', ['bind.cpp'])])\n"
    )
    root = write_tree(tmp_path, {"setup.py": script, **SOURCES})
    found = torch_extensions(root)
    assert {name: [one.source for one in units] for name, units in found.items()} == {
        "kit._C": ["kernel.cu", "module.cpp"]
    }


MODULE = "pybind11_add_module(_C bind.cpp kernel.cu)\ntarget_link_libraries(_C PRIVATE torch)\n"


@pytest.mark.parametrize(
    ("more", "alone"),
    [
        ("", True),
        ("add_executable(app app.cpp)\ntarget_link_libraries(app _C)\n", False),
        ("foreach(T ${TESTS})\nadd_executable(${T} ${T}.cpp)\nendforeach()\n", False),
    ],
)
def test_a_folder_of_extensions_alone(tmp_path: Path, more: str, alone: bool) -> None:
    root = write_tree(tmp_path, {"CMakeLists.txt": HEAD + MODULE + more, **SOURCES, "app.cpp": ""})
    assert builds_extensions_alone(root, names(root)) is alone


@pytest.mark.parametrize(
    ("files", "place", "name"),
    [
        ({"pyproject.toml": BACKEND}, "install(TARGETS _C LIBRARY DESTINATION .)", "_C"),
        ({"pyproject.toml": BACKEND}, "install(TARGETS _C DESTINATION my_kit)", "my_kit._C"),
        (
            {"pyproject.toml": BACKEND},
            "install(TARGETS _C DESTINATION ${SKBUILD_PLATLIB_DIR}/my_kit/ops)",
            "my_kit.ops._C",
        ),
        (
            {"pyproject.toml": BACKEND + '[tool.scikit-build]\nwheel.install-dir = "my_kit"\n'},
            "install(TARGETS _C LIBRARY DESTINATION .)",
            "my_kit._C",
        ),
        ({"kit/__init__.py": ""}, "install(TARGETS _C DESTINATION kit)", "kit._C"),
        ({}, "install(TARGETS _C DESTINATION lib)", "_C"),
        (
            {"kit/__init__.py": ""},
            "set_target_properties(_C PROPERTIES LIBRARY_OUTPUT_DIRECTORY ${PROJECT_SOURCE_DIR}/kit"
            " OUTPUT_NAME _ops)",
            "kit._ops",
        ),
        ({"setup.py": "setup(ext_modules=[CMakeExtension('kit._C')])\n"}, "", "kit._C"),
        ({"setup.py": "setup(ext_modules=[CMakeExtension('kit.native')])\n"}, "", "kit._C"),
    ],
)
def test_names(tmp_path: Path, files: dict[str, str], place: str, name: str) -> None:
    text = {"CMakeLists.txt": f"{HEAD}{MODULE}{place}\n"}
    root = write_tree(tmp_path, {**text, **SOURCES, **files})
    assert [*extensions(root)] == [name]
    assert [*torch_extensions(root)] == [name]
    assert Extensions(root, names(root)).of("bind.cpp") == name


@pytest.mark.parametrize(
    ("text", "folder"),
    [
        (BACKEND, "python"),
        (BACKEND + '[tool.scikit-build]\nwheel.packages = ["python/my_kit"]\n', "python"),
        (BACKEND.replace("my-kit", "deep"), "src"),
        ('[tool.setuptools.packages.find]\nwhere = ["src"]\n', "src"),
        ('[tool.setuptools]\npackage-dir = {"" = "python"}\n', "python"),
        ('[tool.setuptools.packages.find]\nwhere = ["../.."]\n', ""),
    ],
)
def test_packages_lie_where_pyproject_says(tmp_path: Path, text: str, folder: str) -> None:
    files = {"pyproject.toml": text, "python/my_kit/__init__.py": "", "src/deep/__init__.py": ""}
    root = write_tree(tmp_path, files)
    assert python_folder(root) == root / folder


def test_a_script_beside_others_is_called_for_what_it_builds(tmp_path: Path) -> None:
    script = (
        "from setuptools import setup\nfrom torch.utils.cpp_extension import CUDAExtension\n"
        "setup(ext_modules=[CUDAExtension('kit', ['bind.cpp', 'kernel.cu'])])\n"
    )
    root = write_tree(tmp_path, {"op/setup_kit.py": script, "op/bind.cpp": "", "op/kernel.cu": ""})
    assert [unit.source for unit in torch_extensions(root)["kit"]] == [
        "op/bind.cpp",
        "op/kernel.cu",
    ]
    assert Extensions(root, names(root)).of("op/bind.cpp") == "kit"


def test_a_module_is_where_it_is_copied_to(tmp_path: Path) -> None:
    copy = (
        "cuda_add_library(_C SHARED module.cpp kernel.cu)\n"
        "add_custom_command(TARGET _C POST_BUILD COMMAND ${CMAKE_COMMAND} -E copy\n"
        "  $<TARGET_FILE:_C> ${PROJECT_SOURCE_DIR}/kit/libs/_C.so)\n"
    )
    root = write_tree(tmp_path, {"CMakeLists.txt": f"project(kit)\n{copy}", **SOURCES})
    assert list(torch_extensions(root)) == ["kit.libs._C"]
