"""The sources that a `setup.py` names in vain."""

from __future__ import annotations

from pathlib import Path

import pytest

from porter.trial.setup_py import setup_complaints

SETUP = """from setuptools import setup
from hip_extension import HIPExtension
setup(name="x", ext_modules=[HIPExtension("x", %s)])
"""


def told(root: Path, sources: str) -> list[tuple[int, str]]:
    (root / "setup.py").write_text(SETUP % sources)
    (root / "a.cpp").write_text("int x;\n")
    return [(one.line, one.message) for one in setup_complaints(root, root / "setup.py")]


def test_a_source_that_is_not_there(tmp_path: Path) -> None:
    what = "csrc/k.hip: no such source of an extension"
    assert told(tmp_path, '["a.cpp", "csrc/k.hip"]') == [(3, what)]


def test_patterns_that_find_no_source(tmp_path: Path) -> None:
    what = "an extension has no sources: the patterns for them find none here"
    assert told(tmp_path, '__import__("glob").glob("csrc/*.cu")') == []  # not followed
    assert told(tmp_path, "[one for one in ()]") == [(3, what)]


def test_an_extension_is_told_of_once(tmp_path: Path) -> None:
    (found,) = told(tmp_path, '[f"k{at}.cpp" for at in range(9)]')
    assert found[1].startswith("k0.cpp, k1.cpp, k2.cpp")


@pytest.mark.parametrize(
    "sources",
    ['["a.cpp"]', '["a.cu"]', "sources_of_nobody()", '["/absent/b.cpp"]', 'sources=["a.cpp"]'],
)
def test_nothing_is_said_of_what_may_be_well(tmp_path: Path, sources: str) -> None:
    assert told(tmp_path, sources) == []


@pytest.mark.parametrize("beside", [{}, {"Makefile": ""}], ids=["alone", "make"])
def test_an_object_that_is_linked_and_that_is_not_there(
    tmp_path: Path, beside: dict[str, str]
) -> None:
    for name, text in beside.items():
        (tmp_path / name).write_text(text)
    what = "build/libx.so is linked, and is not there"
    assert told(tmp_path, '["a.cpp"], extra_objects=["build/libx.so"]') == [(3, what)]
    (found,) = setup_complaints(tmp_path, tmp_path / "setup.py")
    assert (found.hint == "run make first") is bool(beside)
    (tmp_path / "build").mkdir()
    (tmp_path / "build/libx.so").write_text("")
    assert told(tmp_path, '["a.cpp"], extra_objects=["build/libx.so"]') == []


@pytest.mark.parametrize(
    ("modules", "hint"),
    [
        ("", "upstream lacks it, too, or the conversion left it out"),
        (
            '[submodule "k"]\n\tpath = csrc/kernels\n',
            "upstream's submodule csrc/kernels was not fetched: "
            "git submodule update --init, and convert once more",
        ),
    ],
)
def test_what_to_do_about_it(tmp_path: Path, modules: str, hint: str) -> None:
    (tmp_path / ".gitmodules").write_text(modules)
    (tmp_path / "setup.py").write_text(SETUP % '["csrc/kernels/k.hip"]')
    (found,) = setup_complaints(tmp_path, tmp_path / "setup.py")
    assert found.hint == hint


@pytest.mark.parametrize(
    ("stop", "line"),
    [
        ("if os.environ.get('NO_SUCH_NAME') is None:\n    raise ValueError('say which')", 3),
        ("if 'NO_SUCH_NAME' not in os.environ:\n    sys.exit('say which')", 3),
        ("def arch():\n    raise RuntimeError('say which')\narch()", 3),
        ("if torch.cuda.device_count() < 1:\n    raise ValueError('say which')", 0),
        ("try:\n    raise ValueError('say which')\nexcept ValueError:\n    pass", 0),
        ("def arch():\n    raise RuntimeError('say which')", 0),
        ("for one in of_nobody():\n    sys.exit('say which')", 0),
        ("if False:\n    sys.exit(1)", 0),
        ("sys.exit(0)", 0),
    ],
)
def test_a_script_that_ends_itself(tmp_path: Path, stop: str, line: int) -> None:
    (tmp_path / "setup.py").write_text(f"import os, sys, torch\n{stop}\n")
    found = [(one.line, one.message) for one in setup_complaints(tmp_path, tmp_path / "setup.py")]
    assert found == ([(line, "setup.py ends itself here: say which")] if line else [])
