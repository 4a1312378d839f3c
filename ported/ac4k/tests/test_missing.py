"""Formats that the GPU has no products for: refused with the reason, before anything is allocated."""

import ac4k_kernel as ac
import pytest
import torch
from nearness import distance

WHY = {
    "nvfp4": "no GPU of AMD's multiplies 4-bit numbers with scales in float8 e4m3",
    "mxfp4": "its matrix cores multiply no 4-bit numbers",
}
MISSING = [name for name in WHY if name not in ac.supported()["attention"]]


def test_nvfp4_is_never_there_and_mxfp4_on_gfx950_alone():
    assert "nvfp4" in MISSING
    assert ("mxfp4" in MISSING) == (ac.get_arch() != "gfx950")
    for name in MISSING:
        assert name not in ac.supported()["quantize"]


@pytest.mark.parametrize("name", MISSING)
def test_the_reason_is_said_before_anything_is_allocated(name):
    x = torch.ones(1, 2, 64, 64, device="cuda", dtype=torch.bfloat16)
    before = torch.cuda.memory_allocated()
    with pytest.raises(ValueError, match=f"attention has no '{name}' on {ac.get_arch()}: {WHY[name]}"):
        ac.attention(x, x, x, precision=name)
    with pytest.raises(ValueError, match=f"quantize has no '{name}' on {ac.get_arch()}: {WHY[name]}"):
        getattr(ac, f"quantize_{name}")(x)
    assert torch.cuda.memory_allocated() == before
    assert distance(x, torch.ones_like(x)) == 0
