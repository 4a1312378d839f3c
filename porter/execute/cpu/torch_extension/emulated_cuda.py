"""Makes `torch.cuda` of a PyTorch for CPUs answer for the device whose memory is the host's.

Everything runs when it is issued: streams are all one, an event is a time. What cannot be imitated
raises NotImplementedError with its name (`refused`).
"""

from __future__ import annotations

import ctypes
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import SimpleNamespace
from typing import Any

from porter.execute.cpu.torch_extension.copies import emulate_copies
from porter.execute.cpu.torch_extension.memory_statistics import memory_functions
from porter.execute.cpu.torch_extension.refused import refuse_the_rest, refused
from porter.execute.cpu.torch_extension.storages import emulate_storages
from porter.execute.cpu.torch_extension.tensor_types import emulate_tensor_types

#: State that is kept and changes nothing.
_SYNC_DEBUG = [0]


def emulate(torch: Any, library: ctypes.CDLL, pending_error: Callable[[], str]) -> None:
    """Replace what a PyTorch for CPUs has as stubs that raise.

    Args:
        torch: PyTorch, imported.
        library: what stands in for its library for GPUs.
        pending_error: says what has gone wrong on the device and was not reported yet.
    """
    cuda = torch.cuda
    properties = _properties(library)

    def synchronize(device: object = None) -> None:
        if text := pending_error():
            raise torch.AcceleratorError(f"CUDA error: {text}")

    stream, event = _stream_class(torch, synchronize), _event_class(synchronize)
    the_stream = stream()

    @contextmanager
    def in_stream(_: object) -> Iterator[None]:
        yield

    changed: dict[str, Any] = {
        "_lazy_init": lambda: None,
        "_exchange_device": lambda device: 0,
        "_maybe_exchange_device": lambda device: 0,
        "init": lambda: None,
        "is_initialized": lambda: True,
        "is_available": lambda: True,
        "is_bf16_supported": lambda including_emulation=True: True,
        "is_current_stream_capturing": lambda: False,
        "device_count": lambda: 1,
        "current_device": lambda: 0,
        "set_device": lambda device: None,
        "synchronize": synchronize,
        "get_device_name": lambda device=None: properties.name,
        "get_device_capability": lambda device=None: (properties.major, properties.minor),
        "get_device_properties": lambda device=None: properties,
        "get_arch_list": lambda: [properties.gcnArchName] if properties.gcnArchName else [],
        "can_device_access_peer": lambda device, peer: False,
        "Stream": stream,
        "ExternalStream": stream,
        "Event": event,
        "stream": in_stream,
        "current_stream": lambda device=None: the_stream,
        "default_stream": lambda device=None: the_stream,
        "set_stream": lambda stream: None,
        **_random(torch.default_generator),
        **memory_functions(library, properties.total_memory),
        "get_sync_debug_mode": lambda: _SYNC_DEBUG[0],
        "set_sync_debug_mode": _set_sync_debug,
        "get_stream_from_external": lambda data_ptr, device=None: the_stream,
        "get_gencode_flags": lambda: "",
    }
    for name, value in changed.items():
        setattr(cuda, name, value)
    cuda.default_generators = (torch.default_generator,)
    for module in (cuda.random, cuda.streams, cuda.memory, cuda.graphs):
        for name, value in changed.items():
            if hasattr(module, name):
                setattr(module, name, value)
    torch._C._cuda_getDeviceCount = lambda: 1
    torch._C._cuda_getCurrentRawStream = lambda device: 0
    torch._C._cuda_isInBadFork = lambda: False
    torch._C._cuda_getCompiledVersion = lambda: 0
    torch._C._cuda_setDevice = lambda device: None
    torch._C._cuda_getDevice = lambda: 0
    torch.backends.cuda.is_built = lambda: True
    torch._C._has_cudnn = False  # one built for CUDA would ask a library that is not loaded
    torch.backends.cudnn.version = lambda: None
    cuda.profiler.start = cuda.profiler.stop = lambda: None  # nothing of the host's is profiled
    cuda.nvtx._nvtx = _Ranges
    refuse_the_rest(torch)
    emulate_tensor_types(torch)
    emulate_storages(torch)
    emulate_copies(torch)


