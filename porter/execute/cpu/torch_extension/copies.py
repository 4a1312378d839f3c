"""Copies of tensors from device to device, as `torch.nn.DataParallel` makes them: there is one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any


def emulate_copies(torch: Any) -> None:
    """Supply the functions of PyTorch's C++ that it builds for GPUs alone.

    Args:
        torch: PyTorch, imported, with the device emulated.
    """

    def broadcast(tensor: Any, devices: Sequence[int]) -> tuple[Any, ...]:
        return tuple(tensor.cuda() for _ in devices)

    def broadcast_coalesced(
        tensors: Sequence[Any], devices: Sequence[int], buffer_size: int
    ) -> list[list[Any]]:
        return [[tensor.cuda() for tensor in tensors] for _ in devices]

    def scatter(
        tensor: Any,
        devices: Sequence[int],
        chunk_sizes: Sequence[int] | None = None,
        dim: int = 0,
        streams: object = None,
    ) -> tuple[Any, ...]:
        parts = tensor.split(list(chunk_sizes), dim) if chunk_sizes else None
        parts = tensor.chunk(len(devices), dim) if parts is None else parts
        return tuple(part.cuda() for part in parts)

    def gather(tensors: Sequence[Any], dim: int, destination: int | None = None) -> Any:
        return torch.cat(list(tensors), dim).to("cpu" if destination == -1 else "cuda")

    torch._C._broadcast = broadcast
    torch._C._broadcast_coalesced = broadcast_coalesced
    torch._C._scatter = scatter
    torch._C._gather = gather
