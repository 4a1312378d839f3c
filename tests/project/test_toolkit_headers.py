"""A copy of CUDA's own header is no part of a project."""

from __future__ import annotations

from pathlib import Path

import pytest

from porter.project.discover import discover
from porter.project.toolkit_headers import TOOLKIT_HEADER

NVIDIAS = (
    "/*\n* Copyright 1993-2020 NVIDIA Corporation.  All rights reserved.\n*\n"
    "* NOTICE TO LICENSEE:\n*/\n#define __CUDA_FP16_DECL__ static __device__\n"
)


@pytest.mark.parametrize(
    ("name", "text", "is_left_out"),
    [
        ("src/cuda_fp16.h", NVIDIAS, True),
        ("src/cuda_fp16.hpp", NVIDIAS, True),
        ("src/cuda_fp16.h", "// half floats of our own\nstruct half {};\n", False),
        ("src/cuda_fp16.h", "// Copyright NVIDIA Corporation, BSD licence\n", False),
        ("src/half.h", NVIDIAS, False),
        ("src/cuda_of_nobodys.h", NVIDIAS, False),
    ],
)
def test_a_header_of_the_toolkits(
    tmp_path: Path, name: str, text: str, *, is_left_out: bool
) -> None:
    (tmp_path / "src").mkdir()
    (tmp_path / name).write_text(text)
    project = discover(tmp_path)
    assert project.excluded == ({name: TOOLKIT_HEADER} if is_left_out else {})
