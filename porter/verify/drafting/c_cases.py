"""Cases of a C interface: how the arguments of each function are made."""

from __future__ import annotations

import re
import string
from collections.abc import Sequence
from dataclasses import dataclass, field

from porter.verify.drafting.argument import Drawn, usable
from porter.verify.drafting.c_copies import copies
from porter.verify.drafting.c_handles import Handles, Maker
from porter.verify.drafting.c_interface import CFunction, CParameter
from porter.verify.drafting.c_records import Records
from porter.verify.drafting.space import Space
from porter.verify.drafting.text import CaseText

#: Words in the names of integers that are no sizes, and what these are drawn from.
_CHOICES: tuple[tuple[frozenset[str], tuple[object, ...]], ...] = (
    (frozenset("block blocks threads tpb".split()), (64, 128, 256)),
    (frozenset("is has use with do trans transa transb transpose".split()), (0, 1)),
    (frozenset("seed iter iters iterations step steps repeat repeats radius".split()), (1, 2, 3)),
    (frozenset("device mode type flag flags axis".split()), (0,)),
)
#: The words of `block_size`, `blockSize`.
_WORD = re.compile(r"[A-Z]?[a-z0-9]++|[A-Z]++")
_PLACES = re.compile(r"(?:^|_)(?:index|idx|indices|ids?|col|row|labels?|keys?)(?:$|_|\d)")
#: Sizes around those of warps, waves and blocks; few and small where several are multiplied.
_ALONE, _TOGETHER = (1, 31, 33, 64, 65, 257, 1000), (1, 3, 16, 31, 33, 64)
#: Values that C takes in another width than Python's integers are passed in.
_WIDTHS = {
    "int64": "c_int64", "int16": "c_int16", "int8": "c_int8", "uint8": "c_uint8",
    "float32": "c_float", "float64": "c_double", "bool": "c_bool",
}  # fmt: skip
_LOCAL = r"\b(?:size_t|int|unsigned|long|auto|const)\s++{}\s*+=([^;=]++);"
#: What is in an expression that Python reads as C does.
_PLAIN = frozenset(string.ascii_letters + string.digits + "_ *+()-")
#: How many numbers are behind a pointer where there is no size at all.
_ROOM = "1024"
_STREAMS = ("cudaStream_t", "CUstream")
_SIZE = re.compile(r"\bsizeof\s*+\([^()]*+\)")
_CAST = re.compile(r"\((?:size_t|int|long|unsigned)\)")


