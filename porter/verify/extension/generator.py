"""Draws the inputs of a case from a seed, the same on every side."""

from __future__ import annotations

import hashlib
import math
from collections.abc import Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

from porter.verify.extension.cases import USUAL_ROUNDINGS, Output

if TYPE_CHECKING:
    from torch import Tensor


#: How much memory there is behind a tensor of which no check tells the shape: so many times its
#: own, at least and at most so many elements.
_ROOM, _LEAST_ROOM, _MOST_ROOM = 16, 1 << 14, 1 << 20


class _Leaf(NamedTuple):
    """A tensor that asks for its gradient, with the terms of that; None where nobody says."""

    tensor: Tensor
    terms: int | None


@dataclass
class Generator:
    """Draws tensors on the device of a side.

    Numbers are drawn on the CPU in float32 and rounded to the type that was asked for, so that all
    sides get the same. On the side of the reference they are then widened to float64.

    Args:
        seed: determines all that is drawn.
        device: where tensors go, "cpu" or "cuda".
        widen: make float64 of all floating-point numbers.
    """

    seed: int
    device: str
    widen: bool
    _leaves: dict[str, _Leaf] = field(default_factory=dict)
    _drawn: hashlib._Hash = field(default_factory=hashlib.sha256)
    _placed_so_far: list[Tensor] = field(default_factory=list)  # kept, so that no other lies there

    def __post_init__(self) -> None:
        import torch

        #: PyTorch's own generator, for what the methods here do not offer. Lies on the CPU.
        self.torch = torch.Generator().manual_seed(self.seed)

    def normal(
        self,
        *shape: int,
        dtype: str = "float32",
        scale: float = 1.0,
        grad: str | None = None,
        terms: int | None = 1,
        room: bool = False,
    ) -> Tensor:
        """Return normally distributed numbers.

        Args:
            shape: of the tensor.
            dtype: as "float16".
            scale: standard deviation.
            room: more numbers of this kind lie behind the tensor in memory: code of which no check
                tells how far it reads gets the same on all sides.
            grad: name of an output: the gradient of all outputs of the case with respect to this
                tensor is compared, too.
            terms: how many terms the longest sum behind an element of that gradient has; None: as
                many as the outputs have elements, and functions put together round on the way.
        """
        import torch

        wanted: torch.dtype = getattr(torch, dtype)
        drawn = torch.randn(
            _with_room(shape, room), generator=self.torch,
            dtype=wanted if wanted.is_complex else torch.float32,
        ) * scale  # fmt: skip
        return self._placed(drawn.to(wanted), shape, grad, terms)

    def uniform(
        self,
        low: float,
        high: float,
        *shape: int,
        dtype: str = "float32",
        grad: str | None = None,
        terms: int | None = 1,
    ) -> Tensor:
        """Return evenly distributed numbers from `low` to `high`; the rest as for `normal`."""
        import torch

        drawn = torch.rand(shape, generator=self.torch) * (high - low) + low
        return self.tensor(drawn.to(getattr(torch, dtype)), grad=grad, terms=terms)

    def integers(
        self, low: int, high: int, *shape: int, dtype: str = "int64", room: bool = False
    ) -> Tensor:
        """Return integers from `low` to `high - 1`; the rest as for `normal`."""
        import torch

        drawn = torch.randint(low, high, _with_room(shape, room), generator=self.torch)
        return self._placed(drawn.to(getattr(torch, dtype)), shape, None, 1)

    def offsets(self, parts: int, total: int, dtype: str = "int64") -> Tensor:
        """Return where each of so many parts of `total` elements begins, and their end."""
        import torch

        inner = torch.randint(0, total + 1, (parts - 1,), generator=self.torch).sort().values
        ends = torch.cat([torch.tensor([0]), inner, torch.tensor([total])])
        return self.tensor(ends.to(getattr(torch, dtype)))

    def tensor(self, values: Tensor, *, grad: str | None = None, terms: int | None = 1) -> Tensor:
        """Return a tensor of the case's own making, brought to this side's device.

        Args:
            values: on the CPU; strides are kept.
            grad, terms: as for `normal`.
        """
        return self._placed(values, values.shape, grad, terms)

    def _placed(
        self, values: Tensor, shape: Sequence[int], grad: str | None, terms: int | None
    ) -> Tensor:
        """Bring numbers to this side's device; the tensor is the first of them, as many as fit."""
        import torch

        self._note(values)
        wide = values.dtype
        if self.widen and (values.is_floating_point() or values.is_complex()):
            wide = torch.complex128 if values.is_complex() else torch.float64
        placed = values.to(device=self.device, dtype=wide)
        self._placed_so_far.append(placed)
        if placed.shape != torch.Size(shape):
            placed = placed[: math.prod(shape)].view(*shape)
        if grad is not None:
            placed.requires_grad_()
            self._leaves[grad] = _Leaf(placed, terms)
        return placed

    @property
    def drawn(self) -> str:
        """A hash of all tensors that were drawn so far, in hex."""
        return self._drawn.hexdigest()

    def has_drawn(self, tensor: Tensor) -> bool:
        """Tell whether a tensor lies in memory of one that was drawn, which had been written whole.

        Args:
            tensor: what the case returned.
        """
        place = tensor.untyped_storage().data_ptr()
        return any(one.untyped_storage().data_ptr() == place for one in self._placed_so_far)

    def _note(self, values: Tensor) -> None:
        import torch

        about = f"{values.dtype} {tuple(values.shape)} {values.stride()}\0"
        flat = values.detach().contiguous().reshape(-1)
        self._drawn.update(about.encode() + flat.view(torch.uint8).numpy().tobytes())

    def with_gradients(
        self, outputs: dict[str, Output], clock: AbstractContextManager[object] | None = None
    ) -> dict[str, Output]:
        """Return the outputs of a case and the gradients that it asked for.

        Args:
            outputs: what the case returned.
            clock: entered while gradients are computed.

        Weights of the gradient are drawn for each output that has one: multiples of 1/32 below 4,
        which every floating-point type of 16 bits or more holds.
        """
        import torch

        if not self._leaves:
            return outputs
        parts = [o.tensor for o in outputs.values() if o.tensor.requires_grad]
        if not parts:
            raise ValueError("gradients were asked for, and no output depends on those inputs")
        weights = [
            (torch.randint(-127, 128, part.shape, generator=self.torch) / 32).to(part)
            for part in parts
        ]
        leaves = [leaf.tensor for leaf in self._leaves.values()]
        # A draft asks for all gradients, and some arguments have none: the same on both sides.
        is_drafted = any(leaf.terms is None for leaf in self._leaves.values())
        with clock or nullcontext():
            found = torch.autograd.grad(parts, leaves, weights, allow_unused=is_drafted)
        most = sum(part.numel() for part in parts)
        made: dict[str, Any] = {
            name: Output(gradient, most, roundings=USUAL_ROUNDINGS)
            if leaf.terms is None
            else Output(gradient, leaf.terms)
            for (name, leaf), gradient in zip(self._leaves.items(), found, strict=True)
            if gradient is not None
        }
        return {**outputs, **made}


def _with_room(shape: Sequence[int], room: bool) -> Sequence[int]:
    """Return the shape of what is drawn for a tensor."""
    count = math.prod(shape)
    behind = min(max((_ROOM - 1) * count, _LEAST_ROOM), _MOST_ROOM)
    return (count + behind,) if room else shape
