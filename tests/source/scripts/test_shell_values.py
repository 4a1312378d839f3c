"""Variables of a shell, as far as a script gives them plainly."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from porter.source.scripts.shell_values import ShellValues


@pytest.mark.parametrize(
    ("script", "last"),
    [
        ("SRC=a.cu\nEXE=${SRC}.out\nnvcc -o $EXE $SRC", ["nvcc -o a.cu.out a.cu"]),
        ('FLAGS="-O3 -DN=4"\nnvcc $FLAGS a.cu', ["nvcc -O3 -DN=4 a.cu"]),
        ("export N=1; N=2 # again\n./a $N", ["./a 2"]),
        ("K=1024\nK=$(($K*2))\n./a $K", ["./a 1024"]),
        ("N='$M'\nM=3\n./a $N", ["./a $M"]),
        ("N=$1\n./a $N ${M} $2", ["./a $1 ${M} $2"]),
        ("for n in 1 2; do ./a $n; done", [f"for n in 1 2; do ./a {n}; done" for n in (1, 2)]),
        ("for f in *.cu x.cu\ndo\nnvcc $f", ["nvcc a.cu", "nvcc b.cu", "nvcc x.cu"]),
        ("N=4 ./a $N", ["N=4 ./a $N"]),  # the program's own variable, not the shell's
        ("NAME= a", ["NAME= a"]),
        ('N=(1 2)\nfor n in "${N[@]}"; do\n./a $n', ["./a 1", "./a 2"]),
        ('N=("x" "y")\n./a ${N[0]}', ["./a x"]),
        ("N=($(ls))\n./a ${N[0]}", ["./a ${N[0]}"]),
        ("for n in {8..1000..8}; do\n./a $n", [f"./a {n}" for n in range(8, 513, 8)]),
        ("for n in $(seq 1 2); do\n./a $n", ["./a 1", "./a 2"]),
        ("for n in $(ls); do\n./a $n", ["./a $n"]),
        ("N=${1:-64}\n./a $N ${M:-2}", ["./a 64 2"]),
        ("M=3\n./a ${M:-2}", ["./a 3"]),
    ],
)
def test_last_line(script: str, last: list[str]) -> None:
    values = ShellValues(("a.cu", "b.cu", "c.cpp"))
    found = [list(values.lines(line)) for line in script.splitlines()]
    assert found[-1] == last


@given(st.lists(st.text("aN=$;\"'{} *`\\#()for in do", max_size=60), max_size=8))
def test_any_text_ends_and_stays_small(lines: list[str]) -> None:
    values = ShellValues(("a", "N"))
    for line in lines:
        assert len(list(values.lines(line))) <= 64


def test_values_that_double_stay_bounded() -> None:
    values = ShellValues()
    list(values.lines("A=" + "x" * 1000))
    for _ in range(40):
        assert all(len(one) <= 2000 for one in values.lines("A=$A$A"))
