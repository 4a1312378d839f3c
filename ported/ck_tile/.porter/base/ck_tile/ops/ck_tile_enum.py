"""Enumerations whose values C++ defines."""

from collections.abc import Iterator
from enum import IntEnum
from functools import cached_property

from ..jit.core import compile_ops

#: What C++ says of a name that it does not have.
_UNKNOWN = -1000


@compile_ops("module_ck_tile_enum")
def ck_tile_enum_value(name: str) -> int: ...


class _Lazy:
    """Asks C++ for the values when one is first needed."""

    def __init__(self, name: str, members: tuple[str, ...]) -> None:
        self._name = name
        self._members = members

    @cached_property
    def _enum(self) -> type[IntEnum]:
        values = {one: ck_tile_enum_value(f"{self._name}::{one}") for one in self._members}
        known = {one: value for one, value in values.items() if value != _UNKNOWN}
        return IntEnum(self._name, known)

    def __getattr__(self, member: str) -> IntEnum:
        if member not in self._members:
            raise AttributeError(f"{self._name} has no {member}")
        return getattr(self._enum, member)

    def __iter__(self) -> Iterator[IntEnum]:
        return iter(self._enum)


ActivationType = _Lazy("ActivationType", ("No", "Silu", "Gelu"))
QuantType = _Lazy("QuantType", ("No", "per_Tensor", "per_Token", "per_1x32"))
