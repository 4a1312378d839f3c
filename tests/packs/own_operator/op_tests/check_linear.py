import aiter
import pytest
import torch
from aiter.ops.linear import linear


@pytest.mark.parametrize("shape", [(64, 64, 64), (72, 40, 104), (33, 50, 71)])
def test_linear(shape):
    m, n, k = shape
    torch.manual_seed(0)
    x, w, bias = (torch.randn(*size, dtype=torch.half) for size in ((m, k), (n, k), (n,)))
    wanted = x.double() @ w.double().T + bias.double()
    torch.testing.assert_close(linear(x, w, bias).double(), wanted, atol=0.02, rtol=0.01)
    assert hasattr(torch.ops.aiter, "linear_ck")
    assert aiter.__name__
