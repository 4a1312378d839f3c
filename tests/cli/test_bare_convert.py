"""`porter convert SRC --to hip` as everyone types it first: where the port goes."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from porter.cli import group
from porter.errors import PorterError
from tests.cli.calls import CUDA, HIP

pytestmark = pytest.mark.usefixtures("alone")

SETTINGS = """\
[[project]]
upstream = "src"
port = "amd/port"
launch = "hip"
"""
LAUNCH = "__global__ void k();\nvoid f() { k<<<1, 2>>>(); }\n"


@pytest.fixture
def src(tmp_path: Path) -> Path:
    folder = tmp_path / "src"
    folder.mkdir()
    (folder / "a.cu").write_text(CUDA)
    return folder


def convert(*words: str | Path) -> Result:
    return CliRunner().invoke(group, ["convert", *map(str, words), "--to", "hip"])


def test_the_port_of_a_folder_lies_beside_it(src: Path) -> None:
    result = convert("src/")
    assert result.exit_code == 0
    assert Path("src_hip/a.cu").read_text() == HIP
    assert (src / "a.cu").read_text() == CUDA
    assert "written to src_hip/" in result.stderr


def test_the_port_of_the_current_folder_lies_in_it_and_is_no_source(
    src: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(src)
    for _ in range(2):
        assert convert(".").exit_code == 0
        assert sorted(path.name for path in src.rglob("*.cu")) == ["a.cu", "a.cu"]
        assert (src / "hip" / "a.cu").read_text() == HIP
    assert "0 files written to hip/" in convert(".").stderr


def test_the_port_of_a_repository_lies_in_it(src: Path) -> None:
    (src / ".git").mkdir()
    assert convert("src").exit_code == 0
    assert (src / "hip" / "a.cu").read_text() == HIP
    assert not (src / "hip" / "hip").exists()


def test_a_repository_with_a_hip_folder_of_its_own_has_its_port_beside_it(src: Path) -> None:
    (src / ".git").mkdir()
    (src / "hip").mkdir()
    (src / "hip" / "own.hip").write_text("its own")
    for _ in range(2):
        result = convert("src")
        assert result.exit_code == 0
        assert Path("src_hip/a.cu").read_text() == HIP
        assert "written to src_hip/" in result.stderr
    assert [path.name for path in (src / "hip").iterdir()] == ["own.hip"]


def test_a_file_counts_as_its_folder(src: Path) -> None:
    (src / "b.cu").write_text(CUDA)
    assert convert("src/a.cu").exit_code == 0
    assert sorted(path.name for path in Path("src_hip").glob("*.cu")) == ["a.cu"]


def test_several_sources_go_beside_their_common_folder(src: Path) -> None:
    for name in ("one", "two"):
        (src / name).mkdir()
        (src / name / "a.cu").write_text(CUDA)
    assert convert("src/one", "src/two").exit_code == 0
    assert Path("src_hip/one/a.cu").read_text() == HIP
    assert Path("src_hip/two/a.cu").read_text() == HIP


@pytest.mark.parametrize("kind", ["file", "folder", "link"])
def test_what_porter_did_not_write_is_refused(src: Path, kind: str) -> None:
    there = Path("src_hip")
    if kind == "file":
        there.write_text("mine")
    elif kind == "link":
        there.symlink_to(src)
    else:
        there.mkdir()
        (there / "mine.hip").write_text("mine")
    result = convert("src")
    assert isinstance(result.exception, PorterError)
    assert "src_hip: holds what porter did not write" in str(result.exception)
    assert "--out DIR" in str(result.exception.hint)
    assert (src / "a.cu").read_text() == CUDA


def test_an_empty_folder_is_taken(src: Path) -> None:
    Path("src_hip").mkdir()
    assert convert("src").exit_code == 0


def test_a_port_that_was_being_written_is_gone_on_with(src: Path) -> None:
    assert convert("src").exit_code == 0
    Path("src_hip/.porter/written.json").unlink()
    Path("src_hip/.porter/journal").write_text("")
    assert convert("src", "--force").exit_code == 0
    assert Path("src_hip/.porter/written.json").exists()


def test_the_root_of_all_has_no_place_beside_it() -> None:
    result = convert("/bin/sh", "/etc/passwd")
    assert isinstance(result.exception, PorterError)
    assert "needs a folder for the port" in str(result.exception)


def test_a_rule_pack_names_its_folder(src: Path) -> None:
    (src / "op.py").write_text("import aiter\n")
    assert CliRunner().invoke(group, ["convert", "src", "--to", "ck_tile"]).exit_code == 0
    assert Path("src_ck_tile/op.py").exists()


# porter.toml


def test_porter_toml_says_where_and_how(src: Path) -> None:
    Path("porter.toml").write_text(SETTINGS)
    (src / "b.cu").write_text(LAUNCH)
    result = convert("src")
    assert result.exit_code == 0
    assert Path("amd/port/a.cu").read_text() == HIP
    assert "hipLaunchKernelGGL(" in Path("amd/port/b.cu").read_text()
    assert not Path("src_hip").exists()


def test_an_option_that_porter_toml_settles_is_refused(src: Path) -> None:
    Path("porter.toml").write_text(SETTINGS)
    result = convert("src", "--warp", "native", "--skip", "API01")
    assert result.exit_code == 2
    assert "settles --warp, --skip for this tree's port" in " ".join(result.stderr.split())
    assert convert("src", "--warp", "native", "--out", "other").exit_code == 0


def test_a_port_outside_of_the_folder_of_porter_toml_must_be_meant(
    src: Path, tmp_path: Path
) -> None:
    (src.parent / "repository").mkdir()
    src.rename(src.parent / "repository" / "src")
    settings = SETTINGS.replace("amd/port", "../elsewhere")
    Path("repository/porter.toml").write_text(settings)
    result = convert("repository/src")
    assert isinstance(result.exception, PorterError)
    assert "--allow-outside" in str(result.exception.hint)
    assert not Path("elsewhere").exists()
    assert convert("repository/src", "--allow-outside").exit_code == 0
    assert Path("elsewhere/a.cu").read_text() == HIP


def test_a_porter_toml_of_other_ports_has_no_say(src: Path) -> None:
    Path("porter.toml").write_text(SETTINGS.replace('"src"', '"elsewhere"'))
    assert convert("src").exit_code == 0
    assert Path("src_hip/a.cu").exists()


def test_a_porter_toml_without_ports_has_no_say(src: Path) -> None:
    Path("porter.toml").write_text('[findings]\nW05 = "error"\n')
    assert convert("src").exit_code == 0
    assert Path("src_hip/a.cu").exists()


# What the port is built by


def test_pytorchs_builder_is_replaced_by_one_that_converts_nothing(src: Path) -> None:
    (src / "setup.py").write_text(
        "from setuptools import setup\nfrom torch.utils.cpp_extension import CUDAExtension\n"
        'setup(ext_modules=[CUDAExtension("m", ["a.cu"])])\n'
    )
    result = convert("src")
    assert "HIPExtension(" in Path("src_hip/setup.py").read_text()
    assert "def HIPExtension(" in Path("src_hip/hip_extension.py").read_text()
    assert "BLD23" not in result.stderr
    assert not Path("src_hip/compile.sh").exists()


def test_so_is_one_that_a_script_keeps_in_a_variable(src: Path) -> None:
    (src / "setup.py").write_text(
        "from torch.utils.cpp_extension import CppExtension, CUDAExtension\n"
        "extension = CUDAExtension if gpu else CppExtension\n"
        'setup(ext_modules=[extension("m", sources)])\n'
    )
    convert("src")
    assert "extension = HIPExtension if gpu" in Path("src_hip/setup.py").read_text()
    assert "def HIPExtension(" in Path("src_hip/hip_extension.py").read_text()


def test_a_loader_deep_in_the_tree_gets_its_builder_beside_it(src: Path) -> None:
    (src / "tools").mkdir()
    (src / "tools" / "jit.py").write_text(
        "from torch.utils.cpp_extension import load\nlib = load('m', ['a.cu'])\n"
    )
    assert convert("src").exit_code == 0
    assert "from hip_extension import load" in Path("src_hip/tools/jit.py").read_text()
    assert "def load(" in Path("src_hip/tools/hip_extension.py").read_text()


def test_a_tree_that_nothing_builds_is_told(src: Path) -> None:
    assert "nothing here builds the port: --project" in convert("src").stderr
    (src / "Makefile").write_text("all:\n\tnvcc a.cu\n")
    assert "nothing here builds" not in convert("src").stderr


def test_a_build_that_porter_does_not_convert_is_told(src: Path) -> None:
    (src / "meson.build").write_text("project('x', 'cuda')\n")
    assert "meson.build: porter does not convert Meson's files" in convert("src").stderr


def test_a_configure_script_that_looks_for_cuda_is_named(src: Path) -> None:
    (src / "Makefile.in").write_text("NVCC = @NVCC@\n")
    (src / "configure.ac").write_text("AC_PATH_PROG([NVCC],[nvcc])\n")
    assert "configure.ac: porter does not convert Autoconf's files" in convert("src").stderr
    (src / "configure.ac").write_text("AC_PROG_CC\n")
    assert "Autoconf" not in convert("src").stderr


def test_settings_that_porter_does_not_read_are_named(src: Path) -> None:
    (src / "cluster.config").write_text("NVCCFLAG -Xptxas -dlcm=ca\n")
    (src / "other.config").write_text("CFLAG -O3\n")
    said = convert("src").stderr
    assert "cluster.config (-Xptxas): options of nvcc's, in files that porter does not" in said
    assert "other.config" not in said
    (src / "desktop.config").write_text("NVCCFLAG -gencode arch=compute_80,code=sm_80\n")
    assert "cluster.config (-Xptxas) and 1 more .config: options" in convert("src").stderr


@pytest.mark.parametrize(
    ("name", "text", "line"),
    [
        ("BUILD.bazel", "", "porter does not convert Bazel's files; it builds for CUDA still"),
        ("WORKSPACE", "", "porter does not convert Bazel's files; it builds for CUDA still"),
        ("meson.build", "", "porter does not convert Meson's files; it builds for CUDA still"),
        (
            "pyproject.toml",
            '[build-system]\nbuild-backend = "scikit_build_core.build"\n',
            "scikit-build-core builds by CMake, whose files are converted",
        ),
        (
            "pyproject.toml",
            '[build-system]\nbuild-backend = "mesonpy"\n',
            "porter does not convert Meson's files; it builds for CUDA still",
        ),
        ("compile_commands.json", "[]", "have the port's build make its own"),
    ],
)
def test_each_build_system_gets_a_line(src: Path, name: str, text: str, line: str) -> None:
    (src / name).write_text(text)
    said = convert("src").stderr
    assert f"{name}: " in said
    assert line in said


def test_a_target_is_converted_with_what_it_needs(src: Path) -> None:
    (src / "Makefile").write_text("one: one.cu\n\tnvcc one.cu -o one\ntwo: two.cu\n")
    for name in ("one.cu", "two.cu"):
        (src / name).write_text("int main() { cudaDeviceReset(); }\n")
    done = convert("src", "--target", "one")
    assert done.exit_code == 0
    assert "one of Makefile: 1 of" in done.stderr
    assert "hipDeviceReset" in Path("src_hip/one.cu").read_text()
    assert not Path("src_hip/two.cu").exists()


@pytest.mark.parametrize("words", [("src", "--target", ""), ("-", "--target", "a")])
def test_a_target_without_a_name_or_a_folder_is_refused(src: Path, words: tuple[str, ...]) -> None:
    assert convert(*words).exit_code == 2
