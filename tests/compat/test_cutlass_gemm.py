"""CUTLASS's products, converted with `--to ck`, run on the cpu executor by Composable Kernel."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from porter.convert.ck import CK
from porter.options import Options
from porter.port.destination import Destination, OutputMode
from porter.port.run import write_port
from tests.composable_kernel import needs_composable_kernel

PROGRAM = Path(__file__).parent / "programs" / "cutlass_product.cu"

pytestmark = [pytest.mark.toolchain, needs_composable_kernel]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("layout", "stride", "at"),
    [("RowMajor", "n", "i * n + j"), ("ColumnMajor", "m", "j * m + i")],
)
def test_a_product_is_that_of_plain_loops(
    tmp_path: Path, layout: str, stride: str, at: str
) -> None:
    source = tmp_path / "source" / "product.cu"
    source.parent.mkdir()
    text = PROGRAM.read_text().replace("LAYOUT,", f"{layout},").replace("STRIDE;", f"{stride};")
    source.write_text(text.replace("AT(i, j)", at))
    assert ran(source, tmp_path / "port").startswith("worst ")


@pytest.mark.slow
@pytest.mark.parametrize(("result", "together"), [("float", 4), ("Half", 8), ("Half", 1)])
def test_slices_of_k_are_added_up_and_a_bias_is_added_as_it_is(
    tmp_path: Path, result: str, together: int
) -> None:
    source = tmp_path / "source" / "slices.cu"
    source.parent.mkdir()
    text = PROGRAM.with_name("cutlass_slices.cu").read_text()
    text = text.replace("Result = float;", f"Result = {result};")
    source.write_text(text.replace("kTogether = 4;", f"kTogether = {together};"))
    assert ran(source, tmp_path / "port").startswith("status Success Success, worst ")


@pytest.mark.slow
def test_batches_activations_bytes_and_what_is_refused(tmp_path: Path) -> None:
    source = tmp_path / "source" / "epilogues.cu"
    source.parent.mkdir()
    source.write_text(PROGRAM.with_name("cutlass_epilogues.cu").read_text())
    said = ran(source, tmp_path / "port").split(" | ")
    assert said[:3] == [
        "Success Success Success", "Error Misaligned Operand", "Error Invalid Problem"
    ]  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("together", [8, 1])
def test_bytes_are_multiplied_to_bytes(tmp_path: Path, together: int) -> None:
    source = tmp_path / "source" / "bytes.cu"
    source.parent.mkdir()
    text = PROGRAM.with_name("cutlass_bytes.cu").read_text()
    source.write_text(text.replace("TOGETHER,", f"{together},"))
    assert ran(source, tmp_path / "port") == "Success, 0 wrong, some limited\n"


@pytest.mark.slow
def test_members_macros_and_tools_for_matrices(tmp_path: Path) -> None:
    source = tmp_path / "source" / "members.cu"
    source.parent.mkdir()
    source.write_text(PROGRAM.with_name("cutlass_members.cu").read_text())
    assert ran(source, tmp_path / "port") == "Success Success | 1 6 1 1 1\n"


def ran(source: Path, out: Path, gemm: str = "blas") -> str:
    """Convert a program and run it; return what it says."""
    result = write_port(
        [source.parent],
        Options(target="ck", gemm=gemm),
        Destination(OutputMode.OUT, out),
        target=CK,
    )
    assert result.errors == 0
    command = [sys.executable, "-m", "porter", "run", "--on", "cpu", str(out / source.name)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout
