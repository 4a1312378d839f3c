"""CMake's presets, converted: CMake configures by them for HIP."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from porter.testing import apply
from tests.executors_cmake import with_preset
from tests.fixers.build_files.test_cmake_sources import HEAD, SOURCES, converted

PRESETS = {
    "version": 3,
    "configurePresets": [
        {
            "name": "gpu",
            "generator": "Unix Makefiles",
            "binaryDir": "${sourceDir}/b",
            "environment": {"CUDACXX": "/usr/local/cuda/bin/nvcc"},
            "cacheVariables": {
                "CMAKE_CUDA_COMPILER": {"type": "FILEPATH", "value": "/usr/local/cuda/bin/nvcc"},
                "CMAKE_CUDA_ARCHITECTURES": "70;80",
                "CMAKE_CUDA_FLAGS": "-lineinfo --expt-relaxed-constexpr -DGIVEN=1",
                "CMAKE_EXPORT_COMPILE_COMMANDS": "ON",
            },
        }
    ],
}


@pytest.mark.slow
@pytest.mark.toolchain
def test_cmake_takes_compiler_flags_and_architectures(tmp_path: Path) -> None:
    script = HEAD + "set(CMAKE_CUDA_ARCHITECTURES 60)\nadd_executable(run main.cu)\n"
    texts = {"CMakeLists.txt": script, "CMakePresets.json": json.dumps(PRESETS, indent=2)}
    port = converted(tmp_path, {**SOURCES, **texts})
    with_preset(port, "gpu")
    (listed,) = json.loads((port / "b/compile_commands.json").read_text())
    words = listed["command"].split()
    assert "-DGIVEN=1" in words
    assert "-gline-tables-only" in words
    assert [word for word in words if word.startswith("--offload-arch")] == [
        f"--offload-arch={arch}" for arch in ("gfx90a", "gfx942", "gfx1100")
    ]


@pytest.mark.parametrize("removed", [(0,), (1,), (2,), (0, 1), (1, 2), (0, 2)])
def test_what_is_left_of_an_object_is_json(tmp_path: Path, removed: tuple[int, ...]) -> None:
    names = ["CUDACXX", "CMAKE_CUDA_COMPILER"]
    places = {place: names.pop() for place in removed}
    held = {places.get(at, f"OTHER{at}"): "nvcc" for at in range(3)}
    text = json.dumps({"configurePresets": [{"environment": held}]}, indent=2)
    port = converted(tmp_path, {"CMakePresets.json": text, **SOURCES})
    left = json.loads((port / "CMakePresets.json").read_text())
    expected = {name: value for name, value in held.items() if name.startswith("OTHER")}
    assert left["configurePresets"][0]["environment"] == expected


def test_a_deep_file_is_left_alone(tmp_path: Path) -> None:
    text = '{"CUDA": ' + "[" * 100_000 + "]" * 100_000 + "}\n"
    port = converted(tmp_path, {"CMakePresets.json": text, **SOURCES})
    assert (port / "CMakePresets.json").read_text() == text


@pytest.mark.parametrize(
    "other",
    ['"X": [1, 2]', '"X": {"type": {"q": 1}}', '"X": {"value": ["a"], "type": 1}', '"X": 1'],
)
def test_a_compiler_behind_a_value_of_another_shape_goes_alone(other: str) -> None:
    before = '{"cacheVariables": {' + other + ', "CMAKE_CUDA_COMPILER": "nvcc"}}'
    found = apply(before, "BLD17", path="CMakePresets.json")
    assert found.data.decode() == before.replace(', "CMAKE_CUDA_COMPILER": "nvcc"', "")


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-32-be"])
def test_presets_in_another_encoding_are_left_alone(encoding: str) -> None:
    text = '{"a": [1], "cacheVariables": {"\u227d\u7d7d\u2222": "nvcc", "CUDAFLAGS": "-G"}}'
    found = apply(text.encode(encoding), "BLD17", path="CMakePresets.json")
    assert found.data == text.encode(encoding)
