"""What expressions of C++ stand for, as far as a reader of checks follows them."""

from __future__ import annotations

from typing import NamedTuple

from porter.verify.drafting.space import Slot


class Tensor(NamedTuple):
    """A tensor that is a parameter, or what is made of it without another shape."""

    name: str


class Argument(NamedTuple):
    """A number, a truth value or a text that is a parameter."""

    name: str


class Sizes(NamedTuple):
    """All sizes of a tensor, or one less than all (`strides` are not followed)."""

    name: str


class Size(NamedTuple):
    """A size, plus a constant."""

    slot: Slot
    plus: int = 0


class Scaled(NamedTuple):
    """A size times a constant."""

    slot: Slot
    times: int


class Part(NamedTuple):
    """A size over a constant."""

    slot: Slot
    over: int


class Rank(NamedTuple):
    """How many dimensions a tensor has, plus a constant: with -1 it is the number of the last."""

    name: str
    plus: int = 0


class Count(NamedTuple):
    """How many elements a tensor has."""

    name: str


class Stride(NamedTuple):
    """The distance between a tensor's elements along a dimension."""

    name: str
    axis: int


class Dtype(NamedTuple):
    """A tensor's type."""

    name: str


class DtypeName(NamedTuple):
    """One of PyTorch's types."""

    dtype: str


class Remainder(NamedTuple):
    """What a division leaves."""

    value: Size | Argument
    divisor: int


class Listed(NamedTuple):
    """Several values in braces."""

    values: tuple[object, ...]


class Present(NamedTuple):
    """Whether an optional parameter is given."""

    name: str


class Dense(NamedTuple):
    """Whether a tensor is contiguous."""

    name: str


class OnDevice(NamedTuple):
    """Whether a tensor is on the GPU, which all are."""


class Like(NamedTuple):
    """A new tensor of another's shape and type."""

    name: str


class Product(NamedTuple):
    """Sizes and numbers, multiplied."""

    parts: tuple[Slot | int, ...]


class Sum(NamedTuple):
    """Sizes, added: of tensors that are put together."""

    parts: tuple[Slot, ...]


class Made(NamedTuple):
    """A tensor that is made of others, with what each of its sizes stands for.

    Attributes:
        sizes: a `Size`, a number, a `Product`, a `Sum`, or None for what is not known.
        typed: a parameter of the same type.
    """

    sizes: tuple[object, ...]
    typed: str = ""
