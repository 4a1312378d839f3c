"""porter's own headers stand in for ROCm's that are not installed, and for no others."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from porter.toolchain.discovery import find
from porter.toolchain.model import Toolchain
from porter.toolchain.stand_in_headers import stand_in_headers


@pytest.fixture
def rocm(tmp_path: Path) -> Toolchain:
    return Toolchain(Path("clang"), "19", Path("bin"), "", tmp_path, "6.4", Path("bitcode"))


def test_what_is_not_installed_is_porter_s(rocm: Toolchain) -> None:
    assert any((folder / "roctracer/roctx.h").is_file() for folder in stand_in_headers(rocm))


def test_what_is_installed_is_rocm_s(rocm: Toolchain, tmp_path: Path) -> None:
    (tmp_path / "include/roctracer").mkdir(parents=True)
    assert not any((folder / "roctracer").is_dir() for folder in stand_in_headers(rocm))


@pytest.mark.toolchain
@pytest.mark.parametrize("language", ["c", "c++"])
def test_rocm_s_version_is_that_of_hip_s_headers(tmp_path: Path, language: str) -> None:
    toolchain = find()
    major, minor = toolchain.rocm_version.split(".")[:2]
    source = tmp_path / "version.c"
    source.write_text(
        "#include <rocm-core/rocm_version.h>\n"
        f"#if ROCM_VERSION_MAJOR != {major} || ROCM_VERSION_MINOR != {minor}\n#error\n#endif\n"
        "int ask(void) { unsigned a, b, c; return getROCmVersion(&a, &b, &c) == VerSuccess; }\n"
    )
    folders = [*stand_in_headers(toolchain), *toolchain.include_dirs]
    words = [str(toolchain.clang), "-x", language, "-fsyntax-only", "-Wall", "-Werror", str(source)]
    subprocess.run([*words, *(f"-I{one}" for one in folders)], check=True)
