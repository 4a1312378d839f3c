"""`porter new arch` and `porter new operator` on a port with a folder for each architecture."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner

from porter.cli import group
from porter.compile.driver import build
from porter.compile.extensions import torch_extensions
from porter.convert.emission import Kind
from porter.errors import PorterError

from ..scaffold.multiarch_trees import KIT, PLAIN
from ..scaffold.test_multiarch_any import TWO
from ..scaffold.trees import port


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return port(tmp_path_factory.mktemp("kit"), KIT, Kind.MULTIARCH)[0]


@pytest.fixture
def kit(made: Path, tmp_path: Path) -> Path:
    return shutil.copytree(made, tmp_path / "kit")


def new(*words: str, root: Path) -> str:
    done = CliRunner().invoke(group, ["new", *words, "--port", str(root)])
    if done.exception is not None:
        raise done.exception
    return done.output


def test_an_architecture_is_a_folder_and_a_branch(kit: Path) -> None:
    said = new("arch", "gfx1201", "--from", "gfx1100", root=kit)
    text = (kit / "lib/rocm/gfx1201/scale.cu").read_text()
    assert "namespace kit { namespace gfx1201 {" in text and "gfx1100" not in text
    chain = (kit / "include/kit/rocm_ops.h").read_text()
    assert (
        '#elif defined(KIT_ARCH_GFX1201)\n#include "rocm/gfx1201/ops.h"\n'
        '#define KIT_ARCH_NAME "gfx1201"\nnamespace kit {\nnamespace impl = gfx1201;\n}\n#else\n'
    ) in chain
    assert 'or KIT_ARCH_GFX1100, KIT_ARCH_GFX1201"' in chain
    (units,) = torch_extensions(kit, arch="gfx1201").values()
    assert units[0].source == "lib/rocm/gfx1201/scale.cu"
    assert "names gfx1100, and is as it was" in said, "the docstring of setup.py"


@pytest.mark.parametrize(("words", "problem"), [
    (("gfx1201", "--from", "gfx908"), "has no folder for gfx908"),
    (("gfx942", "--from", "gfx1100"), "is there already"),
    (("sm90a", "--from", "gfx1100"), "'sm90a' is not an AMD architecture"),
])  # fmt: skip
def test_what_is_no_new_architecture_is_refused(
    kit: Path, words: tuple[str, ...], problem: str
) -> None:
    with pytest.raises(PorterError, match=problem):
        new("arch", *words, root=kit)


def test_an_operator_is_in_every_architecture_the_binding_and_python(kit: Path) -> None:
    new("operator", "softplus", root=kit)
    for arch in ("gfx90a", "gfx942", "gfx950", "gfx1100"):
        kernels = (kit / f"lib/rocm/{arch}/softplus.cu").read_text()
        assert f"namespace {arch} {{" in kernels and f'"rocm/{arch}/ops.h"' in kernels
        declared = (kit / f"lib/rocm/{arch}/ops.h").read_text()
        assert "void softplus(const float* input, float* output, int64_t count" in declared
    binding = (kit / "lib/rocm_bindings.cc").read_text()
    assert '#include "softplus_binding.h"\n' in binding
    assert '    m.def("softplus", &softplus_binding::call);\n' in binding
    assert "from kit.softplus import softplus" in (kit / "python/kit/__init__.py").read_text()
    assert "kit.softplus(x)" in (kit / "tests/test_softplus.py").read_text()


@pytest.mark.parametrize("name", ["Softplus", "class", "a-b"])
def test_an_operators_name_is_one_of_a_function(kit: Path, name: str) -> None:
    with pytest.raises(PorterError, match="cannot be a function's name"):
        new("operator", name, root=kit)


def test_an_operator_is_not_written_over(kit: Path) -> None:
    new("operator", "softplus", root=kit)
    with pytest.raises(PorterError, match="defines softplus already"):
        new("operator", "softplus", root=kit)


@pytest.mark.parametrize(("name", "problem"), [
    ("arch", "defines arch already"), ("scale", "has scale already"),
])  # fmt: skip
def test_an_operator_that_the_package_has_is_not_added(kit: Path, name: str, problem: str) -> None:
    before = {path: path.read_bytes() for path in kit.rglob("*") if path.is_file()}
    with pytest.raises(PorterError, match=problem):
        new("operator", name, root=kit)
    assert {path: path.read_bytes() for path in kit.rglob("*") if path.is_file()} == before


def test_an_operator_goes_beside_the_binding_of_each_folder(tmp_path: Path) -> None:
    plain, _ = port(tmp_path, PLAIN, Kind.MULTIARCH)
    new("operator", "softplus", root=plain)
    for arch in ("gfx90a", "gfx942", "gfx950", "gfx1100"):
        folder = plain / f"lib/rocm/{arch}/csrc"
        assert "softplus_kernel<<<" in (folder / "softplus.cu").read_text()
        binding = (folder / "bind.cpp").read_text()
        assert '#include "softplus_binding.h"\n' in binding
        assert '    m.def("softplus", &softplus_binding::call);\n' in binding
        (units,) = torch_extensions(plain, arch=arch).values()
        assert f"lib/rocm/{arch}/csrc/softplus.cu" in {unit.source for unit in units}
    assert "from pkg.softplus import softplus" in (plain / "pkg/__init__.py").read_text()


def test_a_port_with_several_extensions_gets_architectures_but_no_operator(tmp_path: Path) -> None:
    two, _ = port(tmp_path, TWO, Kind.MULTIARCH)
    new("arch", "gfx1201", "--from", "gfx1100", root=two)
    assert (two / "lib/rocm/gfx1201/csrc/cuda/sum.cu").is_file()
    with pytest.raises(PorterError, match="has 4 extensions"):
        new("operator", "softplus", root=two)


def test_another_port_is_refused(tmp_path: Path) -> None:
    out, _ = port(tmp_path, PLAIN, Kind.TORCH)
    with pytest.raises(PorterError, match="has no folder of architectures' folders"):
        new("arch", "gfx1201", "--from", "gfx1100", root=out)


@pytest.mark.slow
@pytest.mark.toolchain
def test_what_was_added_beside_each_binding_compiles(tmp_path: Path) -> None:
    plain, _ = port(tmp_path / "tree", PLAIN, Kind.MULTIARCH)
    new("operator", "softplus", root=plain)
    report = build(plain, ["gfx942"], syntax_only=True, folder=tmp_path / "objects", jobs=2)
    assert [str(unit.error) for unit in report.failed] == []
    assert "lib/rocm/gfx942/csrc/softplus.cu" in {unit.source for unit in report.units}


@pytest.mark.slow
@pytest.mark.toolchain
def test_what_was_added_compiles(kit: Path, tmp_path: Path) -> None:
    new("arch", "gfx1101", "--from", "gfx1100", root=kit)
    new("operator", "softplus", root=kit)
    report = build(kit, ["gfx1101"], syntax_only=True, folder=tmp_path / "objects", jobs=2)
    assert [str(unit.error) for unit in report.failed] == []
    assert "lib/rocm/gfx1101/softplus.cu" in {unit.source for unit in report.units}
