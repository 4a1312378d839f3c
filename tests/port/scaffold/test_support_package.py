"""The one folder of support headers, installed inside packages that compile at first use."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from porter.port.scaffold.support_package import installing_support


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (
            'setup(packages=["pkg"])',
            'setup(packages=["pkg", "pkg.porter_compat"], '
            'package_dir={"pkg.porter_compat": "porter_compat"}, '
            'package_data={"pkg.porter_compat": ["*.hpp"]})',
        ),
        (
            "setup(packages=find_packages(), package_data=DATA)",
            'setup(packages=[*find_packages(), "pkg.porter_compat"], '
            'package_dir={"pkg.porter_compat": "porter_compat"}, '
            'package_data={**DATA, "pkg.porter_compat": ["*.hpp"]})',
        ),
    ],
)
def test_the_script_installs_the_headers(before: str, after: str) -> None:
    found = installing_support(before.encode(), ["pkg"])
    assert found is not None and found.decode() == after


@pytest.mark.parametrize("text", ["setup()", "setup(packages=a)\nsetup(packages=b)", "no python:"])
def test_where_packages_are_not_named_once_nothing_is_changed(text: str) -> None:
    assert installing_support(text.encode(), ["pkg"]) is None


def test_setuptools_puts_them_into_the_package(tmp_path: Path) -> None:
    script = 'from setuptools import setup\nsetup(\n    name="pkg",\n    packages=["pkg"],\n)\n'
    told = installing_support(script.encode(), ["pkg"])
    assert told is not None
    for path, data in {
        "setup.py": told,
        "pkg/__init__.py": b"",
        "porter_compat/a.hpp": b"x",
    }.items():
        (tmp_path / path).parent.mkdir(exist_ok=True)
        (tmp_path / path).write_bytes(data)
    done = subprocess.run(
        [sys.executable, "setup.py", "-q", "build_py", "--build-lib", "built"],
        cwd=tmp_path, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "built/pkg/porter_compat/a.hpp").read_bytes() == b"x"
    assert (tmp_path / "built/pkg/__init__.py").is_file()
