"""README files: commands in them are converted, sentences are not."""

from __future__ import annotations

from pathlib import Path

import pytest

from porter.options import Options
from porter.port.destination import Destination, OutputMode
from porter.port.run import write_port
from porter.testing import apply
from tests.fixers.conftest import Convert
from tests.fixers.scripts import severities, text

ARCHS = "--offload-arch=gfx90a --offload-arch=gfx942 --offload-arch=gfx1100"


@pytest.mark.parametrize(
    "sentence",
    [
        "nvcc is NVIDIA's compiler.",
        "nvcc -O3 is faster than nvcc -O0.",
        "Use nvcc a.cu -o a; nvcc 12 works, too.",
        "nvcc warning : The 'compute_20' architectures are deprecated",
        "The flag `-arch=sm_80` of `nvcc` names a GPU.",
        "Don't set CUDA_HOME=/usr/local/cuda there",
    ],
)
def test_sentences_stay(sentence: str) -> None:
    found = apply(f"{sentence}\n\n```\n{sentence}\n```\n", "SCR01", "SCR02", path="README.md")
    assert text(found) == f"{sentence}\n\n```\n{sentence}\n```\n"


def test_a_readme(converted: Convert) -> None:
    before = (
        "# Building\n\nWith nvcc 12 or newer:\n\n```bash\n$ export PATH=/usr/local/cuda/bin:$PATH\n"
        "$ nvcc -arch=sm_70 -o scan scan.cu -lcufft  # nvcc\n$ ./scan\n```\n\n"
        "or `nvcc -lineinfo scan.cu`.\n"
    )
    after = (
        "# Building\n\nWith nvcc 12 or newer:\n\n```bash\n$ export PATH=/opt/rocm/bin:$PATH\n"
        f"$ hipcc {ARCHS} -o scan scan.cu -lhipfft  # nvcc\n$ ./scan\n```\n\n"
        "or `hipcc -gline-tables-only scan.cu`.\n"
    )
    assert text(converted(before, path="README.md")) == after


def test_a_file_that_speaks_of_rocm_is_its_authors(converted: Convert) -> None:
    before = "if [ -d /opt/rocm ]; then hipcc a.cu; else nvcc -lineinfo a.cu; fi\n"
    found = converted(before, path="a.sh")
    assert text(found) == before
    assert severities(found) == ["note"]


def test_a_readme_in_another_encoding_costs_nothing(tmp_path: Path) -> None:
    source = tmp_path / "up"
    source.mkdir()
    (source / "README.md").write_bytes("nvcc a.cu\n".encode("utf-16"))
    (source / "a.md").write_bytes(b"caf\xe9: `nvcc a.cu`\n")
    out = tmp_path / "out"
    result = write_port([source], Options(), Destination(OutputMode.OUT, out))
    assert not result.has_failed
    assert (out / "README.md").read_bytes() == (source / "README.md").read_bytes()
    assert (out / "a.md").read_bytes() == b"caf\xe9: `hipcc a.cu`\n"
