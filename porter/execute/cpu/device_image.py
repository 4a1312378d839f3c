"""The tables in which compiled device code describes itself, read through ctypes.

The structures mirror `native/abi.h` member by member.
"""

from __future__ import annotations

import ctypes
import re
from dataclasses import dataclass
from functools import cached_property

_u32 = ctypes.c_uint32


class _Argument(ctypes.Structure):
    _fields_ = [("bytes", _u32), ("kind", ctypes.c_char), ("alignment", ctypes.c_uint8)]


class _Kernel(ctypes.Structure):
    _fields_ = [
        ("name", ctypes.c_char_p),
        ("signature", ctypes.c_char_p),
        ("arguments", ctypes.POINTER(_Argument)),
        ("argument_count", _u32),
        ("engine", _u32),
        ("static_lds", _u32),
        ("max_items", _u32),
        ("frame_bytes", _u32),
        ("kept_registers", _u32),
        ("run", ctypes.c_void_p),
        ("start", ctypes.c_void_p),
        ("locate", ctypes.c_void_p),
        ("lds_variables", ctypes.c_void_p),
        ("lds_variable_count", _u32),
        ("regions", ctypes.c_void_p),
        ("columns", _u32),
        ("why", ctypes.c_char_p),
    ]


class _Variable(ctypes.Structure):
    _fields_ = [
        ("name", ctypes.c_char_p),
        ("address", ctypes.c_void_p),
        ("bytes", ctypes.c_uint64),
    ]


class DeviceImage(ctypes.Structure):
    """The device code of one translation unit."""

    _fields_ = [
        ("key", ctypes.c_char_p),
        ("architecture", ctypes.c_char_p),
        ("kernels", ctypes.POINTER(_Kernel)),
        ("variables", ctypes.POINTER(_Variable)),
        ("kernel_count", _u32),
        ("variable_count", _u32),
        ("wave_size", _u32),
        ("dynamic_lds_offset", _u32),
        ("sites", ctypes.c_void_p),
        ("site_count", _u32),
    ]


@dataclass(frozen=True)
class Parameter:
    """A kernel's parameter as compiled code sees it.

    Args:
        bytes: its size.
        kind: "p" pointer, "i" integer, "f" floating point, "s" aggregate.
    """

    bytes: int
    kind: str


@dataclass(frozen=True)
class KernelDescription:
    """A kernel.

    Args:
        index: its place in the image.
        name: mangled.
        signature: demangled, such as "void scale<float>(float*, float)".
        parameters: in order.
        engine: how work-items run: "loop", "fiber", "coroutine" or "regions".
        static_lds: bytes of LDS that its variables take.
        max_items: work-items that a block may have.
    """

    index: int
    name: str
    signature: str
    parameters: tuple[Parameter, ...]
    engine: str
    static_lds: int
    max_items: int

    @cached_property
    def qualified_name(self) -> str:
        """The name with its template arguments, without return type and parameters."""
        return qualified_name(self.signature)

    def answers_to(self, name: str) -> bool:
        """Say whether `name` means this kernel: mangled, with or without scope or arguments."""
        qualified = self.qualified_name
        plain = qualified.partition("<")[0] if qualified.endswith(">") else qualified
        names = {self.name, self.signature, qualified, plain, plain.rpartition("::")[2]}
        if "<" in name:  # however the arguments are spaced
            names = {re.sub(r"\s", "", n) for n in (qualified, qualified.rpartition("::")[2])}
            name = re.sub(r"\s", "", name)
        return name in names


def qualified_name(signature: str) -> str:
    """Return a demangled function's name with scope and template arguments, and nothing else."""
    text = signature.replace("(anonymous namespace)", "{anonymous}")
    depth, end, start = 0, len(text), 0
    for i, character in enumerate(text):
        if character in "<(" and not (character == "(" and depth == 0):
            depth += 1
        elif character in ">)":
            depth -= 1
        elif character == "(" and depth == 0:
            end = i
            break
        elif character == " " and depth == 0:
            start = i + 1
    return text[start:end].replace("{anonymous}", "(anonymous namespace)")


_ENGINES = ("loop", "fiber", "coroutine", "regions")


def describe_kernels(image: DeviceImage) -> list[KernelDescription]:
    """Return the kernels of an image, in its order."""
    described = []
    for index in range(image.kernel_count):
        kernel = image.kernels[index]
        arguments = (kernel.arguments[i] for i in range(kernel.argument_count))
        parameters = tuple(Parameter(a.bytes, a.kind.decode()) for a in arguments)
        described.append(
            KernelDescription(
                index=index,
                name=kernel.name.decode(),
                signature=kernel.signature.decode(),
                parameters=parameters,
                engine=_ENGINES[kernel.engine],
                static_lds=kernel.static_lds,
                max_items=kernel.max_items,
            )
        )
    return described


def describe_variables(image: DeviceImage) -> dict[str, tuple[int, int]]:
    """Return the device variables of an image: name to address and size in bytes."""
    variables = (image.variables[i] for i in range(image.variable_count))
    return {v.name.decode(): (v.address, v.bytes) for v in variables}
