"""Products of cuBLAS's that `--gemm ck` gives to Composable Kernel, and what it refuses."""

from __future__ import annotations

from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from porter.cli import group
from porter.errors import PorterError
from porter.project.settings.settings import read

CALL = (
    "cublasGemmEx(h, p, CUBLAS_OP_T, m, n, k, &x, A, CUDA_R_8I, lda, B, CUDA_R_8I, ldb, &y, C,"
    " CUDA_R_32I, ldc, CUBLAS_COMPUTE_32I, CUBLAS_GEMM_DEFAULT);\n"
)


@pytest.mark.parametrize(
    ("words", "new"),
    [
        (["--to", "ck", "--gemm", "ck"], "porter::ckGemmEx<HIP_R_8I, HIP_R_8I, HIP_R_32I, -1, 1>("),
        (["--to", "ck"], "hipblasGemmEx("),
    ],
)
def test_products_go_where_the_command_line_says(words: list[str], new: str) -> None:
    done = CliRunner().invoke(group, ["convert", "-", *words], input=CALL)
    assert done.exit_code == 0
    assert new in done.output


@pytest.mark.parametrize(
    ("types", "why"),
    [
        (("CUDA_R_16F", "CUDA_R_16BF"), "no such kernel"),
        (("t", "CUDA_R_16F"), "not written where porter sees"),
    ],
)
def test_a_layout_that_does_not_say_its_type_leaves_the_call(
    types: tuple[str, str], why: str
) -> None:
    text = "".join(
        f"cublasLtMatrixLayoutCreate(&{name}, {kind}, 1, 1, 1);\n"
        for name, kind in zip("ab", types, strict=True)
    )
    text += "cublasLtMatmul(h, d, &x, A, a, B, b, &y, C, b, C, b, 0, w, size, s);\n"
    done = CliRunner().invoke(group, ["convert", "-", "--to", "ck", "--gemm", "ck"], input=text)
    assert "hipblasLtMatmul(" in done.stdout
    assert why in done.stderr


@pytest.mark.parametrize("more", [[], ["--to", "ck", "--blas", "roc"]])
def test_what_does_not_go_together_is_refused(more: list[str]) -> None:
    done = CliRunner().invoke(group, ["convert", "-", "--gemm", "ck", *more], input=CALL)
    assert done.exit_code == click.UsageError.exit_code
    assert "--gemm ck" in done.output


def test_porter_toml_says_it_with_its_target_alone(tmp_path: Path) -> None:
    settings = tmp_path / "porter.toml"
    text = '[[project]]\nupstream = "a"\nport = "b"\ngemm = "ck"\n'
    settings.write_text(text + 'to = "ck"\n')
    assert read(tmp_path).projects[0].choices.gemm == "ck"
    settings.write_text(text)
    with pytest.raises(PorterError, match=r'gemm = "ck" is for to = "ck"'):
        read(tmp_path)
