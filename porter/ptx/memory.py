"""Forms of loads, stores and atomics, made from the modifiers of an opcode.

Their modifiers come in too many combinations for a table (PTX ISA 9.7.9 "ld", "st", 9.7.13 "atom",
"red"). Caching operators and eviction priorities are hints, except where they decide what
another block's writes look like: `.cg` and `.cv` read past the first-level cache.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from porter.ptx.values import CPP_TYPES, STORAGE
from porter.tables.ptx import Form, Slot

#: The first words of the opcodes that this module is about.
WORDS = ("ld", "ldu", "st", "atom", "red")

_SPACES = {
    "global": "",
    "const": "",
    "shared": "porter::ptx::shared",
    "shared::cta": "porter::ptx::shared",
}
_SCOPES = {"cta": "cta", "cluster": "gpu", "gpu": "gpu", "sys": "sys"}
_ORDERS = {"relaxed": "relaxed", "acquire": "acquire", "release": "release", "acq_rel": "acq_rel"}
_STREAMING = {"cs", "L1::no_allocate", "L1::evict_first", "L2::evict_first"}
_HINTS = {
    "nc",
    "ca",
    "wb",
    "lu",
    "weak",
    "L1::evict_normal",
    "L1::evict_last",
    "L1::evict_unchanged",
    "L2::evict_normal",
    "L2::evict_last",
    "L2::64B",
    "L2::128B",
    "L2::256B",
    "L2::cache_hint",
}
_ANYTHING = re.compile(".*")
_ATOMICS = {"add", "min", "max", "and", "or", "xor", "exch", "cas", "inc", "dec"}
_HALVES = {"f16", "f16x2", "bf16", "bf16x2"}


@dataclass(slots=True)
class _Access:
    """What the modifiers of one opcode say."""

    type: str = ""
    count: int = 1
    space: str = ""
    scope: str = ""
    order: str = ""
    operation: str = ""
    is_volatile: bool = False
    is_streaming: bool = False
    has_policy: bool = False
    cache: set[str] = field(default_factory=set)


def form_of(opcode: str) -> Form | None:
    """Return the form of a load, store or atomic, None when it is none or has no counterpart."""
    word, *modifiers = opcode.split(".")
    if word not in WORDS:
        return None
    access = _read(modifiers)
    if access is None or not access.type or access.type not in CPP_TYPES or access.type == "pred":
        return None
    if word in ("ld", "ldu"):
        return None if access.operation else _load(opcode, access)
    if word == "st":
        return None if access.operation else _store(opcode, access)
    return _atomic(opcode, access, has_result=word == "atom")


def _read(modifiers: list[str]) -> _Access | None:
    access = _Access()
    for modifier in modifiers:
        if modifier in CPP_TYPES:
            access.type = modifier
        elif modifier in ("v2", "v4", "v8"):
            access.count = int(modifier[1])
        elif modifier in _SPACES:
            access.space = _SPACES[modifier]
        elif modifier in _SCOPES:
            access.scope = _SCOPES[modifier]
        elif modifier in _ORDERS:
            access.order = _ORDERS[modifier]
        elif modifier in _ATOMICS:
            access.operation = modifier
        elif modifier == "volatile":
            access.is_volatile = True
        elif modifier in _STREAMING:
            access.is_streaming = True
        elif modifier in ("cg", "cv", "wt"):
            access.cache.add(modifier)
        elif modifier in _HINTS:
            access.has_policy |= modifier == "L2::cache_hint"
        elif modifier not in ("noftz", "b128"):
            return None
    return access


def _template(access: _Access, *more: str) -> str:
    """Return `<T, …>`, defaults at the end left out.

    The address type stands behind `more`; memory order and scope are left out when they are
    relaxed and of the device.
    """
    arguments = [CPP_TYPES[access.type], *more]
    ordered = (access.order or "relaxed", access.scope or "gpu")
    if ordered != ("relaxed", "gpu"):
        space = access.space or "porter::ptx::address"
        arguments += [space, *(f"porter::ptx::{name}" for name in ordered)]
    elif access.space:
        arguments.append(access.space)
    return f"<{', '.join(arguments)}>"


def _plain_template(access: _Access, *more: str) -> str:
    arguments = [CPP_TYPES[access.type], *more]
    if access.space:
        arguments.append(access.space)
    return f"<{', '.join(arguments)}>"


def _scoped_template(access: _Access, *more: str) -> str:
    """Return `<T, …>` with the scope, for a function of one order."""
    space = access.space or "porter::ptx::address"
    scope = f"porter::ptx::{access.scope or 'gpu'}"
    return f"<{', '.join([CPP_TYPES[access.type], *more, space, scope])}>"


def _address(access: _Access) -> Slot:
    return Slot(("a",), "shared" if access.space else "address", "")


def _coherent(access: _Access) -> None:
    """Turn the caching operators that promise to see other blocks' writes into an order."""
    if access.cache and not access.order:
        access.order = "relaxed"
        access.scope = "gpu" if access.cache == {"cg"} else "sys"


