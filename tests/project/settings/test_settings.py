"""porter.toml: read whole or refused with the key named."""

from pathlib import Path

import pytest

from porter.errors import PorterError
from porter.project.settings.settings import read

MINIMAL = '[project]\nupstream = "src"\nport = "out"\n'


def written(folder: Path, text: str) -> Path:
    (folder / "porter.toml").write_text(text)
    return folder


def test_one_project_with_defaults(tmp_path: Path) -> None:
    (project,) = read(written(tmp_path, MINIMAL)).projects
    assert (project.name, project.to, project.arch) == ("src", "hip", ("gfx942", "gfx1100"))
    assert project.recordings == tmp_path / "recordings" / "src"


def test_the_file_is_found_from_a_folder_below(tmp_path: Path) -> None:
    below = tmp_path / "a" / "b"
    below.mkdir(parents=True)
    written(tmp_path, MINIMAL)
    assert read(below).path == tmp_path / "porter.toml"


def test_several_projects_and_programs(tmp_path: Path) -> None:
    text = (
        '[[project]]\nupstream = "a"\nport = "pa"\n[project.verify]\n'
        'programs = [{ source = "x.cu", args = [3], arch = ["gfx1100"] }]\n'
        '[[project]]\nupstream = "b"\nport = "pb"\n'
    )
    first, second = read(written(tmp_path, text)).projects
    assert first.programs[0].name == "x.cu 3"
    assert first.programs[0].arch == ("gfx1100",)
    assert second.programs == ()


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[project\n", "is not valid TOML"),
        ("", "has no"),
        ('[project]\nupstream = "a"\n', "needs port"),
        (MINIMAL + 'ports = "x"\n', "no key 'ports'"),
        (MINIMAL + "[project.verify]\nprogram = []\n", "no key 'program'"),
        (MINIMAL + "[project.verify]\nprograms = [{ args = [] }]\n", "needs source"),
        (
            MINIMAL + "[project.verify]\nprograms = [{ source = 'a.cu', ignore = ['['] }]\n",
            "ignore: '\\[' is not a regular expression",
        ),
    ],
)
def test_what_is_refused(tmp_path: Path, text: str, said: str) -> None:
    with pytest.raises(PorterError, match=said):
        read(written(tmp_path, text))


def test_none_at_all(tmp_path: Path) -> None:
    with pytest.raises(PorterError, match=r"no porter\.toml here or above"):
        read(tmp_path)


KERNEL = """
[[project.verify.kernels]]
source = "a.cu"
kernel = "k"
grid = "n / 2"
block = [32, 2]
each = { n = [1, 65], m = [2] }
arguments = [
    { name = "x", dtype = "float32", shape = ["n", 3] },
    { name = "n", dtype = "int32", value = "n" },
]
"""


def test_a_kernel_case(tmp_path: Path) -> None:
    (project,) = read(written(tmp_path, MINIMAL + KERNEL)).projects
    (case,) = project.kernels
    assert (case.name, case.grid, case.block) == ("a.cu:k", ("n / 2",), ("32", "2"))
    assert [*case.points()] == [{"n": 1, "m": 2}, {"n": 65, "m": 2}]
    x, n = case.arguments
    assert (x.role, x.shape, n.role, n.value) == ("in", ("n", "3"), "scalar", "n")


@pytest.mark.parametrize(
    ("before", "after", "said"),
    [
        ('kernel = "k"', "", 'needs kernel = "..."'),
        ("block =", "blocks =", "has no key 'blocks'"),
        ("[1, 65]", "[]", "each = "),
        (', shape = ["n", 3]', "", "x needs shape"),
        ('shape = ["n", 3]', 'shape = 3, role = "output"', "role is one of in, out"),
        ('dtype = "int32", ', "", "n needs dtype"),
        ('dtype = "float32"', 'dtype = "float32", type = 3', "has no key 'type'"),
        ("block =", "seeds = []\nblock =", "seeds = "),
        ("block =", "seeds = [-1]\nblock =", "seeds = "),
    ],
)
def test_a_kernel_case_that_makes_no_sense(
    tmp_path: Path, before: str, after: str, said: str
) -> None:
    assert before in KERNEL
    with pytest.raises(PorterError, match=said.replace("[", r"\[").replace("...", r"\.\.\.")):
        read(written(tmp_path, MINIMAL + KERNEL.replace(before, after)))


def test_a_program_with_commands_of_its_own(tmp_path: Path) -> None:
    text = '\n[project.verify]\nprograms = [{ build = "make", run = "./a", files = ["y.npy"] }]\n'
    (project,) = read(written(tmp_path, MINIMAL + text)).projects
    (case,) = project.programs
    assert (case.name, case.files[0].path) == ("./a", "y.npy")
    with pytest.raises(PorterError, match="with build needs run"):
        read(written(tmp_path, MINIMAL + text.replace('run = "./a"', 'source = "a.cu"')))
