"""Where nothing is found to compare, the reason is said: what is there, and is not run."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from porter.cli import group

KERNEL = "__global__ void k() {}\n"
MODULE = "#include <pybind11/numpy.h>\nPYBIND11_MODULE(m, module) {}\n"


@pytest.mark.parametrize(
    ("files", "reason"),
    [
        (
            {"k.cu": KERNEL, "a.cpp": "int f() {}\n"},
            "of 1 CUDA source and what is beside them none has a `main`",
        ),
        (
            {"k.cu": KERNEL, "meson.build": "project('a', 'cuda')\n"},
            "meson.build is Meson's, which porter does not run",
        ),
        (
            {"k.cu": KERNEL, "bind.cpp": MODULE},
            "bind.cpp is a module for Python without PyTorch, for which no cases are drafted",
        ),
        (
            {"k.py": f"k = cupy.RawKernel('{KERNEL.strip()}', 'k')\n"},
            "kernels that Python compiles at first use, in k.py, are not run (docs",
        ),
    ],
)
def test_reasons(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, files: dict[str, str], reason: str
) -> None:
    (tmp_path / "src").mkdir()
    for path, text in files.items():
        (tmp_path / "src" / path).write_text(text)
    monkeypatch.chdir(tmp_path)
    for words in (["new", "project", "src", "port"], ["sync"]):
        assert CliRunner().invoke(group, words).exit_code == 0
    for words in (["verify", "--ref", "cuda:cpu"], ["record"]):
        done = CliRunner().invoke(group, words)
        assert done.exit_code != 0
        assert f"no cases, and no programs found: {reason}" in done.stderr
