"""Extensions that porter built, found as if they were installed."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

PROGRAM = """
import sys
from porter.execute.cpu.torch_extension.built_modules import provide_modules
names = ("pack.inner._C", "alone", "bare._C")
provide_modules(dict.fromkeys(names, sys.argv[1]), {"bad": "an error"})
import importlib
print(eval(sys.argv[2]))
"""


def said(tmp_path: Path, expression: str) -> str:
    module = tmp_path / "elsewhere" / "built.py"
    module.parent.mkdir()
    module.write_text("VALUE = 7\n")
    (tmp_path / "pack" / "inner").mkdir(parents=True, exist_ok=True)
    (tmp_path / "pack" / "inner" / "__init__.py").write_text("")
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, str(module), expression],
        cwd=tmp_path, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


@pytest.mark.parametrize("name", ["alone", "pack.inner._C"])
def test_they_are_imported_by_their_dotted_name(tmp_path: Path, name: str) -> None:
    assert said(tmp_path, f"importlib.import_module({name!r}).VALUE") == "7"


@pytest.mark.parametrize("has_folder", [True, False])
def test_a_package_without_an_init_comes_before_a_file_of_its_name(
    tmp_path: Path, has_folder: bool
) -> None:
    (tmp_path / "cases").mkdir()
    if has_folder:
        (tmp_path / "bare").mkdir()
        (tmp_path / "cases" / "bare.py").write_text("raise SystemExit('the file of cases')")
    path = f"sys.path.append({str(tmp_path / 'cases')!r})"
    assert said(tmp_path, f"{path} or importlib.import_module('bare._C').VALUE") == "7"


FINDER = "importlib.machinery.PathFinder().find_spec"


@pytest.mark.parametrize(
    ("looked_for", "found"),
    [
        ("'_C', ['/somewhere/pack/inner']", "built.py"),
        ("'_C', ['/somewhere/other']", ""),
        ("'_D', ['/somewhere/pack/inner']", ""),
        ("'inner', ['pack']", "__init__.py"),
    ],
)
def test_packages_of_operators_find_them_in_their_own_folder(
    tmp_path: Path, looked_for: str, found: str
) -> None:
    expression = f"getattr({FINDER}({looked_for}), 'origin', '')"
    assert Path(said(tmp_path, expression)).name == found


BUILDER = """
def load(name, sources, extra_cflags=None):
    return f"compiled {name}"
"""


@pytest.mark.parametrize("builder", ["hip_extension", "pack.hip_extension"])
@pytest.mark.parametrize(
    ("loaded", "given"),
    [
        ("load('alone', ['a.cu']).VALUE", "7"),
        ("load(name='alone', sources=['a.cu'], extra_cflags=['-O3']).VALUE", "7"),
        ("load('other', ['a.cu'])", "compiled other"),
    ],
)
def test_what_is_compiled_at_first_use_is_there(
    tmp_path: Path, builder: str, loaded: str, given: str
) -> None:
    (tmp_path / "pack").mkdir()
    for folder in (tmp_path, tmp_path / "pack"):
        (folder / "hip_extension.py").write_text(BUILDER)
    assert said(tmp_path, f"importlib.import_module({builder!r}).{loaded}") == given


def test_what_could_not_be_built_is_not_there_and_says_why(tmp_path: Path) -> None:
    program = "exec('try:\\n import bad\\nexcept ImportError as e: print(e)')"
    assert said(tmp_path, program).startswith("an error")
