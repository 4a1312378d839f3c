"""gdb's commands for device code on the cpu executor. gdb reads this file: it imports nothing else.

The layouts are those of `native/abi.h` and of the beginning of `native/runtime/current.h`.
"""

from __future__ import annotations

import re

import gdb

_POINTER = gdb.lookup_type("char").pointer()
#: Where members of Worker, Item, LaunchState, DeviceImage, KernelEntry, LdsVariable and Current
#: begin.
_WORKER_LDS, _WORKER_BLOCK = 8, 24
_ITEM_LANE = 12
_STATE_IMAGE, _STATE_KERNEL, _STATE_DYNAMIC_LDS = 8, 16, 56
_IMAGE_DYNAMIC_LDS = 44
_KERNEL_SIGNATURE, _KERNEL_START, _KERNEL_LDS, _KERNEL_LDS_COUNT = 8, 56, 72, 80
_LDS_OFFSET, _LDS_BYTES, _LDS_SIZE = 8, 12, 16
_CURRENT_EXEC = 24
_TRIPLE = re.compile(r"(\d+)(?:,(\d+))?(?:,(\d+))?")


def _at(address: int, kind: str) -> int:
    pointer = gdb.Value(address).cast(gdb.lookup_type(kind).pointer())
    return int(pointer.dereference())


def _word(address: int) -> int:
    return _at(address, "unsigned int")


def _long(address: int) -> int:
    return _at(address, "unsigned long")


def _text(address: int) -> str:
    return str(gdb.Value(_long(address)).cast(_POINTER).string())


def _variable(name: str) -> int:
    """Return the address of a variable of the runtime, this thread's."""
    return int(gdb.parse_and_eval(f"(char *)&'{name}'"))


class Place:
    """The work-item that the stopped thread runs."""

    def __init__(self) -> None:
        try:
            worker, current = _variable("porter_worker"), _variable("porter::current")
        except gdb.error as error:  # before the program runs, and after it
            raise gdb.GdbError("the program does not run") from error
        state = _long(current)
        if not state:
            raise gdb.GdbError("this thread runs no kernel")
        item = _long(worker)
        self.lds = _long(worker + _WORKER_LDS)
        self.block = tuple(_word(worker + _WORKER_BLOCK + 4 * axis) for axis in range(3))
        self.thread = tuple(_word(item + 4 * axis) for axis in range(3))
        self.lane = _word(item + _ITEM_LANE)
        self.exec = _long(current + _CURRENT_EXEC)
        self.kernel = _long(state + _STATE_KERNEL)
        self.dynamic = self.lds + _word(_long(state + _STATE_IMAGE) + _IMAGE_DYNAMIC_LDS)
        self.dynamic_bytes = _long(state + _STATE_DYNAMIC_LDS)

    def shared(self) -> dict[str, tuple[int, int]]:
        """Return the variables of LDS: address and bytes by name."""
        table = _long(self.kernel + _KERNEL_LDS)
        rows = [table + _LDS_SIZE * i for i in range(_word(self.kernel + _KERNEL_LDS_COUNT))]
        return {
            _text(row).rpartition("::")[2]: (
                self.lds + _word(row + _LDS_OFFSET),
                _word(row + _LDS_BYTES),
            )
            for row in rows
        }

    def type_of(self, name: str) -> gdb.Type | None:
        """Return the type of a variable of LDS, which the kernel's first part declares."""
        block = gdb.block_for_pc(_long(self.kernel + _KERNEL_START))
        while block is not None and not block.is_static:
            for symbol in block:
                if symbol.name == name:
                    return symbol.type
            block = block.superblock
        return None


def _index(values: tuple[int, ...]) -> gdb.Value:
    """Return an index as a value of gdb's, with members x, y, z where the program knows dim3."""
    data = b"".join(value.to_bytes(4, "little") for value in values)
    try:
        kind = gdb.lookup_type("dim3")
    except gdb.error:
        kind = gdb.lookup_type("unsigned int").array(2)
    return gdb.Value(data, kind)


