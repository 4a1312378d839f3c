"""Every function of the table takes what the vendors' headers say."""

from __future__ import annotations

import pytest

from porter.execute.cpu.libraries.blas_source import source
from porter.toolchain.discovery import find

from .headers import prototypes

pytestmark = pytest.mark.toolchain


def ours(prefix: str) -> dict[str, list[str]]:
    return prototypes("\n".join(map(source, (1, 2, 3))), prefix)


def test_hips() -> None:
    header = find().rocm_path / "include" / "hipblas" / "hipblas.h"
    declared = prototypes(header.read_text(encoding="utf-8"), "hipblas")
    made = ours("hipblas")
    assert len(made) > 1000
    assert {name: made[name] for name in made if made[name] != declared.get(name)} == {}


def test_cudas() -> None:
    folder = find().cuda_library_headers
    if folder is None:
        pytest.skip("needs `porter toolchain install cuda-library-headers`")
    declared = prototypes((folder / "cublas_api.h").read_text(encoding="utf-8"), "cublas")
    made = ours("cublas")
    assert len(made) > 250
    assert {name: made[name] for name in made if made[name] != declared.get(name)} == {}
