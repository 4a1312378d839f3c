"""The rotary embedding against complex products in float64."""

import ac4k_kernel as ac
import pytest
import torch
from nearness import distance, poison

TOLERANCE = {torch.float32: 1e-6, torch.float16: 1e-3, torch.bfloat16: 5e-3}


def tables(positions: int, pairs: int) -> tuple[torch.Tensor, torch.Tensor]:
    rates = 10000.0 ** (-torch.arange(pairs, device="cuda", dtype=torch.float64) / pairs)
    angles = torch.arange(positions, device="cuda", dtype=torch.float64).unsqueeze(1) * rates
    return angles.cos().float(), angles.sin().float()


def expected(x, cosines, sines, grid, pairs):
    frames, height, width = grid
    cells = frames * height * width
    cell = torch.arange(cells, device="cuda")
    places = (cell // (height * width), cell // width % height, cell % width)
    counts = (*pairs, x.shape[-1] // 2 - sum(pairs))
    turns, start = [], 0
    for place, count in zip(places, counts, strict=True):
        columns = slice(start, start + count)
        turns.append(
            torch.complex(cosines.double()[place, columns], sines.double()[place, columns])
        )
        start += count
    turn = torch.cat(turns, 1)[None, :, None, :]
    out = x.double().clone()
    numbers = torch.view_as_complex(out[:, :cells].reshape(*out[:, :cells].shape[:-1], -1, 2))
    out[:, :cells] = torch.view_as_real(numbers * turn).flatten(-2)
    return out


@pytest.mark.parametrize("dtype", list(TOLERANCE), ids=str)
@pytest.mark.parametrize(
    "batch, tokens, heads, dim, grid",
    [
        (1, 1, 1, 8, (1, 1, 1)),
        (2, 60, 3, 128, (3, 4, 5)),
        (1, 70, 12, 64, (2, 5, 7)),
        (2, 37, 5, 96, (1, 6, 5)),
        (1, 24, 40, 128, (4, 3, 2)),
    ],
)
def test_turns_by_the_place_in_the_grid(generator, batch, tokens, heads, dim, grid, dtype):
    x = torch.randn(batch, tokens, heads, dim, device="cuda", generator=generator).to(dtype)
    cosines, sines = tables(16, dim // 2)
    third = dim // 2 // 3
    poison(batch, tokens, heads, dim, dtype=dtype)
    got = ac.rope3d(x, cosines, sines, grid)
    assert got.dtype == dtype
    reference = expected(x, cosines, sines, grid, (dim // 2 - 2 * third, third))
    assert distance(got, reference) < TOLERANCE[dtype]
    cells = grid[0] * grid[1] * grid[2]
    assert torch.equal(got[:, cells:], x[:, cells:])


def test_pairs_are_shared_as_asked(generator):
    x = torch.randn(1, 30, 2, 64, device="cuda", generator=generator)
    cosines, sines = tables(8, 32)
    got = ac.rope3d(x, cosines, sines, (2, 3, 5), pairs=(0, 7))
    assert distance(got, expected(x, cosines, sines, (2, 3, 5), (0, 7))) < 1e-6


def test_errors_say_what_is_wrong(generator):
    x = torch.randn(1, 30, 2, 64, device="cuda", generator=generator)
    cosines, sines = tables(4, 32)
    with pytest.raises(RuntimeError, match="a row for every position"):
        ac.rope3d(x, cosines, sines, (2, 3, 5))
    with pytest.raises(RuntimeError, match="no more than x has tokens"):
        ac.rope3d(x, cosines, sines, (4, 4, 4))