def _note(_: object = None) -> None:
    """After each stop in a kernel: $threadIdx, $blockIdx, $lane, $exec, $lds, $dynamic."""
    try:
        place = Place()
    except (gdb.error, gdb.GdbError):
        return
    gdb.set_convenience_variable("threadIdx", _index(place.thread))
    gdb.set_convenience_variable("blockIdx", _index(place.block))
    gdb.set_convenience_variable("lane", place.lane)
    gdb.set_convenience_variable("exec", place.exec)
    gdb.set_convenience_variable("lds", gdb.Value(place.lds).cast(_POINTER))
    gdb.set_convenience_variable("dynamic", gdb.Value(place.dynamic).cast(_POINTER))


class _DeviceBreakpoint(gdb.Breakpoint):  # type: ignore[misc]
    """Stops for one block and thread, or for all that are not named."""

    block: tuple[int, ...] | None = None
    item: tuple[int, ...] | None = None

    def stop(self) -> bool:
        try:
            place = Place()
        except (gdb.error, gdb.GdbError):
            return False
        return self.block in (None, place.block) and self.item in (None, place.thread)


class _Break(gdb.Command):  # type: ignore[misc]
    """device-break FILE:LINE [block X,Y,Z] [thread X,Y,Z]: stop there in device code."""

    def __init__(self) -> None:
        super().__init__("device-break", gdb.COMMAND_BREAKPOINTS, gdb.COMPLETE_LOCATION)

    def invoke(self, argument: str, _: bool) -> None:
        words = gdb.string_to_argv(argument)
        if not words or len(words) % 2 == 0 or set(words[1::2]) - {"block", "thread"}:
            raise gdb.GdbError("device-break FILE:LINE [block X,Y,Z] [thread X,Y,Z]")
        given = {}
        for word, text in zip(words[1::2], words[2::2], strict=True):
            if (numbers := _TRIPLE.fullmatch(text)) is None:
                raise gdb.GdbError(f"{text} is no index: X, X,Y or X,Y,Z")
            given[word] = tuple(int(number or 0) for number in numbers.groups())
        try:
            made = _DeviceBreakpoint(words[0])
        except gdb.error as error:
            raise gdb.GdbError(str(error)) from error
        made.block, made.item = given.get("block"), given.get("thread")


class _Device(gdb.Command):  # type: ignore[misc]
    """device: which kernel, block, thread and lane this is, and the lanes that have their turn."""

    def __init__(self) -> None:
        super().__init__("device", gdb.COMMAND_STATUS)

    def invoke(self, _: str, __: bool) -> None:
        place = Place()
        print(f"kernel {_text(place.kernel + _KERNEL_SIGNATURE)}")
        print(f"blockIdx {place.block}, threadIdx {place.thread}")
        print(f"lane {place.lane}, exec {place.exec:#018x}")


def _unknown(name: str, variables: dict[str, tuple[int, int]], dynamic_bytes: int) -> str:
    """Return why a name is none of the kernel's, and what to do; gdb knows no extern variables."""
    known = f"{name} is none of {', '.join(variables)}" if variables else f"there is no {name}"
    if not dynamic_bytes:
        return known
    return f"{known}; extern __shared__ begins at $dynamic: print ((TYPE *)$dynamic)[INDEX]"


class _Shared(gdb.Command):  # type: ignore[misc]
    """shared [NAME[INDEX]]: the block's shared memory, or one variable of it."""

    def __init__(self) -> None:
        super().__init__("shared", gdb.COMMAND_DATA)

    def invoke(self, argument: str, _: bool) -> None:
        place = Place()
        variables = place.shared()
        if not argument:
            for name, (address, size) in variables.items():
                print(f"{name}: {size} bytes at {address:#x}")
            if place.dynamic_bytes:
                print(f"extern __shared__: {place.dynamic_bytes} bytes at $dynamic")
            if not variables and not place.dynamic_bytes:
                print("the kernel has no shared memory")
            return
        name = re.split(r"[\[.]", argument, maxsplit=1)[0].strip()
        if name not in variables:
            raise gdb.GdbError(_unknown(name, variables, place.dynamic_bytes))
        address, size = variables[name]
        kind = place.type_of(name) or gdb.lookup_type("int").array(size // 4 - 1)
        value = gdb.Value(address).cast(kind.pointer()).dereference()
        gdb.set_convenience_variable("shared", value)
        gdb.execute(f"print $shared{argument[len(name) :]}")


gdb.execute("set breakpoint pending on")
gdb.events.stop.connect(_note)
_Break()
_Device()
_Shared()
