"""`torch.ops.ck_tile`: the operators as PyTorch's dispatcher knows them."""

import torch

from .ops.activation import silu_and_mul
from .ops.norm import rms_norm

library = torch.library.Library("ck_tile", "DEF")
library.define("rms_norm(Tensor input, Tensor weight, float epsilon) -> Tensor")
library.impl("rms_norm", rms_norm, "CompositeExplicitAutograd")
library.define("silu_and_mul(Tensor input) -> Tensor")
library.impl("silu_and_mul", silu_and_mul, "CompositeExplicitAutograd")
