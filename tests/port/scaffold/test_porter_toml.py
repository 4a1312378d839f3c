"""`porter new project`: a first porter.toml."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from porter.cli import group
from porter.errors import PorterError
from porter.port.scaffold.porter_toml import scaffold_project
from porter.project.settings.settings import read

PROGRAM = "#include <cuda_runtime.h>\nint main() { return cudaDeviceSynchronize(); }\n"


@pytest.fixture
def upstream(tmp_path: Path) -> Path:
    folder = tmp_path / "src"
    folder.mkdir()
    (folder / "one.cu").write_text(PROGRAM)
    (folder / "two.cu").write_text(PROGRAM)
    (folder / "Makefile").write_text("all:\n\tnvcc one.cu\n")
    return folder


def test_programs_are_left_to_be_found_and_build_files_are_kept(
    tmp_path: Path, upstream: Path
) -> None:
    made = scaffold_project(tmp_path, upstream, tmp_path / "hip")
    assert made.startswith('[[project]]\nupstream = "src"\nport = "hip"\n\n[project.verify]\n# ')
    assert "kind" not in made and "finds programs" in made
    (project,) = read(tmp_path).projects
    assert project.upstream == upstream.resolve() and project.port == tmp_path.resolve() / "hip"
    assert project.programs == ()


def test_a_second_project_is_added_behind_the_first(tmp_path: Path, upstream: Path) -> None:
    (tmp_path / "porter.toml").write_text('# mine\n[[project]]\nupstream = "a"\nport = "b"\n')
    scaffold_project(tmp_path, upstream, tmp_path / "hip")
    assert (tmp_path / "porter.toml").read_text().startswith("# mine\n[[project]]\n")
    assert [project.port.name for project in read(tmp_path).projects] == ["b", "hip"]


def test_a_file_without_projects_gets_its_first(tmp_path: Path, upstream: Path) -> None:
    (tmp_path / "porter.toml").write_text('[findings]\nW13 = "note"\n')
    scaffold_project(tmp_path, upstream, tmp_path / "hip")
    assert read(tmp_path).severities == (("WRP13", "note"),)


def test_a_single_table_is_not_made_two(tmp_path: Path, upstream: Path) -> None:
    (tmp_path / "porter.toml").write_text('[project]\nupstream = "a"\nport = "b"\n')
    with pytest.raises(PorterError, match="has one"):
        scaffold_project(tmp_path, upstream, tmp_path / "hip")


def test_an_extension_says_where_its_cases_go(tmp_path: Path) -> None:
    folder = tmp_path / "my-conv"
    folder.mkdir()
    (folder / "bind.cpp").write_text("#include <torch/extension.h>\n")
    (folder / "kernel.cu").write_text("__global__ void k() {}\n")
    (folder / "setup.py").write_text("import setuptools\n")
    made = scaffold_project(tmp_path, folder, tmp_path / "hip")
    assert 'kind = "torch"' in made and '# cases = "parity/my_conv.py"' in made
    assert read(tmp_path).projects[0].programs == ()


@pytest.mark.parametrize(
    ("names", "reason"),
    [
        (("none", "hip"), "is not a folder"),
        (("src", "src"), "a folder of its own"),
        (("empty", "hip"), "no CUDA sources"),
    ],
)
def test_what_cannot_be_is_refused(
    tmp_path: Path, upstream: Path, names: tuple[str, str], reason: str
) -> None:
    (tmp_path / "empty").mkdir()
    with pytest.raises(PorterError, match=reason):
        scaffold_project(tmp_path, *(tmp_path / name for name in names))
    assert not (tmp_path / "porter.toml").exists()


def test_kernels_in_python_alone_make_a_project(tmp_path: Path) -> None:
    folder = tmp_path / "src"
    folder.mkdir()
    (folder / "k.py").write_text("k = cupy.RawKernel('__global__ void k() {}', 'k')\n")
    scaffold_project(tmp_path, folder, tmp_path / "hip")
    assert [one.upstream.name for one in read(tmp_path).projects] == ["src"]


def test_a_port_has_one_project(tmp_path: Path, upstream: Path) -> None:
    scaffold_project(tmp_path, upstream, tmp_path / "hip")
    before = (tmp_path / "porter.toml").read_bytes()
    with pytest.raises(PorterError, match="already"):
        scaffold_project(tmp_path, upstream, tmp_path / "hip")
    assert (tmp_path / "porter.toml").read_bytes() == before


def test_sync_writes_the_port_of_a_new_project(
    tmp_path: Path, upstream: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for command in (["new", "project", "src", "hip"], ["sync"], ["check"]):
        done = CliRunner().invoke(group, command)
        assert done.exit_code == 0, done.output
    assert "hipDeviceSynchronize" in (tmp_path / "hip" / "one.cu").read_text()


def test_submodules_that_were_not_fetched_are_told(
    tmp_path: Path, upstream: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (upstream / ".gitmodules").write_text('[submodule "a"]\n\tpath = a\n\tpath = b\n')
    for name in ("a", "b"):
        (upstream / name).mkdir()
    (upstream / "b" / "b.h").touch()
    monkeypatch.chdir(tmp_path)
    said = CliRunner().invoke(group, ["new", "project", "src", "port"]).output
    assert "not fetched: a (`git submodule update --init`)\n" in said
