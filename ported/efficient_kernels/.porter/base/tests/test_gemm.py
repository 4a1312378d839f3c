"""The products against float64, in both build modes (see EFFICIENT_KERNELS_FORCE_JIT)."""

import os

import efficient_kernels as ek
import pytest
import torch

pytestmark = pytest.mark.skipif(not torch.cuda.is_available(), reason="needs a CUDA device")

TOLERANCE = {
    torch.float64: 1e-14,
    torch.float32: 2e-6,
    torch.float16: 1e-3,
    torch.bfloat16: 8e-3,
}
SHAPES = [(1, 1, 1), (16, 16, 16), (37, 53, 29), (64, 64, 64), (128, 257, 130), (200, 8, 333)]


def matrices(rows, inner, columns, dtype):
    generator = torch.Generator(device="cuda").manual_seed(rows * columns + inner)
    a = torch.randn(rows, inner, device="cuda", generator=generator).to(dtype)
    b = torch.randn(inner, columns, device="cuda", generator=generator).to(dtype)
    return a, b


def assert_near(got, expected, dtype):
    assert got.dtype == dtype
    assert (got.double() - expected).norm() <= TOLERANCE[dtype] * expected.norm()


@pytest.mark.parametrize("algorithm", ek.ALGORITHMS)
@pytest.mark.parametrize("dtype", list(TOLERANCE), ids=str)
@pytest.mark.parametrize("shape", SHAPES, ids=str)
def test_product(shape, dtype, algorithm):
    if algorithm == "tensor_cores" and dtype in (torch.float32, torch.float64):
        pytest.skip("the tensor cores take float16 and bfloat16")
    a, b = matrices(*shape, dtype)
    torch.full((shape[0], shape[2]), float("nan"), device="cuda", dtype=dtype)
    assert_near(ek.gemm(a, b, algorithm), a.double() @ b.double(), dtype)


@pytest.mark.parametrize("algorithm", ["basic", "tiled", "tensor_cores"])
def test_operands_need_not_be_contiguous(algorithm):
    a, b = matrices(70, 90, 50, torch.float16)
    expected = a.double() @ b.double()
    assert_near(ek.gemm(a.t().contiguous().t(), b, algorithm), expected, torch.float16)
    padded = torch.zeros(70, 91, device="cuda", dtype=torch.float16)
    padded[:, 1:] = a
    assert_near(ek.gemm(padded[:, 1:], b, algorithm), expected, torch.float16)


def test_gradients():
    a, b = (m.requires_grad_() for m in matrices(20, 30, 10, torch.float64))
    assert torch.autograd.gradcheck(lambda a, b: ek.gemm(a, b, "tiled"), (a, b))


def test_errors_name_the_argument():
    a, b = matrices(4, 5, 6, torch.float32)
    with pytest.raises(RuntimeError, match="a must be a CUDA tensor"):
        ek.gemm(a.cpu(), b)
    with pytest.raises(RuntimeError, match="b must have 5 rows"):
        ek.gemm(a, b.t())
    with pytest.raises(RuntimeError, match="b must be Float like a"):
        ek.gemm(a, b.half())
    with pytest.raises(RuntimeError, match="a must be float16 or bfloat16"):
        ek.gemm(a, b, "tensor_cores")
    with pytest.raises(ValueError, match="algorithm must be one of"):
        ek.gemm(a, b, "fastest")


def test_build_mode():
    forced = os.environ.get("EFFICIENT_KERNELS_FORCE_JIT", "0") == "1"
    assert ek.build_mode() == ("jit" if forced else "prebuilt")
