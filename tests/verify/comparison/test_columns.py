"""Columns of times and rates in printed tables are found by the table's head; results are not."""

from __future__ import annotations

import pytest

from porter.verify.comparison.columns import time_cells
from porter.verify.comparison.volatile import masked


@pytest.mark.parametrize(
    ("table", "kept"),
    [
        (
            "size    GB/s    sum\n----------------\n1024    12.5    4.5\n2048  13    9",
            "size    GB/s    sum\n----------------\n1024    <rate>    4.5\n2048  <rate>    9",
        ),
        ("n, ms/iter, error\n8, 0.25, 0.5", "n, ms/iter, error\n8, <time>, 0.5"),
        (
            "| Kernel1 | Time (us) | GFLOPS | m |\n|---|--:|--:|--:|\n| a | 4.5 | 91.2 | 3 |",
            "| Kernel1 | Time (us) | GFLOPS | m |\n|---|--:|--:|--:|\n| a | <time> | <rate> | 3 |",
        ),
        ("N\tgpu_time\tx\n4\t0.1\t2\n8\t0.2\t3", "N\tgpu_time\tx\n4\t<time>\t2\n8\t<time>\t3"),
        ("size time (ms) speedup\n4 0.1 2.5x", "size time (ms) speedup\n4 <time> <time>"),
        (
            "simple copy  Bandwidth\nsimple copy  12.5\n\nresult  7.5",
            "simple copy  Bandwidth\nsimple copy  <rate>\n\nresult  <rate>",
        ),
    ],
)
def test_columns_of_times_and_rates_are_left_out(table: str, kept: str) -> None:
    assert masked(table).text == kept


@pytest.mark.parametrize(
    "table",
    [
        "step  time  energy\n1  0.5  3.25",  # a simulation's
        "t (s)  x (m)\n0.5  3.25",
        "n  frequency\n1  0.5",
        "GB/s of all\n1 2",  # a head of other cells
        "1  GB/s\n2  3",  # no head
        "size  GB/s\nsum 7.5 of 3",
        "average timestep  energy\n0.5  3.25",
    ],
)
def test_other_columns_are_kept(table: str) -> None:
    assert not [*time_cells(table.splitlines())]


def test_a_table_ends_where_lines_have_other_cells() -> None:
    cells = time_cells("size  ms\n1  2\ndone\n3  4".splitlines())
    assert [(cell.line, cell.kind) for cell in cells] == [(1, "time")]


def test_lines_of_columns_are_named_once() -> None:
    assert masked("n  ms  elapsed\n1  2  3 ms").lines == {"time": [2]}
