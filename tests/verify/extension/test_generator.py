"""Inputs: the same numbers on every side, gradients where they are asked for."""

from __future__ import annotations

import pytest

from porter.verify.extension import Generator, Output
from porter.verify.extension.cases import USUAL_ROUNDINGS

torch = pytest.importorskip("torch")


def test_the_reference_gets_the_rounded_numbers_in_float64() -> None:
    port = Generator(7, "cpu", widen=False).normal(100, dtype="bfloat16")
    reference = Generator(7, "cpu", widen=True).normal(100, dtype="bfloat16")
    assert (port.dtype, reference.dtype) == (torch.bfloat16, torch.float64)
    assert torch.equal(port.double(), reference)
    assert not torch.equal(port, Generator(8, "cpu", widen=False).normal(100, dtype="bfloat16"))


def test_complex_numbers_have_both_parts() -> None:
    port = Generator(7, "cpu", widen=False).normal(100, dtype="complex64")
    reference = Generator(7, "cpu", widen=True).normal(100, dtype="complex64")
    assert (port.dtype, reference.dtype) == (torch.complex64, torch.complex128)
    assert torch.equal(port.to(torch.complex128), reference) and bool((port.imag != 0).all())


def test_integers_stay_integers() -> None:
    drawn = Generator(0, "cpu", widen=True).integers(-3, 4, 1000, dtype="int32")
    assert drawn.dtype == torch.int32
    assert (int(drawn.min()), int(drawn.max())) == (-3, 3)


def test_uniform_numbers_lie_between_their_limits() -> None:
    drawn = Generator(0, "cpu", widen=False).uniform(2.0, 5.0, 1000)
    assert 2.0 <= drawn.min() < 2.1 and 4.9 < drawn.max() <= 5.0


def test_strides_are_kept() -> None:
    values = torch.arange(6.0).view(2, 3).t()
    assert Generator(0, "cpu", widen=True).tensor(values).stride() == (1, 3)


def test_gradients_of_all_outputs() -> None:
    gradients = {}
    for widen in (False, True):
        generator = Generator(3, "cpu", widen)
        x = generator.normal(4, 5, dtype="float16", grad="dx", terms=9)
        outputs = {"double": Output(2 * x), "sums": Output(x.sum(1)), "mask": Output(x > 0)}
        found = generator.with_gradients(outputs)
        assert list(found) == ["double", "sums", "mask", "dx"] and found["dx"].terms == 9
        gradients[widen] = found["dx"].tensor
    assert gradients[False].dtype == torch.float16
    assert torch.allclose(gradients[False].double(), gradients[True], atol=0.01)


def test_a_gradient_of_which_nobody_says_more_sums_over_all_outputs() -> None:
    generator = Generator(3, "cpu", widen=False)
    x = generator.normal(4, 5, grad="dx", terms=None)
    found = generator.with_gradients({"double": Output(2 * x), "sums": Output(x.sum(1))})["dx"]
    assert (found.terms, found.roundings) == (4 * 5 + 4, USUAL_ROUNDINGS)


def test_weights_of_gradients_are_exact_in_every_type() -> None:
    generator = Generator(3, "cpu", widen=False)
    x = generator.normal(1000, grad="dx")
    weights = generator.with_gradients({"out": Output(x * 1)})["dx"].tensor
    for dtype in (torch.float16, torch.bfloat16):
        assert torch.equal(weights.to(dtype).float(), weights)
    assert weights.abs().max() > 3


def test_gradients_of_nothing() -> None:
    generator = Generator(3, "cpu", widen=False)
    generator.normal(4, grad="dx")
    with pytest.raises(ValueError, match="no output depends"):
        generator.with_gradients({"out": Output(torch.ones(3))})


def test_room_behind_a_tensor_is_the_same_on_all_sides() -> None:
    found = [Generator(3, "cpu", widen).normal(2, 3, room=True) for widen in (False, True)]
    for one in found:
        assert one.shape == (2, 3) and one.is_contiguous()
        assert one.untyped_storage().nbytes() > 1000 * one.element_size()
    whole = [one.as_strided((1000,), (1,)) for one in found]
    assert torch.equal(whole[0].double(), whole[1])


def test_room_behind_a_large_tensor_is_small() -> None:
    """Eight arrays of three dimensions took 10 GB, most of it room."""
    found = Generator(3, "cpu", widen=False).normal(3, 128, 128, 64, room=True)
    assert found.untyped_storage().nbytes() < 2 * found.numel() * found.element_size()


def test_gradients_of_drafts_may_be_missing() -> None:
    generator = Generator(0, "cpu", widen=False)
    used = generator.normal(3, grad="dused", terms=None)
    generator.normal(3, grad="dunused", terms=None)
    assert set(generator.with_gradients({"y": Output(used * 2)})) == {"y", "dused"}
