"""Which extensions a tree has, by the names under which Python imports them."""

from __future__ import annotations

from pathlib import Path

import pytest

from porter.compile.extensions import torch_extensions
from porter.errors import PorterError

SETUP = """\
from setuptools import setup
from torch.utils.cpp_extension import CUDAExtension

setup(ext_modules=[CUDAExtension("pkg._C", ["a.cpp", "b.cu"]), CUDAExtension("alone", ["c.cu"])])
"""


def test_units_stand_under_the_whole_name(tmp_path: Path) -> None:
    (tmp_path / "setup.py").write_text(SETUP)
    for name in ("a.cpp", "b.cu", "c.cu"):
        (tmp_path / name).write_text("#include <torch/extension.h>\n")
    found = torch_extensions(tmp_path)
    sources = {name: [unit.source for unit in units] for name, units in found.items()}
    assert sources == {"pkg._C": ["a.cpp", "b.cu"], "alone": ["c.cu"]}


def test_none_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "b.cu").write_text("#include <torch/extension.h>\n")
    with pytest.raises(PorterError, match=r"no setup\.py here names a PyTorch extension"):
        torch_extensions(tmp_path)
