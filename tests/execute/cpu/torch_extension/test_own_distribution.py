"""A package that is run from its tree is told its own version."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from porter.execute.cpu.torch_extension.own_distribution import Declared, declared_in

PROVIDE = (
    "from porter.execute.cpu.torch_extension.own_distribution import provide_distributions\n"
    "provide_distributions()\n"
)


@pytest.mark.parametrize(("file", "text", "wanted"), [
    ("setup.py", "setup(name='my_pack', version='1.2')", Declared("my_pack", "1.2")),
    ("setup.py", "V = '3'\nsetuptools.setup(name='p', version=V)", Declared("p", "3")),
    ("setup.py", "setup(name='p', version=read())", Declared("p", "0")),
    ("setup.py", "setup(**about)", Declared("", "")),
    ("setup.py", "def broken(", Declared("", "")),
    ("setup.cfg", "[metadata]\nname = p\nversion = 0.3\n", Declared("p", "0.3")),
    ("setup.cfg", "[metadata]\nname = p\nversion = attr: p.V\n", Declared("p", "0")),
    ("pyproject.toml", "[project]\nname = 'p'\nversion = '4'\n", Declared("p", "4")),
    ("pyproject.toml", "[project]\nname = 'p'\ndynamic = ['version']\n", Declared("p", "0")),
    ("pyproject.toml", "project = 3\n", Declared("", "")),
    ("README", "", Declared("", "")),
])  # fmt: skip
def test_what_trees_say(tmp_path: Path, file: str, text: str, wanted: Declared) -> None:
    (tmp_path / file).write_text(text)
    assert declared_in(tmp_path) == wanted


def asked(folder: Path, code: str) -> str:
    (folder / "setup.py").write_text("setup(name='my_pack', version='1.2')")
    (folder / "src").mkdir()
    words = [sys.executable, "-c", f"import sys\nsys.path.insert(0, 'src')\n{PROVIDE}{code}"]
    done = subprocess.run(words, cwd=folder, capture_output=True, text=True, check=False)
    return (done.stdout or done.stderr).strip().splitlines()[-1]


def test_the_version_of_a_tree_is_known_beside_those_that_are_installed(tmp_path: Path) -> None:
    code = "from importlib.metadata import version as v\nprint(v('My-Pack'), v('click') > '8')"
    assert asked(tmp_path, code) == "1.2 True"


def test_what_is_nowhere_is_not_found(tmp_path: Path) -> None:
    said = asked(tmp_path, "from importlib.metadata import version\nversion('nowhere')")
    assert "PackageNotFoundError" in said


def test_resources_where_setuptools_has_them_no_more(tmp_path: Path) -> None:
    code = (
        "import sys\nsys.path[:] = [one for one in sys.path if 'site-packages' not in one]\n"
        "from pkg_resources import DistributionNotFound, get_distribution, require\n"
        "from pkg_resources import resource_filename\n"
        "print(get_distribution('my_pack').version, require('my-pack')[0].version,"
        " resource_filename('json', 'x')[-6:])"
    )
    assert asked(tmp_path, code) == "1.2 1.2 json/x"
