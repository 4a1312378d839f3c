"""CUDA's warp functions in NumPy, after the PTX ISA: what the ported kernels must compute.

Arrays have one element a thread; 32 consecutive ones are a warp. `mask` is the mask that each
thread passes; a thread takes part when its mask names it.
"""

import numpy as np

LANES = np.arange(32)


def warps(count: int):
    """Yield the threads of each warp, as a slice."""
    for first in range(0, count, 32):
        yield slice(first, min(first + 32, count))


def taking_part(mask: np.ndarray) -> np.ndarray:
    """Return which threads are named by the mask that they pass."""
    lane = np.arange(len(mask)) % 32
    return (mask >> lane.astype(np.uint32)) & 1 == 1


def source_lane(kind: str, lane: int, argument: int, width: int) -> int:
    """Return the lane that `shfl.sync` reads: PTX ISA, section shfl.sync, with CUDA's operand c."""
    clamp = 0 if kind == "up" else 31
    segment = (32 - width) & 31
    distance = argument & 31
    last = (lane & segment) | (clamp & ~segment)
    first = lane & segment
    if kind == "up":
        source = lane - distance
        return source if source >= last else lane
    if kind == "down":
        source = lane + distance
    elif kind == "xor":
        source = lane ^ distance
    else:
        source = first | (distance & ~segment)
    return source if source <= last else lane


def shuffled(kind, mask, value, argument, width, untouched):
    """Return `value` shuffled; threads that take no part, or read from one, keep `untouched`.

    Returns:
        The expected output and which of its elements CUDA defines.
    """
    result, defined = untouched.copy(), np.ones(len(value), bool)
    part = taking_part(mask)
    for warp in warps(len(value)):
        for thread in range(warp.start, warp.stop):
            if part[thread]:
                source = warp.start + source_lane(kind, thread % 32, int(argument[thread]), width)
                named = source < warp.stop and mask[thread] >> np.uint32(source % 32) & 1
                defined[thread] = bool(named)
                if named:
                    result[thread] = value[source]
    return result, defined


def group(mask: np.ndarray, thread: int) -> np.ndarray:
    """Return the threads of the warp of `thread` that its mask names and that exist."""
    first = thread - thread % 32
    named = [first + lane for lane in range(32) if int(mask[thread]) >> lane & 1]
    return np.array([other for other in named if other < len(mask)])


def bits_of(threads: np.ndarray) -> int:
    """Return the mask of the lanes of `threads`."""
    return sum(1 << int(thread) % 32 for thread in threads)
