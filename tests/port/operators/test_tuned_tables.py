"""A tuned table that cannot be read is told of where it is needed, and hides nothing else."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from porter.port.operators.catalogue import choose
from porter.port.operators.emit import add_operator
from porter.port.operators.package import Package

HEAD = "cu_num,M,N,K,q_dtype_w,kernelId,splitK,us,kernelName,tflops,bw,errRatio\n"
ASKED = """
import torch
from aiter.ops import made

try:
    made.{call}
except ValueError as error:
    print(error)
"""
CALLS = {
    "gemm": "_split(1, 1, 1, torch.ones(1))",
    "moe_gemm": "_block(torch.ones(1, 1), 1, 1, 1)",
}


@pytest.mark.parametrize("operator", CALLS)
@pytest.mark.parametrize(
    ("text", "said"),
    [
        (HEAD + "1,1,1,1,bf16,zz,zz,0,x,0,0,0\n", "made_tuned.csv:2: no such line (ValueError("),
        ("M,N\n1,2\n", "made_tuned.csv:2: no such line (KeyError("),
        (None, "No such file or directory"),
    ],
)
def test_it_is_told_by_the_first_call(
    package: Package, operator: str, text: str | None, said: str
) -> None:
    pytest.importorskip("torch")
    add_operator(package, "made", choose(operator, "bf16", None))
    table = package.root / "aiter/configs/made_tuned.csv"
    if text is None:
        table.unlink()
    else:
        table.write_text(text)
    done = subprocess.run(
        [sys.executable, "-c", ASKED.format(call=CALLS[operator])],
        env={**os.environ, "PYTHONPATH": str(package.root)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert said in done.stdout
