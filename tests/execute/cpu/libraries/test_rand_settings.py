"""Settings of hipRAND's and cuRAND's generators, and numbers of fewer bits."""

from __future__ import annotations

import ctypes
from typing import Any

import numpy as np
import pytest

from .conftest import loaded

pytestmark = pytest.mark.toolchain

PHILOX = {"hiprand": 405, "curand": 161}
SOBOL = {"hiprand": 501, "curand": 201}
OUT_OF_RANGE = 104
N = 4096


@pytest.fixture(scope="module")
def rand() -> ctypes.CDLL:
    return loaded("rand")


class Generator:
    """A generator of either vendor."""

    def __init__(
        self, rand: ctypes.CDLL, vendor: str, type_: int, *, of_host: bool = False
    ) -> None:
        self.rand, self.vendor, self.handle = rand, vendor, ctypes.c_void_p()
        host = "Host" if of_host else ""
        assert self(f"CreateGenerator{host}", ctypes.byref(self.handle), type_) == 0

    def __call__(self, name: str, *words: Any) -> int:
        status: int = getattr(self.rand, f"{self.vendor}{name}")(*words)
        return status

    def draw(self, name: str, dtype: str, *words: Any) -> Any:
        made = np.zeros(N, dtype)
        where = ctypes.c_void_p(made.ctypes.data)
        assert self(f"Generate{name}", self.handle, where, ctypes.c_size_t(N), *words) == 0
        return made


VENDORS = pytest.mark.parametrize("vendor", PHILOX)


@VENDORS
def test_generators_of_the_host_draw_the_same(rand: ctypes.CDLL, vendor: str) -> None:
    device, host = (Generator(rand, vendor, PHILOX[vendor], of_host=one) for one in (False, True))
    assert (device.draw("", "u4") == host.draw("", "u4")).all()
    assert host("SetStream", host.handle, None) == 0
    assert host("DestroyGenerator", host.handle) == 0


@VENDORS
@pytest.mark.parametrize(("name", "dtype"), [("LogNormal", "f4"), ("LogNormalDouble", "f8")])
def test_numbers_whose_logarithm_is_normal(
    rand: ctypes.CDLL, vendor: str, name: str, dtype: str
) -> None:
    number: Any = ctypes.c_float if dtype == "f4" else ctypes.c_double
    normal, exponential = (Generator(rand, vendor, PHILOX[vendor]) for _ in range(2))
    plain = normal.draw(name.replace("Log", ""), dtype, number(0.5), number(0.25))
    made = exponential.draw(name, dtype, number(0.5), number(0.25))
    lost = 8 * np.finfo(dtype).eps * made
    assert (abs(made - np.exp(plain.astype("f8"))) <= lost).all()


@VENDORS
def test_seeds_are_made_when_asked_for(rand: ctypes.CDLL, vendor: str) -> None:
    early, late = (Generator(rand, vendor, PHILOX[vendor]) for _ in range(2))
    for one in (early, late):
        assert one("SetPseudoRandomGeneratorSeed", one.handle, ctypes.c_ulonglong(77)) == 0
    assert early("GenerateSeeds", early.handle) == 0
    assert (early.draw("", "u4") == late.draw("", "u4")).all()


@VENDORS
def test_orderings(rand: ctypes.CDLL, vendor: str) -> None:
    pseudo, quasi = (Generator(rand, vendor, one[vendor]) for one in (PHILOX, SOBOL))
    assert [pseudo("SetGeneratorOrdering", pseudo.handle, one) for one in (100, 101, 201)] == [
        0, 0, OUT_OF_RANGE,
    ]  # fmt: skip
    assert [quasi("SetGeneratorOrdering", quasi.handle, one) for one in (201, 100)] == [
        0, OUT_OF_RANGE,
    ]  # fmt: skip


@pytest.mark.parametrize(("name", "dtype"), [("Char", "u1"), ("Short", "u2")])
def test_numbers_of_fewer_bits_are_uniform(rand: ctypes.CDLL, name: str, dtype: str) -> None:
    made = Generator(rand, "hiprand", PHILOX["hiprand"]).draw(name, dtype).astype("f8")
    most = float(np.iinfo(dtype).max)
    # the mean of N uniform numbers is off by six deviations in one of 10^9 draws
    assert abs(made.mean() / most - 0.5) <= 6 / np.sqrt(12 * N)
    assert abs((made / most).var() - 1 / 12) <= 6 * np.sqrt(1 / 180 / N)
    bits = np.unpackbits(made.astype(dtype).view("u1")).reshape(N, -1)
    assert (abs(bits.mean(0) - 0.5) <= 6 * 0.5 / np.sqrt(N)).all()


@VENDORS
def test_versions(rand: ctypes.CDLL, vendor: str) -> None:
    version = ctypes.c_int()
    assert getattr(rand, f"{vendor}GetVersion")(ctypes.byref(version)) == 0
    assert version.value > 10_000
    if vendor == "curand":
        parts = [ctypes.c_int(-1) for _ in range(3)]
        codes = [rand.curandGetProperty(i, ctypes.byref(one)) for i, one in enumerate(parts)]
        assert codes == [0, 0, 0] and version.value // 1000 == parts[0].value
        assert rand.curandGetProperty(3, ctypes.byref(version)) == OUT_OF_RANGE
