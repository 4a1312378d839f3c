"""Unpacking archives: what comes out, and what is refused."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from porter.errors import PorterError
from porter.toolchain.unpack import unpack_deb, unpack_wheel

from .archives import make_deb, make_wheel

needs_dpkg = pytest.mark.skipif(shutil.which("dpkg-deb") is None, reason="needs dpkg-deb")


@needs_dpkg
def test_a_package_is_unpacked_without_what_is_excluded(tmp_path: Path) -> None:
    deb = make_deb(
        tmp_path / "x.deb",
        {"./usr/bin/tool": "run", "./usr/share/doc/x/copyright": "c", "./usr/lib/libx.a": "a"},
        {"./usr/bin/alias": "tool"},
    )
    root = tmp_path / "root"
    unpack_deb(deb, root, ("usr/share/*", "*.a"))
    found = sorted(str(p.relative_to(root)) for p in root.rglob("*") if not p.is_dir())
    assert found == ["usr/bin/alias", "usr/bin/tool"]
    assert (root / "usr/bin/alias").read_text() == "run"
    assert (root / "usr/bin/tool").stat().st_mode & 0o7777 == 0o755, "set-id bits are dropped"


@needs_dpkg
def test_a_package_that_reaches_outside_is_refused(tmp_path: Path) -> None:
    deb = make_deb(tmp_path / "x.deb", {"./usr/../../escape": "x"})
    with pytest.raises(PorterError, match="outside"):
        unpack_deb(deb, tmp_path / "root")
    assert not (tmp_path / "escape").exists()


@needs_dpkg
def test_a_truncated_package_is_an_error(tmp_path: Path) -> None:
    deb = make_deb(tmp_path / "x.deb", {"./usr/bin/tool": "run" * 1000})
    deb.write_bytes(deb.read_bytes()[:-60])
    with pytest.raises(PorterError, match="damaged package"):
        unpack_deb(deb, tmp_path / "root")


def test_wheels_become_one_toolkit(tmp_path: Path) -> None:
    first = make_wheel(
        tmp_path / "a-1.whl",
        {
            "nvidia/__init__.py": "",
            "nvidia/cuda_runtime/__init__.py": "",
            "nvidia/cuda_runtime/include/cuda.h": "h",
            "nvidia/cuda_runtime/lib/libcudart.so.12": "so",
            "a-1.dist-info/METADATA": "m",
        },
    )
    second = make_wheel(tmp_path / "b-1.whl", {"nvidia/cublas/include/cublas.h": "b"})
    root = tmp_path / "toolkit"
    unpack_wheel(first, root, ("lib/*",))
    unpack_wheel(second, root)
    found = sorted(str(p.relative_to(root)) for p in root.rglob("*") if p.is_file())
    assert found == ["include/cublas.h", "include/cuda.h"]
    assert (root / "bin").is_dir(), "clang wants it"


def test_a_wheel_of_another_package_loses_its_own_folder(tmp_path: Path) -> None:
    wheel = make_wheel(
        tmp_path / "a-1.whl",
        {"openblas/__init__.py": "", "openblas/lib/libopenblas.so": "so", "a-1.dist-info/X": "x"},
    )
    unpack_wheel(wheel, tmp_path / "root")
    found = [path for path in (tmp_path / "root").rglob("*") if path.is_file()]
    assert found == [tmp_path / "root" / "lib" / "libopenblas.so"]


def test_a_file_that_is_no_wheel_is_an_error(tmp_path: Path) -> None:
    path = tmp_path / "x.whl"
    path.write_text("not a zip")
    with pytest.raises(PorterError, match="damaged wheel"):
        unpack_wheel(path, tmp_path / "root")