@dataclass
class _Drawer:
    function: CFunction
    made: Drawn = field(default_factory=Drawn)
    space: Space = field(default_factory=Space)
    records: list[str] = field(default_factory=list)

    def drawn(self) -> Drawn:
        taken = {one.name: one.struct for one in self.function.parameters if one.struct}
        records = Records(taken, self.function.body)
        for name in records.sizes:
            self.made.axes[name] = _ALONE if len(records.sizes) < 2 else _TOGETHER
        sizes = [*self._sizes(), *records.sizes]
        for one in self.function.parameters:
            name = usable(one.name)
            if one.struct is not None:
                self._record(one, records, sizes)
            elif one.is_pointer:
                self._pointer(one, sizes)
            elif one.type in _STREAMS:
                self.made.given[one.name] = "None"
            elif one.dtype.startswith("float"):
                self.made.axes[name] = (0.5, 1.0, 2.0)
                self.made.given[one.name] = f"{_WIDTHS[one.dtype]}({name})"
            else:
                usual = _ALONE if len(sizes) < 2 else _TOGETHER
                self.made.axes[name] = usual if name in sizes else _choice(one)
                width = _WIDTHS.get(one.dtype)
                self.made.given[one.name] = f"{width}({name})" if width else name
        return self.made

    def _sizes(self) -> list[str]:
        """Return the integers that tell how many elements there are."""
        return [usable(one.name) for one in self.function.parameters
                if not one.is_pointer and re.fullmatch(r"int(?:32|64|16)", one.dtype)
                and not _choice(one)]  # fmt: skip

    def _record(self, one: CParameter, records: Records, sizes: list[str]) -> None:
        """Add how a struct is made, with the memory that it holds."""
        struct = records.taken[one.name]
        for name, made in records.memory(one.name, _numbers, " * ".join(sizes) or _ROOM):
            self.made.lines.append(f"{name} = {made}")
        if not struct.is_told:
            reach = "all sizes allow" if sizes else "a draft has it"
            told = f"how much memory {one.name} holds; here as long as {reach}"
            self.space.unread.setdefault(told, self.function.place)
        elif struct.holds_memory:
            told = f"{one.name}: as much memory as its sizes say"
            self.space.evidence.setdefault(told, self.function.place)
        self.records.append(f"{usable(one.name)} = {records.made(one.name)}")
        is_address = "*" in one.type or "&" in one.type
        self.made.given[one.name] = f"byref({usable(one.name)})" if is_address else usable(one.name)

    def _pointer(self, one: CParameter, sizes: list[str]) -> None:
        count = self._copied(one.name, sizes)
        if count:
            self.space.evidence.setdefault(f"{one.name}: {count} elements", self.function.place)
        else:
            # Whatever of the sizes is multiplied there, it does not reach further.
            count = " * ".join(sizes)
            if room := self.function.room:
                count = f"max({count}, {room})" if count else room
            count = count or "64"
            told = f"how long {one.name} is; here as long as all sizes allow"
            self.space.unread.setdefault(told, self.function.place)
        drawn = _numbers(one.dtype, count, sizes if _PLACES.search(one.name) else ())
        if self._is_on_host(one.name):
            drawn += ".cpu()"
        self.made.lines.append(f"{usable(one.name)} = {drawn}")
        self.made.given[one.name] = usable(one.name)

    def _is_on_host(self, name: str) -> bool:
        body = self.function.body  # which is the host's, and writes to what it can reach
        is_written = re.search(rf"(?:\*\s*{name}|(?<![\w.>]){name}\s*\[[^\[\]]*\])\s*=(?!=)", body)
        return is_written is not None or any(one.on_host == name for one in copies(body))

    def _copied(self, name: str, sizes: list[str]) -> str:
        """Return how many elements are copied to or from a parameter; "" when nothing says."""
        for one in copies(self.function.body):
            if name not in (one.to, one.origin):
                continue
            text = one.size
            if text.isidentifier():
                local = re.search(_LOCAL.format(text), self.function.body)
                text = local[1].strip() if local else text
            if "sizeof" not in text:
                continue
            counted = " ".join(_CAST.sub("", _SIZE.sub("1", text)).split())
            count = counted.removesuffix(" * 1").removeprefix("1 * ")
            names = [word for word in re.findall(r"\w++", count) if not word.isdigit()]
            if not set(count) - _PLAIN and names and set(names) <= set(sizes):
                return count
        return ""


def c_case(function: CFunction, handles: Handles) -> CaseText | str:
    """Return the case of a function; a text says why it has none.

    Args:
        function: of the interface.
        handles: what its functions make for one another.
    """
    held = [one for one in function.parameters if _is_held(function, one, handles)]
    maker = handles.maker(function, held[0]) if held else None
    if len(held) > 1 or (held and maker is None):
        return _not_known(function, held)
    if frees(function):
        return f"{function.name}: it frees what it is given"
    for one in () if held else function.parameters:
        if filler := handles.filler(function, one):
            return (
                f"{function.name}: {filler} allocates what `{_declared(one)}` holds; write a case "
                "that calls it first"
            )
    if maker is None:
        return _case(function, function, ())
    if not function.takes_memory:
        return (
            f"{function.name}: it gives nothing to compare; write a case that calls it on what "
            f"{maker.function.name} makes, and then a function that reads from that"
        )
    unknown = [one for one in maker.parameters(function) if not _is_known(one)]
    if unknown:
        return _not_known(function, held)
    return _case(function, maker.beside(function, held[0].name), (maker, held[0].name))