def _load(opcode: str, access: _Access) -> Form | None:
    if access.order in ("release", "acq_rel"):
        return None
    _coherent(access)
    letters = tuple("defghijk"[: access.count])
    result = Slot(letters, "vector" if access.count > 1 else "register", access.type)
    count = [str(access.count)] if access.count > 1 or access.space else []
    if access.order and access.count == 1:
        call = f"load_atomic{_template(access)}"
    elif access.order == "acquire":
        call = f"load_acquire{_scoped_template(access, str(access.count))}"
    elif access.is_volatile or access.order:
        call = f"load_volatile{_plain_template(access, *count)}"
    else:
        name = "load_streaming" if access.is_streaming else "load"
        call = f"{name}{_plain_template(access, *count)}"
    cpp = f"porter::ptx::{call}({{a}})"
    return _form(opcode, (result, _address(access)), (cpp,), access)


def _store(opcode: str, access: _Access) -> Form | None:
    if access.order in ("acquire", "acq_rel"):
        return None
    _coherent(access)
    letters = tuple("bcefghij"[: access.count])
    source = Slot(letters, "vector" if access.count > 1 else "register", access.type)
    if access.order and access.count == 1:
        call = f"store_atomic{_template(access)}"
    elif access.order == "release":
        call = f"store_release{_scoped_template(access)}"
    elif access.is_volatile or access.order:
        call = f"store_volatile{_plain_template(access)}"
    else:
        name = "store_streaming" if access.is_streaming else "store"
        call = f"{name}{_plain_template(access)}"
    values = ", ".join(f"{{{letter}}}" for letter in letters)
    cpp = f"porter::ptx::{call}({{a}}, {values})"
    return _form(opcode, (_address(access), source), (cpp,), access)


def _atomic(opcode: str, access: _Access, *, has_result: bool) -> Form | None:
    if not access.operation or access.is_volatile:
        return None
    operands = [_address(access), Slot(("b",), "register", access.type)]
    arguments = "{a}, {b}"
    template = _template(access)
    call = f"atomic_{access.operation}"
    if access.operation == "cas":
        operands.append(Slot(("c",), "register", access.type))
        arguments += ", {c}"
    if access.count > 1:
        if has_result or access.operation != "add" or access.type not in ("f32", "f64"):
            return None
        letters = tuple("bcefghij"[: access.count])
        operands[1] = Slot(letters, "vector", access.type)
        arguments = "{a}, " + ", ".join(f"{{{letter}}}" for letter in letters)
        call = "atomic_add_each"
    elif access.type in _HALVES:
        if access.operation != "add":
            return None
        call = "atomic_add_half"
        template = template.replace(CPP_TYPES[access.type], f"porter::ptx::{access.type}", 1)
    elif STORAGE[access.type] == "b16" and access.operation != "cas":
        return None
    cpp = f"porter::ptx::{call}{template}({arguments})"
    if has_result:
        operands.insert(0, Slot(("d",), "register", access.type))
    return _form(opcode, tuple(operands), (cpp,), access)


def _form(opcode: str, slots: tuple[Slot, ...], cpp: tuple[str, ...], access: _Access) -> Form:
    if access.has_policy:
        slots = (*slots, Slot(("x",), "ignored", ""))
    return Form(opcode, _ANYTHING, slots, cpp, ("ptx_memory.hpp",))
