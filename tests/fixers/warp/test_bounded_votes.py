"""WRP35, bounded-votes: which functions below a kernel get its bound."""

from pathlib import Path

import pytest

from porter.options import Options
from porter.port.destination import Destination, OutputMode
from porter.port.run import write_port
from porter.testing import apply

ALL = "static __device__ int all(int p) { return __syncthreads_and(p); }\n"
FEW = "__global__ void __launch_bounds__(32) few(int* x) { x[0] = all(x[1]); }\n"


@pytest.mark.parametrize(
    ("text", "bound"),
    [
        (ALL + FEW, "32"),
        (ALL.replace("static", "template <class T> static") + FEW, "32"),
        (ALL + "static __device__ int both(int p) { return all(p); }\n"
         + FEW.replace("= all", "= both"), "32"),
        ("#define N 64\n" + ALL + FEW.replace("32", "N"), "N"),
        (ALL + "#define N 64\n" + FEW.replace("32", "N"), None),
        (ALL.replace("static ", "") + FEW, None),
        (ALL + FEW + "__global__ void any(int* x) { x[0] = all(x[1]); }\n", None),
        (ALL + FEW + FEW.replace("32", "128").replace("few", "many"), None),
        (ALL + FEW + "__device__ auto* pointer = &all;\n", None),
        (ALL + FEW + "#define ALL(p) all(p)\n", None),
        (ALL + FEW + "__global__ void any(int* x) { auto f = all; x[0] = f(x[1]); }\n", None),
        (ALL + "template <int N>\n" + FEW.replace("32", "N"), None),
        (ALL, None),
    ],
)  # fmt: skip
def test_bounds_of_functions(text: str, bound: str | None) -> None:
    found = apply(text, "WRP35").data.decode()
    if bound is None:
        assert "porter::syncthreads_and" not in found
    else:
        assert f"porter::syncthreads_and<{bound}>(p)" in found


@pytest.mark.parametrize(
    ("name", "other", "bounded"),
    [
        ("votes.cu", "__global__ void k(int* x) { x[0] = 1; }\n", True),
        ("votes.cu", "__global__ void k(int* x) { x[0] = all(x[1]); }\n", False),
        ("votes.cuh", "__global__ void k(int* x) { x[0] = 1; }\n", False),
    ],
)
def test_other_sources_that_are_compiled_together(
    tmp_path: Path, name: str, other: str, bounded: bool
) -> None:
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / name).write_text(ALL + FEW)
    (tmp_path / "in" / "main.cu").write_text(f'#include "{name}"\n{other}')
    write_port([tmp_path / "in"], Options(), Destination(OutputMode.OUT, tmp_path / "out"))
    (found,) = [one for one in (tmp_path / "out").rglob("votes.*") if "compat" not in str(one)]
    assert ("syncthreads_and<32>" in found.read_text()) is bounded
