"""Device code loaded into this process, its kernels called with NumPy arrays.

module = Module.load('extern "C" __global__ void twice(float *x) { x[threadIdx.x] *= 2; }')
x = np.arange(64, dtype=np.float32)
module.kernel("twice")[1, 64](x)
"""

from __future__ import annotations

import ctypes
import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import DTypeLike, NDArray

from porter.errors import PorterError
from porter.execute.cpu.architecture import Architecture
from porter.execute.cpu.arguments import Arguments
from porter.execute.cpu.compilation import Compiler
from porter.execute.cpu.device_image import (
    DeviceImage,
    KernelDescription,
    describe_kernels,
    describe_variables,
)
from porter.execute.cpu.stream import Stream
from porter.toolchain import as_nvcc
from porter.toolchain.home import porter_home

Extent = int | tuple[int, ...]

_FAULT_BYTES = 4096
_HIP_PREAMBLE = "#include <hip/hip_runtime.h>\n#line 1\n"


class KernelFault(PorterError):
    """A kernel trapped, touched memory that is not there, or waited for ever."""


class Module:
    """The device code of one translation unit.

    Args:
        library: the loaded shared object.
        image: the tables in it.
        runtime: the executor's runtime.
    """

    def __init__(self, library: ctypes.CDLL, image: DeviceImage, runtime: ctypes.CDLL) -> None:
        self._library = library
        self._image = image
        self._runtime = runtime
        self._variables = describe_variables(image)
        #: All kernels, in the order of the source.
        self.kernels = describe_kernels(image)

    @classmethod
    def load(
        cls,
        source: str | Path,
        *,
        arch: str = "gfx942",
        flags: Sequence[str] = (),
        include: Sequence[Path | str] = (),
    ) -> Module:
        """Compile the device code of a HIP source and load it. Compiled code is cached.

        Args:
            source: a file, or the text of one; text may leave out `hip/hip_runtime.h`.
            arch: the architecture to follow: its wave size, its built-in functions. The text is
                CUDA for sm_80, HIP otherwise.
            flags: compiler flags (`-D`, `-std=`).
            include: directories to search for headers.

        Raises:
            PorterError: the source does not compile, or uses what the executor cannot run.
        """
        all_flags = [*as_nvcc.OPTIONS, *flags, *(f"-I{path}" for path in include)]
        compiler = Compiler.default(arch, all_flags)
        path = source if isinstance(source, Path) else _written(source, compiler.architecture)
        library = compiler.code_object(path)
        runtime = _runtime(compiler.native.runtime)
        loaded = ctypes.CDLL(str(library))
        image = runtime.porter_image(compiler.image_key(path).encode())
        return cls(loaded, image.contents, runtime)

    @property
    def wave_size(self) -> int:
        """Lanes of a wave."""
        return int(self._image.wave_size)

    def kernel(self, name: str) -> Kernel:
        """Return the kernel of that name.

        Args:
            name: mangled, or as the source has it: "axpy", "ns::axpy", "axpy<float, 4>".

        Raises:
            PorterError: there is none, or several answer to the name.
        """
        found = [kernel for kernel in self.kernels if kernel.answers_to(name)]
        if len(found) != 1:
            known = "\n".join(f"    {k.signature}" for k in found or self.kernels)
            problem = "several kernels answer to" if found else "no kernel is called"
            raise PorterError(f"{problem} {name!r}; there are:\n{known}")
        return Kernel(self, found[0])

    def variable(self, name: str, dtype: DTypeLike = np.uint8) -> NDArray[Any]:
        """Return a device variable's memory as an array, which reads and writes it.

        Args:
            name: the variable's (mangled when it is in a namespace).
            dtype: type of the array's elements.

        Raises:
            PorterError: there is no such variable.
        """
        if name not in self._variables:
            known = ", ".join(sorted(self._variables)) or "none"
            raise PorterError(f"no device variable is called {name!r}; there are: {known}")
        address, size = self._variables[name]
        memory = (ctypes.c_uint8 * size).from_address(address)
        return np.asarray(memory).view(dtype)

    def launch(
        self, kernel: KernelDescription, grid: Extent, block: Extent, shared: int, *values: Any
    ) -> None:
        """Run a kernel to its end; `Kernel.__getitem__` is the short way to say this.

        Args:
            kernel: one of `kernels`.
            grid: blocks, one to three dimensions.
            block: work-items of a block, likewise.
            shared: bytes of dynamic LDS.
            values: the arguments.

        Raises:
            PorterError: the configuration or an argument does not fit the kernel.
            KernelFault: the kernel did not come to its end.
        """
        self._prepare(kernel, grid, block, shared, values)()

    def issue(
        self,
        kernel: KernelDescription,
        grid: Extent,
        block: Extent,
        shared: int,
        stream: Stream,
        *values: Any,
    ) -> None:
        """Like `launch`, but on a stream: a `KernelFault` comes from its `synchronize`."""
        stream.issue(self._prepare(kernel, grid, block, shared, values))

    def _prepare(
        self,
        kernel: KernelDescription,
        grid: Extent,
        block: Extent,
        shared: int,
        values: tuple[Any, ...],
    ) -> Callable[[], None]:
        """Check a launch; what is returned runs it."""
        blocks, items = _extent("grid", grid), _extent("block", block)
        count = items[0] * items[1] * items[2]
        if count > kernel.max_items:
            raise PorterError(
                f"{kernel.signature} takes blocks of at most {kernel.max_items} work-items, "
                f"got {count}"
            )
        has = Architecture(self._image.architecture.decode()).lds_bytes
        if kernel.static_lds + shared > has:
            raise PorterError(
                f"{kernel.signature} would use {kernel.static_lds + shared} bytes of LDS; "
                f"a block has {has}"
            )
        arguments = Arguments(kernel, values)

        def run() -> None:
            fault = ctypes.create_string_buffer(_FAULT_BYTES)
            lent = [
                a for a in arguments.memory if self._runtime.porter_lend(a, arguments.memory[a])
            ]
            status = self._runtime.porter_launch(
                ctypes.byref(self._image), kernel.index, blocks, items, arguments.table, shared,
                fault, _FAULT_BYTES,
            )  # fmt: skip
            for address in lent:
                self._runtime.porter_take_back(address)
            if status:
                raise KernelFault(fault.value.decode(errors="replace"))

        return run


