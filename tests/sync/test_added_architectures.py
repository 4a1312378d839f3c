"""An architecture that `porter new arch` added follows upstream as the conversion's own do."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from porter.cli import group
from porter.errors import PorterError
from porter.files.names import ADDED_ARCHITECTURES
from tests.port.scaffold.multiarch_trees import KIT

from .trees import Repository

KERNELS = "lib/rocm/{}/scale.cu"


def kernels(repository: Repository, arch: str) -> str:
    return (repository.port / KERNELS.format(arch)).read_text()


def edit(path: Path, old: str, new: str) -> None:
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new))


def new_arch(repository: Repository, arch: str, origin: str) -> None:
    words = ["new", "arch", arch, "--from", origin, "--port", str(repository.port)]
    assert CliRunner().invoke(group, words, catch_exceptions=False).exit_code == 0


@pytest.fixture
def repository(tmp_path: Path) -> Repository:
    made = Repository(tmp_path, 'kind = "multiarch"\n')
    for name, text in KIT.items():
        (made.up / name).parent.mkdir(parents=True, exist_ok=True)
        (made.up / name).write_text(text)
    made.sync()
    edit(made.port / KERNELS.format("gfx1100"), "1, 32, 0", "2, 32, 0")  # tuned by hand
    made.sync(allow_dirty=True)
    new_arch(made, "gfx1201", "gfx1100")
    return made


def test_upstreams_changes_are_merged_into_it_and_hand_edits_stay(repository: Repository) -> None:
    source = repository.up / "lib/cuda/sm90a/scale.cu"
    edit(source, "x[threadIdx.x])", "x[threadIdx.x] * 2)")
    repository.sync(allow_dirty=True)
    for arch, blocks in (("gfx942", "1, 32, 0"), ("gfx1100", "2, 32, 0"), ("gfx1201", "2, 32, 0")):
        text = kernels(repository, arch)
        assert "x[threadIdx.x] * 2)" in text and blocks in text and f"namespace {arch} {{" in text
    edit(repository.port / KERNELS.format("gfx1201"), "2, 32, 0", "3, 32, 0")
    repository.sync(allow_dirty=True)
    edit(source, "* 2)", "* 4)")
    repository.sync(allow_dirty=True)
    assert "* 4)" in kernels(repository, "gfx1201") and "3, 32, 0" in kernels(repository, "gfx1201")
    assert "* 4)" in kernels(repository, "gfx1100") and "2, 32, 0" in kernels(repository, "gfx1100")


def test_one_made_of_an_added_one_follows_as_well(repository: Repository) -> None:
    new_arch(repository, "gfx1200", "gfx1201")
    edit(repository.up / "lib/cuda/sm90a/scale.cu", "x[threadIdx.x])", "x[threadIdx.x] * 2)")
    repository.sync(allow_dirty=True)
    assert "x[threadIdx.x] * 2)" in kernels(repository, "gfx1200")


def test_a_new_file_of_upstreams_is_there_as_well(repository: Repository) -> None:
    scale = (repository.up / "lib/cuda/sm90a/scale.cu").read_text()
    (repository.up / "lib/cuda/sm90a/shift.cu").write_text(scale.replace("scale", "shift"))
    repository.sync(allow_dirty=True)
    text = (repository.port / "lib/rocm/gfx1201/shift.cu").read_text()
    assert "namespace gfx1201 {" in text and "shift_kernel" in text


def test_a_folder_that_was_taken_away_does_not_come_back(repository: Repository) -> None:
    for path in (repository.port / "lib/rocm/gfx1201").iterdir():
        path.unlink()
    (repository.port / "lib/rocm/gfx1201").rmdir()
    edit(repository.up / "lib/cuda/sm90a/scale.cu", "x[threadIdx.x])", "x[threadIdx.x] * 2)")
    repository.sync(allow_dirty=True)
    assert not (repository.port / "lib/rocm/gfx1201").exists()


@pytest.mark.parametrize("text", ["[", '{"gfx1201": 1}', '{"gfx1201": "../x"}', '{"..": "gfx942"}'])
def test_a_damaged_record_is_refused(repository: Repository, text: str) -> None:
    (repository.port / ADDED_ARCHITECTURES).write_text(text)
    edit(repository.up / "lib/cuda/sm90a/scale.cu", "x[threadIdx.x])", "x[threadIdx.x] * 2)")
    with pytest.raises(PorterError, match="is damaged"):
        repository.sync(allow_dirty=True)
