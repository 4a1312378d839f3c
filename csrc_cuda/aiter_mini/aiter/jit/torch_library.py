"""Operators that torch.compile can trace, since a fake of each tells its shapes."""

import inspect
import types
import typing
from collections.abc import Callable
from typing import Any

import torch

_SCALARS = {int: "SymInt", float: "float", bool: "bool", str: "str", torch.dtype: "ScalarType"}
_library = torch.library.Library("aiter", "FRAGMENT")


def register(
    name: str, declared: Callable[..., Any], body: Callable[..., Any], fake: Callable[..., Any]
) -> Callable[..., Any]:
    """Make `body` the operator `torch.ops.aiter.NAME`; return what calls it.

    A fake that returns one of its arguments as it is, or several, says that the operator writes
    to them. PyTorch wants such an operator to return nothing; the caller gets them all the same.

    Args:
        name: what PyTorch calls it.
        declared: the function whose signature it has, with types of tensors, numbers and texts.
        body: what computes it.
        fake: what gives the result's shape and type, for tensors without data.

    Raises:
        TypeError: the signature has a type that PyTorch's operators do not take.
    """
    signature = inspect.signature(declared)
    written = _returned_arguments(fake, signature)
    hints = typing.get_type_hints(declared)
    parameters = [
        _parameter(one, hints.get(one.name), written) for one in signature.parameters.values()
    ]
    result = "()" if written or hints.get("return") in (None, type(None)) else "Tensor"
    _library.define(f"{name}({', '.join(parameters)}) -> {result}")
    _library.impl(name, _without_result(body) if written else body, "CompositeExplicitAutograd")
    torch.library.register_fake(
        f"aiter::{name}", _without_result(fake) if written else fake, lib=_library
    )
    operator = getattr(torch.ops.aiter, name)

    def call(*args: Any, **kwargs: Any) -> Any:
        bound = signature.bind(*args, **kwargs)
        bound.apply_defaults()
        found = operator(*bound.arguments.values())
        given = tuple(bound.arguments[name] for name in written)
        return (given if len(given) > 1 else given[0]) if given else found

    return call


def _returned_arguments(fake: Callable[..., Any], signature: inspect.Signature) -> tuple[str, ...]:
    """The arguments that a fake hands back; none when it makes a result of its own."""
    marks = {name: object() for name in signature.parameters}
    try:
        found = fake(**marks)
    except Exception:  # it looks at its arguments, which here have neither shape nor type
        return ()
    several = found if isinstance(found, tuple) else (found,)
    names = [name for one in several for name, mark in marks.items() if mark is one]
    return tuple(names) if len(names) == len(several) else ()


def _without_result(function: Callable[..., Any]) -> Callable[..., None]:
    def call(*args: Any) -> None:
        function(*args)

    return call


def _parameter(one: inspect.Parameter, hint: Any, written: tuple[str, ...]) -> str:
    optional = typing.get_origin(hint) in (typing.Union, types.UnionType)
    kinds = (
        [kind for kind in typing.get_args(hint) if kind is not type(None)] if optional else [hint]
    )
    if kinds == [torch.Tensor]:
        alias = chr(ord("a") + written.index(one.name)) if one.name in written else ""
        kind = f"Tensor({alias}!)" if alias else "Tensor"
    elif len(kinds) == 1 and kinds[0] in _SCALARS:
        kind = _SCALARS[kinds[0]]
    else:
        raise TypeError(f"{one.name}: {hint} is no type of PyTorch's operators")
    default = "" if one.default is one.empty else f"={_default(one.default)}"
    return f"{kind}{'?' if optional else ''} {one.name}{default}"


def _default(value: Any) -> str:
    return f'"{value}"' if isinstance(value, str) else str(value)