@dataclass(frozen=True)
class Kernel:
    """A kernel of a module.

    Args:
        module: where it is.
        description: its name, parameters and needs.
    """

    module: Module
    description: KernelDescription

    def __getitem__(self, configuration: tuple[Any, ...]) -> Launch:
        """Return the kernel with a launch configuration: `kernel[grid, block]`.

        Args:
            configuration: grid, block and, when needed, bytes of dynamic LDS and a `Stream`; grid
                and block are numbers or tuples of up to three.
        """
        if not isinstance(configuration, tuple) or not 2 <= len(configuration) <= 4:
            raise PorterError(
                "a launch configuration is [grid, block], then LDS bytes, then a stream"
            )
        grid, block, *rest = configuration
        shared = rest[0] if rest else 0
        stream = rest[1] if len(rest) > 1 else None
        if not isinstance(shared, int):
            raise PorterError("the bytes of dynamic LDS are a number")
        if not isinstance(stream, Stream | None):
            raise PorterError(f"a stream is a Stream or None, got {type(stream).__name__}")
        return Launch(self, grid, block, shared, stream)


@dataclass(frozen=True)
class Launch:
    """A kernel with its configuration; call it with the arguments."""

    kernel: Kernel
    grid: Extent
    block: Extent
    shared: int
    stream: Stream | None = None

    def __call__(self, *values: Any) -> None:
        """Run the kernel; see `Module.launch` and `Module.issue`."""
        module, configuration = self.kernel.module, (self.grid, self.block, self.shared)
        if self.stream is None:
            module.launch(self.kernel.description, *configuration, *values)
        else:
            module.issue(self.kernel.description, *configuration, self.stream, *values)


def _extent(what: str, extent: Extent) -> ctypes.Array[ctypes.c_uint32]:
    sizes = (extent,) if isinstance(extent, int) else tuple(extent)
    if not 1 <= len(sizes) <= 3 or any(size < 1 for size in sizes):
        raise PorterError(f"the {what} is one to three positive numbers, got {extent}")
    return (ctypes.c_uint32 * 3)(*sizes, *(1 for _ in range(3 - len(sizes))))


def _written(text: str, architecture: Architecture) -> Path:
    """Keep source text as a file, named for its content."""
    if not architecture.is_cuda:
        text = _HIP_PREAMBLE + text
    directory = porter_home() / "cpu-executor" / "sources"
    directory.mkdir(parents=True, exist_ok=True)
    path = directory / f"{hashlib.sha256(text.encode()).hexdigest()[:20]}.hip"
    if not path.is_file():
        path.write_text(text, encoding="utf-8")
    return path


@cache
def _runtime(path: Path) -> ctypes.CDLL:
    runtime = ctypes.CDLL(str(path), mode=ctypes.RTLD_GLOBAL)
    runtime.porter_image.argtypes = [ctypes.c_char_p]
    runtime.porter_image.restype = ctypes.POINTER(DeviceImage)
    runtime.porter_lend.argtypes = [ctypes.c_void_p, ctypes.c_uint64]
    runtime.porter_take_back.argtypes = [ctypes.c_void_p]
    runtime.porter_launch.restype = ctypes.c_int
    runtime.porter_launch.argtypes = [
        ctypes.POINTER(DeviceImage), ctypes.c_uint32, ctypes.POINTER(ctypes.c_uint32 * 3),
        ctypes.POINTER(ctypes.c_uint32 * 3), ctypes.c_void_p, ctypes.c_uint64,
        ctypes.c_char_p, ctypes.c_uint64,
    ]  # fmt: skip
    return runtime
