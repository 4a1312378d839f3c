"""porter.toml: read whole or refused with the key named."""

from pathlib import Path

import pytest

from porter.errors import PorterError
from porter.project.settings import read

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
        ("[project\n", "is no TOML"),
        ("", "has no"),
        ('[project]\nupstream = "a"\n', "needs port"),
        (MINIMAL + 'ports = "x"\n', "no key 'ports'"),
        (MINIMAL + "[project.verify]\nprogram = []\n", "no key 'program'"),
        (MINIMAL + "[project.verify]\nprograms = [{ args = [] }]\n", "needs source"),
    ],
)
def test_what_is_refused(tmp_path: Path, text: str, said: str) -> None:
    with pytest.raises(PorterError, match=said):
        read(written(tmp_path, text))


def test_none_at_all(tmp_path: Path) -> None:
    with pytest.raises(PorterError, match=r"no porter\.toml here or above"):
        read(tmp_path)
