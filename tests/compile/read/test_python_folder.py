"""Where the packages of a tree lie."""

from __future__ import annotations

from pathlib import Path

import pytest

from porter.compile.read.setup_py import python_folder

from ..tree import write_tree


@pytest.mark.parametrize(("package_dir", "folder"), [
    ("{'': 'python'}", "python"), ("{'': SRC}", "python"), ("{'a': 'python'}", ""),
    ("{'': '../..'}", ""), ("unknown()", ""), ("{'': 'gone'}", ""),
])  # fmt: skip
def test_packages_lie_where_setup_says(tmp_path: Path, package_dir: str, folder: str) -> None:
    text = f"from setuptools import setup\nSRC = 'python'\nsetup(package_dir={package_dir})\n"
    write_tree(tmp_path, {"setup.py": text, "python/a.py": ""})
    assert python_folder(tmp_path) == tmp_path / folder
