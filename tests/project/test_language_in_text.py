"""Files whose text alone tells their language."""

from __future__ import annotations

from pathlib import Path

import pytest

from porter.project.discover import discover
from porter.source.text.languages import Language

KERNEL = "#include <cuda.h>\n__global__ void {{ name }}(int *a) { *a = 1; }\n"


@pytest.mark.parametrize("name", ["a.template", "a.tmpl", "a.cu.mako", "a.j2"])
def test_a_template_of_device_code(name: str, tmp_path: Path) -> None:
    (tmp_path / name).write_text(KERNEL)
    assert [entry.language for entry in discover(tmp_path).entries] == [Language.CUDA]


@pytest.mark.parametrize(
    ("name", "text"),
    [("a.template", "<p>__global__ functions</p>\n"), ("notes.txt", KERNEL), ("a.tpl", "")],
)
def test_other_texts(name: str, text: str, tmp_path: Path) -> None:
    (tmp_path / name).write_text(text)
    assert [entry.language for entry in discover(tmp_path).entries] == [Language.OTHER]


def test_scripts_by_their_first_line(tmp_path: Path) -> None:
    (tmp_path / "build").write_text("#!/bin/sh\nnvcc a.cu\n")
    assert [entry.language for entry in discover(tmp_path).entries] == [Language.SHELL]


SETTINGS = """# for a cluster
include common.inc
NVCC = nvcc
ifdef DEBUG
NVFLAGS += -G
endif
NVFLAGS += -gencode arch=compute_80,code=sm_80 \\
  -Xptxas -v
"""


@pytest.mark.parametrize("name", ["make.inc.frontera", "gpu.psmp", "Make.Linux_CUDA", "settings"])
def test_settings_of_make_by_any_name(name: str, tmp_path: Path) -> None:
    (tmp_path / name).write_text(SETTINGS)
    assert [entry.language for entry in discover(tmp_path).entries] == [Language.MAKE]


def test_settings_whose_name_alone_says_that_they_are_makes(tmp_path: Path) -> None:
    (tmp_path / "make.inc.summit").write_text("NVCC = nvcc\nCC = gcc\n")
    (tmp_path / "inc.summit").write_text("NVCC = nvcc\nCC = gcc\n")
    found = [entry.language for entry in discover(tmp_path).entries]
    assert found == [Language.OTHER, Language.MAKE]


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("a.toml", 'flags = "-gencode arch=compute_80,code=sm_80"\n'),
        ("a.config", "NVCCFLAG -gencode arch=compute_80,code=sm_80\n"),
        ("a.config", "CC = gcc\nCFLAGS = -O3\n"),
        ("notes", "the flag is -gencode\nx = 1\n"),
        ("settings", "nvcc = /usr/bin/nvcc\nflags = -gencode arch=compute_80,code=sm_80\n"),
        ("environment", "NVCC=nvcc\nNVFLAGS+=' -gencode arch=compute_80,code=sm_80'\n"),
    ],
)
def test_other_settings(name: str, text: str, tmp_path: Path) -> None:
    (tmp_path / name).write_text(text)
    assert [entry.language for entry in discover(tmp_path).entries] == [Language.OTHER]
