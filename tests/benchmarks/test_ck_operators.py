"""The table of Composable Kernel's operators keeps what a run does not measure."""

from __future__ import annotations

import pytest

from benchmarks.ck_operators.table import HEAD, RULE, line, merged

FIRST = ("`gemm`", "bf16", "gfx942", "1", "13", "90", "16384", "0", "40", "9 passed", "2e-3")


def test_lines_take_the_place_of_earlier_ones_in_the_order_of_the_operators() -> None:
    norm = ("`rmsnorm2d`", "bf16", "gfx942", *("",) * 8)
    text = "\n".join(["words", HEAD, RULE, line(norm), "", "more", ""])
    text = merged(text, [FIRST])
    again = (*FIRST[:3], "1", "15", *("",) * 6)
    text = merged(text, [again])
    assert text == "\n".join(
        ["words", HEAD, RULE, line((*FIRST[:4], "15", *FIRST[5:])), line(norm), "", "more", ""]
    )


def test_a_document_without_the_table_is_refused() -> None:
    with pytest.raises(ValueError, match="no table"):
        merged("words\n", [FIRST])
