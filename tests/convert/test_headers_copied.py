"""Headers of the project's own that are copied and not converted are headers that it has."""

from __future__ import annotations

from pathlib import Path

from porter.options import Options
from porter.port.run import analyze


def errors(folder: Path) -> list[str]:
    found = [one.finding for _, one in analyze([folder], Options()).findings]
    return [one.message for one in found if "has no header" in one.message]


def test_a_header_beside_its_includer_in_a_folder_of_others(tmp_path: Path) -> None:
    extern = tmp_path / "extern"
    extern.mkdir()
    (tmp_path / "a.cu").write_text('#include "extern/cuda_vectors.h"\n__global__ void k() {}\n')
    (extern / "cuda_vectors.h").write_text(
        '#include "cudacpu_marks.h"\n#include "cufft_gone.h"\ncudaStream_t s;\n'
    )
    (extern / "cudacpu_marks.h").write_text("#define MARKED\n")
    assert errors(tmp_path) == ["HIP has no header cufft_gone.h, and the project has none"]
