"""Width 2, 3 and 4, with and without bias and activation, in both layouts."""

import itertools

import torch
from causal_conv1d import causal_conv1d_fn, causal_conv1d_ref

torch.manual_seed(0)
worst = 0.0
for width, with_bias, activation, layout in itertools.product(
    (2, 3, 4), (False, True), (None, "silu"), ("channel-first", "channel-last")
):
    x = torch.randn(2, 48, 300, device="cuda")
    if layout == "channel-last":
        x = x.transpose(1, 2).contiguous().transpose(1, 2)
    weight = torch.randn(48, width, device="cuda")
    bias = torch.randn(48, device="cuda") if with_bias else None
    out = causal_conv1d_fn(x, weight, bias, activation=activation)
    expected = causal_conv1d_ref(
        x.double(),
        weight.double(),
        bias.double() if with_bias else None,
        activation=activation,
    )
    difference = (out.double() - expected).abs().max().item()
    worst = max(worst, difference)
    print(
        f"width {width}  bias {with_bias!s:5}  activation {activation!s:4}  {layout:13}  "
        f"largest difference {difference:.1e}"
    )
print("ok" if worst < 1e-3 else "FAILED")
raise SystemExit(worst >= 1e-3)
