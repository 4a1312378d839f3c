"""Sums of rows, with their gradient."""

import torch

from row_sums import _C


class RowSums(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return _C.forward(x)

    @staticmethod
    def backward(ctx, dout):
        (x,) = ctx.saved_tensors
        return dout[:, None].expand_as(x).contiguous()


def row_sums(x):
    return RowSums.apply(x)


def lanes():
    return _C.lanes()


def half_of_rows(x):
    return _C.half_of_rows(x)


def crash(x):
    return _C.crash(x)
