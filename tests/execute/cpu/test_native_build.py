"""The executor's native parts: what they are built again for, and what they need."""

from __future__ import annotations

import dataclasses
import shutil
from pathlib import Path

import pytest

from porter.errors import PorterError
from porter.execute.cpu import native_build
from porter.execute.cpu.libraries import build as libraries_build
from porter.execute.cpu.libraries.build import library_units
from porter.execute.cpu.libraries.catalogue import vendor_libraries
from porter.execute.cpu.native_build import native
from porter.toolchain.discovery import find
from porter.toolchain.model import Toolchain

pytestmark = pytest.mark.toolchain


@pytest.fixture
def toolchain() -> Toolchain:
    return find()


def test_llvm_s_headers_are_needed(toolchain: Toolchain) -> None:
    without = dataclasses.replace(toolchain, llvm_include_dirs=())
    with pytest.raises(PorterError, match="porter toolchain install llvm-dev"):
        native(without)


def test_built_parts_are_kept_and_found_again(toolchain: Toolchain) -> None:
    first, calls = native(toolchain), []
    again = native(toolchain, lambda done, total: calls.append((done, total)))
    assert again == first and calls == []
    for part in (first.retargeter, first.runtime, first.builtins):
        assert part.is_file()


def test_a_source_or_another_llvm_means_other_parts(
    toolchain: Toolchain, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What would be built, without building it."""
    wanted: list[Path] = []

    def build(_: Toolchain, parts: native_build.Native, __: object) -> None:
        wanted.append(parts.root)
        shutil.copytree(sources, parts.root)

    sources = tmp_path / "native"
    shutil.copytree(native_build.SOURCES, sources)
    monkeypatch.setattr(native_build, "SOURCES", sources)
    monkeypatch.setattr(native_build, "_build", build)
    monkeypatch.setattr(native_build, "porter_home", lambda: tmp_path)
    native(toolchain)
    native(toolchain)
    (sources / "runtime" / "fiber.cpp").write_text("// changed\n")
    native(toolchain)
    native(dataclasses.replace(toolchain, llvm_version="19.9.9"))
    assert len(wanted) == len(set(wanted)) == 3


def test_a_build_of_other_sources_holds_up_nobody(
    toolchain: Toolchain, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another LLVM's build begins within this one's; one lock for both would never let it."""
    waited: list[str] = []

    def build(_: Toolchain, parts: native_build.Native, __: object) -> None:
        parts.root.mkdir()
        if not other:
            other.append(dataclasses.replace(toolchain, llvm_version="19.9.9"))
            native(other[0])

    def tell(message: str) -> None:
        waited.append(message)
        raise AssertionError(message)

    other: list[Toolchain] = []
    monkeypatch.setattr(native_build, "_build", build)
    monkeypatch.setattr(native_build, "say", tell)
    monkeypatch.setattr(native_build, "porter_home", lambda: tmp_path)
    native(toolchain)
    assert not waited
    assert len([path for path in (tmp_path / "cpu-executor").iterdir() if path.is_dir()]) == 2


def test_the_compilers_allocator_is_told_beside_what_the_user_asks_for(
    toolchain: Toolchain, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GLIBC_TUNABLES", "glibc.malloc.check=0")
    first, *ours = native(toolchain).environment()["GLIBC_TUNABLES"].split(":")
    assert first == "glibc.malloc.check=0"
    assert ours == ["glibc.malloc.tcache_count=65535", "glibc.malloc.hugetlb=1"]


def test_progress_is_told_once_where_no_terminal_is(capsys: pytest.CaptureFixture[str]) -> None:
    progress = native_build._ProgressLine()
    for done in range(1, 4):
        progress(done, 3)
    said = "porter: building the cpu executor (once): 3 of 3 files\n"
    assert capsys.readouterr().err == said


def test_objects_are_the_same_wherever_porter_and_its_other_headers_lie(
    toolchain: Toolchain, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two checkouts share what was built; Composable Kernel's headers are no part of it."""

    def outputs(tools: Toolchain) -> list[Path]:
        written = [unit for one in vendor_libraries() for unit in library_units(one, tools)]
        return [unit.output for unit in (*native_build.units(tools), *written)]

    first = outputs(toolchain)
    shutil.copytree(native_build.SOURCES, tmp_path / "native")
    monkeypatch.setattr(native_build, "SOURCES", tmp_path / "native")
    monkeypatch.setattr(libraries_build, "SOURCES", tmp_path / "native")
    monkeypatch.setattr(libraries_build, "FOLDER", tmp_path / "native" / "libraries")
    assert outputs(dataclasses.replace(toolchain, ck_path=tmp_path / "ck")) == first
