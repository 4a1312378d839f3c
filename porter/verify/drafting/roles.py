"""What an argument's name says of its part in a function, where no check tells."""

from __future__ import annotations

import re
from collections.abc import Sequence

#: Tensors that hold where parts begin, and their end: one dimension, one number more than parts.
OFFSETS = re.compile(r"ptr(?:$|_)|(?:^|_)(?:offsets?|cu_seqlens|splits)(?:$|_)")
#: Tensors that hold places.
PLACES = re.compile(r"(?:^|_)(?:index|idx|indices|ids|col|row|start|labels?)(?:$|_|\d)")
#: Numbers of things, and tensors of them, by which code divides as a rule.
AMOUNTS = re.compile(r"(?:^|_)(?:sizes?|num|counts?|lengths?|lens?)(?:$|_)")
#: Tensors that hold truth values.
FLAGS = re.compile(r"^(?:is|has)_|(?:^|_)mask(?:$|_)")
#: Texts that name a file.
FILES = re.compile(
    r"(?:^|_)(?:(?:file|folder|directory)_?(?:name|path)?|filename|fname|path)(?:$|_)"
)
#: Truth values by which a result is left to chance, and so cannot be compared.
CHANCE = re.compile(r"(?:^|_)(?:random|shuffled?|stochastic)(?:$|_)")
#: Numbers of a dimension.
AXES = ("dim", "axis")
#: Sizes of pictures and grids: with few elements kernels have nothing to do.
EXTENTS = re.compile(r"(?:^|_)(?:width|height|resolution)$|^(?:W|H)$")
#: Memory that kernels lock and count in, which is 0 before.
LOCKS = re.compile(r"(?:^|_)(?:workspace|locks?|semaphores?|barriers?)(?:$|_)")
#: Tensors of 32-bit numbers that hold several narrow ones each, so that all bits count.
PACKED = re.compile(r"(?:^|_)(?:q?weights?|kernel|packed|q?zeros)(?:$|_)")
#: Numbers below which places stay.
ENDS = re.compile(r"[nmkNMK]|num_\w+|dim_size")


def usual_bounds(name: str, types: Sequence[object], *, is_whole: bool) -> str:
    """Return between what a tensor's numbers are by its name, as Python; "" where that is open.

    Args:
        name: the tensor's.
        types: what it is drawn of.
        is_whole: all of these are whole numbers.
    """
    if LOCKS.search(name):
        return "0, 1"
    if not is_whole:
        return ""
    if FLAGS.search(name) or tuple(types) == ("bool",):
        return "0, 2"
    if PACKED.search(name) and tuple(types) == ("int32",):
        return "-(2**31), 2**31"
    return "1, 4" if AMOUNTS.search(name) else ""