def _set_sync_debug(mode: int | str) -> None:
    names = ("default", "warn", "error")
    _SYNC_DEBUG[0] = names.index(mode) if isinstance(mode, str) else int(mode)


class _Ranges:
    """Ranges of a profiler, which nobody watches; they return how deep they lie."""

    depth = 0

    @classmethod
    def rangePushA(cls, text: str) -> int:
        cls.depth += 1
        return cls.depth - 1

    @classmethod
    def rangePop(cls) -> int:
        cls.depth -= 1
        return cls.depth

    @staticmethod
    def rangeStartA(text: str) -> int:
        return 0

    @staticmethod
    def rangeEnd(number: int) -> None:
        pass

    @staticmethod
    def markA(text: str) -> None:
        pass


def _properties(library: ctypes.CDLL) -> SimpleNamespace:
    ask = library.porter_device_properties
    ask.restype = ctypes.c_char_p
    pairs = (line.partition("=") for line in ask().decode().splitlines())
    values = {name: int(text) if text.isdigit() else text for name, _, text in pairs}
    return SimpleNamespace(**values, is_integrated=0, is_multi_gpu_board=0)


def _random(generator: Any) -> dict[str, Any]:
    """Return the functions about random numbers, which are drawn by the host's generator.

    Each is a function of its own: PyTorch's compiler keeps a table of them by identity.
    """

    def manual_seed(seed: int) -> None:
        generator.manual_seed(seed)

    def manual_seed_all(seed: int) -> None:
        generator.manual_seed(seed)

    return {
        "manual_seed": manual_seed,
        "manual_seed_all": manual_seed_all,
        "seed": lambda: generator.seed(),
        "seed_all": lambda: generator.seed(),
        "initial_seed": lambda: generator.initial_seed(),
        "get_rng_state": lambda device="cuda": generator.get_state(),
        "get_rng_state_all": lambda: [generator.get_state()],
        "set_rng_state": lambda state, device="cuda": generator.set_state(state),
        "set_rng_state_all": lambda states: generator.set_state(states[0]),
    }


def _stream_class(torch: Any, synchronize: Callable[[], None]) -> type:
    class Stream(torch.Stream):  # type: ignore[misc]
        """The only stream; all that is issued to it has run."""

        cuda_stream = 0

        def __new__(cls, device: object = None, priority: int = 0, **given: object) -> Any:
            return super().__new__(cls, stream_id=0, device_index=0, device_type=1)

        def __enter__(self) -> Any:
            return self

        def __exit__(self, *error: object) -> None:
            pass

        def query(self) -> bool:
            return True

        def synchronize(self) -> None:
            synchronize()

        def wait_event(self, event: object) -> None:
            pass

        def wait_stream(self, stream: object) -> None:
            pass

        def record_event(self, event: Any = None) -> Any:
            event = torch.cuda.Event() if event is None else event
            event.record(self)
            return event

        @staticmethod
        def priority_range() -> tuple[int, int]:
            return 0, -1

    return Stream


def _event_class(synchronize: Callable[[], None]) -> type:
    class Event:
        """A time on the host's clock."""

        def __init__(
            self, enable_timing: bool = False, blocking: bool = False, interprocess: bool = False,
            external: bool = False,
        ) -> None:  # fmt: skip
            if interprocess:
                refused("torch.cuda.Event(interprocess=True)")()
            self._seconds: float | None = None

        def record(self, stream: object = None) -> None:
            self._seconds = time.perf_counter()

        def wait(self, stream: object = None) -> None:
            pass

        def query(self) -> bool:
            return True

        def synchronize(self) -> None:
            synchronize()

        def elapsed_time(self, end: Event) -> float:
            if self._seconds is None or end._seconds is None:
                raise RuntimeError("both events must be recorded before calculating elapsed time")
            return (end._seconds - self._seconds) * 1000

    return Event
