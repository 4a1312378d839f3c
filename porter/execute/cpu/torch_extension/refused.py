"""What of `torch.cuda` the executor cannot imitate raises NotImplementedError, with its name."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, NoReturn

#: Module of `torch.cuda`, empty for itself -> functions that ask for what is not there, and classes
#: that are made of it; None for all that the module offers.
_REFUSED: Mapping[str, tuple[str, ...] | None] = {
    "": (
        "CUDAGraph", "graph", "make_graphed_callables", "graph_pool_handle", "MemPool",
        "memory_snapshot", "caching_allocator_alloc", "caching_allocator_delete",
        "caching_allocator_enable", "change_current_allocator", "CUDAPluggableAllocator",
        "current_blas_handle", "current_solver_handle", "check_error", "CudaError",
        "cudart", "ipc_collect", "list_gpu_processes", "utilization", "temperature", "power_draw",
        "clock_rate", "memory_usage", "device_memory_used", "host_memory_stats",
        "host_memory_stats_as_nested_dict", "reset_accumulated_host_memory_stats",
        "reset_peak_host_memory_stats",
    ),
    "graphs": ("CUDAGraph", "graph", "make_graphed_callables", "graph_pool_handle"),
    "memory": (
        "memory_snapshot", "MemPool", "caching_allocator_alloc", "caching_allocator_delete",
        "caching_allocator_enable", "change_current_allocator", "CUDAPluggableAllocator",
        "host_memory_stats", "host_memory_stats_as_nested_dict",
        "reset_accumulated_host_memory_stats", "reset_peak_host_memory_stats",
    ),
    "nccl": ("version", "all_reduce", "reduce", "broadcast", "all_gather", "reduce_scatter"),
    "tunable": None,
}  # fmt: skip


def refuse_the_rest(torch: Any) -> None:
    """Have what cannot be imitated raise.

    Args:
        torch: PyTorch, imported.
    """
    for module, prefix, names in _modules(torch.cuda):
        for name in names:
            if hasattr(module, name):
                value = _refused_like(getattr(module, name), f"torch.cuda.{prefix}{name}")
                setattr(module, name, value)
    torch.UntypedStorage._share_cuda_ = refused("torch.UntypedStorage._share_cuda_")


def refused(name: str) -> Callable[..., NoReturn]:
    """Return what raises, whatever it is given.

    Args:
        name: what it stands for.
    """

    def refuse(*arguments: object, **named: object) -> NoReturn:
        raise NotImplementedError(f"the cpu executor does not imitate {name}")

    return refuse


def _modules(cuda: Any) -> Iterator[tuple[Any, str, tuple[str, ...]]]:
    for path, names in _REFUSED.items():
        module = getattr(cuda, path, None) if path else cuda
        if module is not None:
            prefix = f"{path}." if path in ("nccl", "tunable") else ""
            yield module, prefix, tuple(module.__all__) if names is None else names


def _refused_like(original: object, name: str) -> Callable[..., NoReturn]:
    """Return what refuses in place of a function or class.

    A class stays one: annotations, `isinstance` and subclasses name it where nothing is made of it.
    """
    refuse = refused(name)
    if not isinstance(original, type):
        return refuse
    own = {"__new__": refuse, "__module__": original.__module__, "__doc__": original.__doc__}
    return type(original.__name__, (), own)
