"""WRP32, slow-block-choices: what its examples do not show."""

import pytest

from porter.testing import apply


@pytest.mark.parametrize(
    ("text", "notes"),
    [
        ("cub::BlockScan<int, 96>(s).InclusiveSum(x, y);\n", 1),
        ("cub::BlockScan<int, 64>(s).InclusiveSum(x, y);\n", 0),
        ("cub::BlockReduce<int, 32, cub::BLOCK_REDUCE_RAKING>(s).Sum(x);\n", 2),
        ('// cub::BlockScan<int, 96>\nputs("cub::BlockScan<int, 96>");\n', 0),
        ("cub::BLOCK_REDUCE_RAKING_COMMUTATIVE_ONLY;\n", 0),
    ],
)
def test_blocks_and_algorithms(text: str, notes: int) -> None:
    applied = apply(text, "WRP32")
    assert len(applied.findings) == notes
    assert applied.data == text.encode()
