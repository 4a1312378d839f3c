"""What `torch.cuda` says of memory: all of it is in use, none is cached."""

from __future__ import annotations

import ctypes
from collections.abc import Mapping
from typing import Any

_METRICS = ("current", "peak", "allocated", "freed")
#: Of nothing: nothing is split, and nothing is larger than what may be.
_NONE = dict.fromkeys(_METRICS, 0)


def memory_functions(library: ctypes.CDLL, total: int) -> dict[str, Any]:
    """Return the functions that say how much memory is in use, by name.

    `torch.cuda.memory_stats` and `memory_summary` are PyTorch's own, which read the nested form.

    Args:
        library: what stands in for PyTorch's library for GPUs.
        total: bytes that the device has.
    """

    def read() -> tuple[Mapping[str, int], Mapping[str, int]]:
        numbers = (ctypes.c_int64 * (2 * len(_METRICS)))()
        library.porter_memory_statistics(numbers)
        pieces = numbers[len(_METRICS) :]
        return dict(zip(_METRICS, numbers, strict=False)), dict(zip(_METRICS, pieces, strict=True))

    def in_use(device: object = None) -> int:
        return read()[0]["current"]

    def most(device: object = None) -> int:
        return read()[0]["peak"]

    def forget_peak(device: object = None) -> None:
        library.porter_forget_peak_memory()

    def forget_accumulated(device: object = None) -> None:
        library.porter_forget_accumulated_memory()

    return {
        "memory_allocated": in_use,
        "max_memory_allocated": most,
        "memory_reserved": in_use,
        "max_memory_reserved": most,
        "memory_cached": in_use,
        "max_memory_cached": most,
        "reset_peak_memory_stats": forget_peak,
        "reset_max_memory_allocated": forget_peak,
        "reset_max_memory_cached": forget_peak,
        "reset_accumulated_memory_stats": forget_accumulated,
        "memory_stats_as_nested_dict": lambda device=None: _nested(*read()),
        "mem_get_info": lambda device=None: (total - in_use(), total),
        "empty_cache": lambda: None,
        "set_per_process_memory_fraction": lambda fraction, device=None: None,
        "get_per_process_memory_fraction": lambda device=None: 1.0,
        "get_allocator_backend": lambda: "native",
    }


def _nested(of_bytes: Mapping[str, int], of_pieces: Mapping[str, int]) -> dict[str, Any]:
    """Return the statistics as PyTorch's caching allocator has them; what it caches is large."""
    found: dict[str, Any] = {}
    for names, values in (
        (("allocated_bytes", "active_bytes", "reserved_bytes", "requested_bytes"), of_bytes),
        (("allocation", "active", "segment"), of_pieces),
        (("inactive_split_bytes", "inactive_split"), _NONE),
    ):
        for name in names:
            pools = {"all": values, "large_pool": values, "small_pool": _NONE}
            found[name] = {pool: dict(of_pool) for pool, of_pool in pools.items()}
    return {
        **found,
        "oversize_allocations": dict(_NONE),
        "oversize_segments": dict(_NONE),
        "num_alloc_retries": 0,
        "num_ooms": 0,
        "num_sync_all_streams": 0,
        "num_device_alloc": of_pieces["allocated"],
        "num_device_free": of_pieces["freed"],
        "max_split_size": -1,
    }
