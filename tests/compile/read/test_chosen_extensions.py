"""Extensions that a user asks for by a variable."""

from __future__ import annotations

from pathlib import Path

import pytest

from porter.compile.read.setup_py import extension_names, read_setup

from ..tree import write_tree

SETUP = """
import os
from setuptools import setup
from torch.utils.cpp_extension import CUDAExtension, CUDA_HOME
extensions = []
if {condition}:
    extensions.append(CUDAExtension("scan", ["scan.cu"]))
setup(ext_modules=extensions)
"""


@pytest.mark.parametrize("condition", [
    "os.getenv('KEEP_SCAN', 'FALSE') == 'TRUE'", "os.environ.get('KEEP_SCAN') == 'TRUE'",
    "'KEEP_SCAN' in os.environ", "os.environ['KEEP_SCAN'] == 'TRUE'",
])  # fmt: skip
def test_an_extension_is_built_where_its_variable_asks_for_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, condition: str
) -> None:
    write_tree(tmp_path, {"setup.py": SETUP.format(condition=condition), "scan.cu": ""})
    if "environ[" not in condition:
        assert list(extension_names(tmp_path, "setup.py")) == []
    monkeypatch.setenv("KEEP_SCAN", "TRUE")
    assert list(extension_names(tmp_path, "setup.py")) == ["scan"]
    assert [unit.source for unit in read_setup(tmp_path, ["setup.py"])] == ["scan.cu"]


def test_variables_of_the_machine_do_not_count(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    condition = "os.environ.get('CUDA_HOME') is None and 'TORCH_CUDA_ARCH_LIST' not in os.environ"
    write_tree(tmp_path, {"setup.py": SETUP.format(condition=condition), "scan.cu": ""})
    monkeypatch.setenv("CUDA_HOME", "/opt/cuda")
    monkeypatch.setenv("TORCH_CUDA_ARCH_LIST", "8.0")
    assert list(extension_names(tmp_path, "setup.py")) == ["scan"]
