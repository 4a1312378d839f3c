"""Packages with a folder of kernels for each architecture: from one of CUDA's, and from any."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from porter.compile.extensions import torch_extensions
from porter.convert.emission import Kind
from porter.errors import PorterError
from porter.port.scaffold.multiarch.layout import ARCHITECTURES

from .multiarch_trees import KIT, PLAIN, TORCH_STAND_IN
from .trees import port, write_tree

FOUR = list(ARCHITECTURES)


@pytest.fixture(scope="module")
def kit(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return port(tmp_path_factory.mktemp("kit"), KIT, Kind.MULTIARCH)[0]


def code(folder: Path) -> set[str]:
    found = (path.relative_to(folder).as_posix() for path in folder.rglob("*.c*"))
    return {path for path in found if not path.startswith((".porter", "porter_compat"))}


def test_the_oldest_of_nvidias_folders_becomes_one_for_each_of_amds(kit: Path) -> None:
    kernels = {f"lib/rocm/{arch}/scale.cu" for arch in FOUR}
    assert code(kit) >= {*kernels, "lib/rocm/common/tools.cuh", "lib/rocm_bindings.cc"}
    assert not (kit / "lib/cuda").exists()
    text = (kit / "lib/rocm/gfx942/scale.cu").read_text()
    assert "namespace kit { namespace gfx942 {" in text
    assert '#include "rocm/common/tools.cuh"' in text
    assert '#include "rocm/gfx942/ops.h"' in text


def test_support_headers_are_found_from_the_new_folders(kit: Path) -> None:
    text = (kit / "lib/rocm/gfx1100/scale.cu").read_text()
    assert '#include "../../../porter_compat/warp.hpp"' in text
    assert (kit / "porter_compat/warp.hpp").is_file()


def test_the_branch_by_architecture_has_one_for_each(kit: Path) -> None:
    text = (kit / "include/kit/rocm_ops.h").read_text()
    for at, arch in enumerate(FOUR):
        keyword = "#if" if at == 0 else "#elif"
        assert (
            f"{keyword} defined(KIT_ARCH_{arch.upper()})\n"
            f'#include "rocm/{arch}/ops.h"\n#define KIT_ARCH_NAME "{arch}"\n'
            f"namespace kit {{\nnamespace impl = {arch};\n}}\n"
        ) in text
    assert "SM" not in text.upper().replace("KIT_ARCH", "")
    names = [f"KIT_ARCH_{arch.upper()}" for arch in FOUR]
    assert f'#error "define {", ".join(names[:-1])} or {names[-1]}"' in text


def test_what_one_architecture_alone_has_is_left_out_and_named(kit: Path) -> None:
    assert not list(kit.rglob("*wgmma*"))
    readme = (kit / "README.md").read_text()
    assert "`lib/cuda/sm90a/wgmma.cuh` of upstream's is not here: LNG14" in readme
    assert "`lib/cuda/sm90a/scale_wgmma.cu` of upstream's is not here: it includes" in readme
    assert "`lib/cuda/sm100/scale.cu` of upstream's is not here: AMD's kernels are made" in readme


def test_what_is_left_out_is_listed_by_path(kit: Path) -> None:
    lines = [line for line in (kit / "README.md").read_text().splitlines() if "not here" in line]
    assert lines == sorted(lines) and len(lines) > 3


def test_the_module_and_the_backend_are_rocms(kit: Path) -> None:
    assert "from kit import _rocm_ops as kernels" in (kit / "python/kit/__init__.py").read_text()
    binding = (kit / "lib/rocm_bindings.cc").read_text()
    assert 'm.attr("__backend__") = "rocm";' in binding
    assert '#include "kit/rocm_ops.h"' in binding
    assert 'device="cuda"' in (kit / "python/kit/__init__.py").read_text(), "PyTorch's name"


@pytest.mark.parametrize("arch", FOUR)
def test_porter_builds_each_folder_for_its_own_architecture(kit: Path, arch: str) -> None:
    ((name, units),) = torch_extensions(kit, arch=arch).items()
    assert name == "kit._rocm_ops"
    assert [unit.source for unit in units] == [f"lib/rocm/{arch}/scale.cu", "lib/rocm_bindings.cc"]
    for unit in units:
        assert f"-DKIT_ARCH_{arch.upper()}=1" in unit.flags
        assert [path.name for path in unit.includes] == ["include", "lib"]


def test_the_package_is_described_as_upstream_describes_it(kit: Path) -> None:
    setup = (kit / "setup.py").read_text()
    assert "    name='kit',\n    version='1.2',\n" in setup
    assert "package_dir={'': 'python'}" in setup
    assert "AC4K" not in setup and "KIT_ROCM_ARCH" in setup


def test_one_folder_can_serve_all(tmp_path: Path) -> None:
    out, _ = port(tmp_path, KIT, Kind.MULTIARCH_SHARED)
    assert {path for path in code(out) if "scale" in path} == {"lib/rocm/shared/scale.cu"}
    chain = (out / "include/kit/rocm_ops.h").read_text()
    assert '#include "rocm/shared/ops.h"\n#define KIT_ARCH_NAME "gfx942"\n' in chain
    for arch in ("gfx90a", "gfx1100"):
        (units,) = torch_extensions(out, arch=arch).values()
        assert units[0].source == "lib/rocm/shared/scale.cu"


def test_any_extension_gets_the_layout(tmp_path: Path) -> None:
    out, _ = port(tmp_path, PLAIN, Kind.MULTIARCH)
    assert not (out / "csrc").exists()
    for arch in FOUR:
        ((name, units),) = torch_extensions(out, arch=arch).items()
        assert name == "pkg._C"
        folder = f"lib/rocm/{arch}/csrc"
        assert [unit.source for unit in units] == [f"{folder}/bind.cpp", f"{folder}/one.cu"]
        assert all(f"-DPORT_ARCH={arch}" in unit.flags for unit in units)
        assert all(out / folder in unit.includes for unit in units)
    binding = (out / "lib/rocm/gfx942/csrc/bind.cpp").read_text()
    assert 'm.attr("__arch__") = PORT_TEXT(PORT_ARCH);' in binding
    text = (out / "lib/rocm/gfx942/csrc/one.cu").read_text()
    assert '"../../../../porter_compat/warp.hpp"' in text


def test_what_is_no_extension_is_refused(tmp_path: Path) -> None:
    files = {name: text for name, text in PLAIN.items() if name != "setup.py"}
    with pytest.raises(PorterError, match=r"has no setup\.py"):
        port(tmp_path, files, Kind.MULTIARCH)


def test_upstreams_test_of_its_detection_is_replaced(kit: Path) -> None:
    assert not (kit / "tests/test_setup.py").exists()
    assert "rocminfo" in (kit / "tests/test_detection.py").read_text()


@pytest.mark.slow
def test_the_ports_own_tests_of_its_detection_pass(kit: Path, tmp_path: Path) -> None:
    write_tree(tmp_path, TORCH_STAND_IN)
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "tests/test_detection.py"],
        cwd=kit, capture_output=True, text=True, check=False,
        env={**os.environ, "PYTHONPATH": str(tmp_path)},
    )  # fmt: skip
    assert done.returncode == 0, done.stdout
    assert " passed" in done.stdout
    assert "skipped" not in done.stdout
