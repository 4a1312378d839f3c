"""How a kernel is launched: grid, block and dynamic LDS from expressions."""

import pytest

from porter.errors import PorterError
from porter.project.settings.kernel_cases import KernelCase
from porter.verify.kernel.launch import configuration


def case(**more) -> KernelCase:
    return KernelCase("a.cu", "k", (), **more)


def test_expressions_of_parameters() -> None:
    found = configuration(case(grid=("(n + 31) / 32", "2"), block=("32",), lds="n * 4"), {"n": 65})
    assert found == ((3, 2), (32,), 260)


@pytest.mark.parametrize(
    ("more", "said"),
    [
        ({"grid": ("n - 65",)}, r"k: the grid is \[0\]"),
        ({"block": ()}, r"k: the block is \[\]"),
        ({"grid": ("1", "1", "1", "1")}, "k: the grid is "),
        ({"lds": "-4"}, "k: the dynamic LDS is -4 bytes"),
    ],
)
def test_what_makes_no_sense(more: dict[str, object], said: str) -> None:
    with pytest.raises(PorterError, match=said):
        configuration(case(**more), {"n": 65})
