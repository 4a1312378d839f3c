"""What was built for CUDA or macOS is no part of a project."""

from __future__ import annotations

from pathlib import Path

import pytest

from porter.project.discover import discover


@pytest.mark.parametrize(
    ("name", "data", "built_for"),
    [
        ("main.o", b"\x7fELF..\0__cudaRegisterFatBinary\0", "CUDA"),
        ("run", b"\x7fELF..\0main\0cudaMalloc\0", "CUDA"),
        ("lib/libk.a", b"!<arch>\n..\x7fELF\0.nv_fatbin\0", "CUDA"),
        ("obj/main.o", b"\xcf\xfa\xed\xfe\x07\0\0\x01", "macOS"),
        ("build/k.d", b"build/k.o build/k.d: k.cu \\\n /opt/cuda/include/cuda_runtime.h\n", "CUDA"),
        ("build/k.d", b"build/k.o: k.cu \\\n /usr/include/stdio.h\n", ""),
        ("module.d", b"import std.stdio; // k.o: /opt/cuda/include/cuda_runtime.hpp\n", ""),
        ("host.o", b"\x7fELF..\0main\0cudaless\0", ""),
        ("notes", b"\0cudaMalloc\0", ""),
        ("data.bin", b"\x7fELF..\0cudaMalloc\0", ""),
        ("data.bin", b"\xcf\xfa\xed\xfe\x07\0\0\x01", ""),
    ],
)
def test_what_was_built_for_another_platform_is_left_out(
    tmp_path: Path, name: str, data: bytes, built_for: str
) -> None:
    (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
    (tmp_path / name).write_bytes(data)
    project = discover(tmp_path)
    assert project.excluded == ({name: f"built for {built_for}"} if built_for else {})
    folder = name.rpartition("/")[0]
    assert project.empty_folders == ([folder] if built_for and folder else [])
    assert any(one.path == name for one in project.entries) is not bool(built_for)


def test_objects_that_are_made_again_are_left_out(tmp_path: Path) -> None:
    for name in ("host.o", "given.o"):
        (tmp_path / name).write_bytes(b"\x7fELF..\0main\0")
    (tmp_path / "host.cpp").write_text("int main() { return 0; }\n")
    project = discover(tmp_path)
    assert project.excluded == {"host.o": "built from the source beside it"}
    assert [one.path for one in project.entries] == ["given.o", "host.cpp"]