def frees(function: CFunction) -> bool:
    """Tell whether a function frees a parameter of its own.

    Args:
        function: of the interface.
    """
    given = "|".join(re.escape(one.name) for one in function.parameters)
    called = rf"\w*[fF]ree\s*+\(\s*+(?:\(\s*+\w++\s*+\*\s*+\)\s*+)?(?:{given})\b"
    deleted = rf"\bdelete\s++(?:\(\s*+\w++\s*+\*\s*+\)\s*+)?(?:{given})\s*+;"
    return re.search(rf"{called}|{deleted}", function.body) is not None


def _is_known(one: CParameter) -> bool:
    """Tell whether something can be passed for a parameter."""
    return one.type in _STREAMS or bool(one.name and (one.dtype or one.struct))


def _is_held(function: CFunction, one: CParameter, handles: Handles) -> bool:
    """Tell whether a parameter takes what only another function can make."""
    is_told = one.struct is None or one.struct.is_told
    return not _is_known(one) or (not is_told and handles.maker(function, one) is not None)


def _not_known(function: CFunction, held: Sequence[CParameter]) -> str:
    """Say what a person must make for a function."""
    named = ", ".join(f"`{_declared(one)}`" for one in held)
    return (
        f"{function.name}: nothing is known to pass for {named}: no function here makes one of "
        "what can be drawn; write a case that does"
    )


def _declared(one: CParameter) -> str:
    stars = "*" * one.type.count("*")
    return f"{one.type.replace('*', '').strip()} {stars}{one.name}".rstrip()


def _case(
    function: CFunction, drawn_of: CFunction, made_by: tuple[Maker, str] | tuple[()]
) -> CaseText:
    """Return the case of a function.

    Args:
        function: what is called.
        drawn_of: the parameters that are drawn.
        made_by: what makes the handle, and the parameter that takes it; empty for none.
    """
    drawer = _Drawer(drawn_of)
    drawn = drawer.drawn()
    before = [*drawer.records]
    if made_by:
        maker, handle = made_by
        name = usable(handle)
        others = iter(maker.parameters(function))
        given = [f"byref({name})" if one.name == maker.out else drawn.given[next(others).name]
                 for one in maker.function.parameters]  # fmt: skip
        call = f"{maker.function.name}({', '.join(given)})"
        if maker.out:
            before += [f"{name} = c_void_p()", f"module.{call}"]
        else:
            before.append(f"{name} = c_void_p(module.returning(c_void_p).{call})")
        drawn.given[handle] = name
        told = f"{handle}: made by {maker.function.name}"
        drawer.space.evidence.setdefault(told, maker.function.place)
    passed = ", ".join(drawn.given[one.name] for one in function.parameters)
    returns = _WIDTHS.get(function.returns)
    if not function.returns:  # a register holds what was there before
        module = "module.returning(None)"
    else:
        module = f"module.returning({returns})" if returns else "module"
    return CaseText(
        function.name, f"{module}.{function.name}({passed})", drawn, drawer.space, True,
        f"{function.place}, defined in {function.source}", tuple(before),
    )  # fmt: skip


def _numbers(dtype: str, count: str, sizes: Sequence[str] = ()) -> str:
    """Return how numbers are drawn.

    Args:
        dtype: their type.
        count: how many.
        sizes: of what they may be places; none where they are not.
    """
    if dtype == "bool":
        return f'generator.integers(0, 2, {count}, dtype="bool")'
    if re.match(r"float|bfloat|complex", dtype):
        return f'generator.normal({count}, dtype="{dtype}")'
    limit = f"min({', '.join(sizes)})" if len(sizes) > 1 else "".join(sizes) or "100"
    return f'generator.integers(0, {limit}, {count}, dtype="{dtype}")'


def _choice(one: CParameter) -> tuple[object, ...]:
    """Return the values of an integer that is no size; empty for a size."""
    if one.values or one.dtype == "bool":
        return one.values or (False, True)
    if one.dtype in ("int8", "uint8"):
        return (0, 1)
    words = {word.lower() for word in _WORD.findall(one.name)}
    return next((values for named, values in _CHOICES if named & words), ())
