"""Launches a kernel of a case: in this process on the cpu executor, or by a generated program."""

from __future__ import annotations

import struct
import tempfile
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from pathlib import Path

import numpy as np

from porter.errors import PorterError
from porter.execute import amd
from porter.execute.cpu import Kernel, Module
from porter.execute.cpu.architecture import CUDA
from porter.execute.cpu.wave_order import wave_order
from porter.execute.gpu_build import Gpu, build_once
from porter.files.real_path import real_path
from porter.processes.group import run_in_group
from porter.project.settings.kernel_cases import KernelCase
from porter.verify.building import building
from porter.verify.kernel.expression import integer
from porter.verify.kernel.inputs import GUARD, Value
from porter.verify.recording.sources import source_hash

HARNESS = Path(__file__).parents[2] / "execute" / "nvidia" / "kernel_harness.cu"

#: Launches of a kernel that are timed on a GPU.
TIMED = 20

Build = Callable[[Path, tuple[str, ...]], Path]


def launch(
    kernel: Kernel,
    case: KernelCase,
    point: Mapping[str, int],
    values: Sequence[Value],
    *,
    backward: bool = False,
) -> None:
    """Launch a kernel on the cpu executor; arrays are changed in place.

    Args:
        kernel: as `load` returns it.
        case: its case.
        point: value of each parameter.
        values: the arguments.
        backward: run the last wave of each block first: races may show in one order alone.

    Raises:
        PorterError: an argument does not fit, the kernel fails.
    """
    grid, block, lds = configuration(case, point)
    with wave_order(backward=backward):
        kernel[grid, block, lds](*(value.content for value in values))


def load(folder: Path, case: KernelCase, arch: str) -> Kernel:
    """Compile a kernel for the cpu executor; once for all points of a case.

    Args:
        folder: the project's root, of CUDA's side or of the port.
        case: the kernel.
        arch: the architecture to follow.

    Raises:
        PorterError: the source does not compile, or has no such kernel.
    """
    name = case.kernel if arch == CUDA else case.port_kernel or case.kernel
    source = _source(folder, case)
    return _module(
        source, arch, case.flags, source_hash(folder, case.source, flags=case.flags)
    ).kernel(name)


@lru_cache(maxsize=32)
def _module(source: Path, arch: str, flags: tuple[str, ...], content: str) -> Module:
    del content  # the hash of its sources: another one is another module
    with building():
        return Module.load(source, arch=arch, flags=flags)


def configuration(
    case: KernelCase, point: Mapping[str, int]
) -> tuple[tuple[int, ...], tuple[int, ...], int]:
    """Return grid, block and bytes of dynamic LDS.

    Raises:
        PorterError: one of them makes no sense.
    """
    grid, block = (
        tuple(integer(text, point) for text in texts) for texts in (case.grid, case.block)
    )
    for what, sizes in (("grid", grid), ("block", block)):
        if not 1 <= len(sizes) <= 3 or min(sizes) < 1:
            raise PorterError(f"{case.kernel}: the {what} is {list(sizes)}", path=case.path)
    lds = integer(case.lds, point)
    if lds < 0:
        raise PorterError(f"{case.kernel}: the dynamic LDS is {lds} bytes", path=case.path)
    return grid, block, lds


def launch_on_gpu(
    gpu: Gpu,
    folder: Path,
    case: KernelCase,
    point: Mapping[str, int],
    values: Sequence[Value],
    timeout: float,
) -> tuple[float, ...]:
    """Launch a kernel on a GPU of this machine; arrays are changed in place.

    Args:
        gpu: the GPU; an NVIDIA GPU with headers for it when `folder` is the port.
        folder: the project's root.
        case: the kernel.
        point: value of each parameter.
        values: the arguments.
        timeout: seconds after which it is given up.

    Returns:
        Milliseconds of further launches with the same arguments.

    Raises:
        PorterError: it does not compile, an argument does not fit, the kernel fails.
    """
    content = source_hash(folder, case.source, flags=case.flags)

    def build(source: Path, flags: tuple[str, ...]) -> Path:
        with building():
            return build_once([source], gpu, flags, content)

    # With HIP's headers for NVIDIA the port's types are CUDA's, and so CUDA's name is the port's.
    if isinstance(gpu, amd.Device):
        case = replace(case, kernel=case.port_kernel or case.kernel)
    return launch_by_program(build, folder, case, point, values, timeout, timed=TIMED)


def launch_by_program(
    build: Build,
    folder: Path,
    case: KernelCase,
    point: Mapping[str, int],
    values: Sequence[Value],
    timeout: float,
    *,
    timed: int = 0,
) -> tuple[float, ...]:
    """Launch a kernel from a host program made for it; arrays are changed in place.

    Args:
        build: compiles a source with flags and returns the program.
        folder: the project's root.
        case: the kernel.
        point: value of each parameter.
        values: the arguments.
        timeout: seconds after which it is given up.
        timed: how many further launches to time.

    Returns:
        Milliseconds of each of them.

    Raises:
        PorterError: it does not compile, an argument does not fit, the kernel fails.
    """
    source = real_path(_source(folder, case))
    flags = (*case.flags, f'-DPORTER_SOURCE="{source}"', f"-DPORTER_KERNEL={case.kernel}")
    program = build(HARNESS, flags)
    with tempfile.TemporaryDirectory(prefix="porter-") as directory:
        given, made = Path(directory) / "arguments", Path(directory) / "results"
        given.write_bytes(_packed(configuration(case, point), values))
        command = [str(program), str(given), str(made), str(timed)]
        done = run_in_group(command, timeout=timeout)
        if done.timed_out:
            raise PorterError(f"{case.name} ran longer than {timeout:.0f} s")
        if done.returncode:
            message = done.stderr.strip() or f"exit status {done.returncode}"
            raise PorterError(f"{case.kernel}: {message}", path=source)
        content = made.read_bytes()
    for value in values:
        if value.is_array:
            size = value.around.nbytes
            value.around[...] = np.frombuffer(content[:size], np.uint8)
            content = content[size:]
    return tuple(np.frombuffer(content, np.float64).tolist())


def _packed(sizes: tuple[tuple[int, ...], tuple[int, ...], int], values: Sequence[Value]) -> bytes:
    grid, block, lds = sizes
    three = [(*extent, 1, 1)[:3] for extent in (grid, block)]
    parts = [struct.pack("=8Q", *three[0], *three[1], lds, len(values))]
    for value in values:
        if value.is_array:
            parts += [struct.pack("=3Q", 1, value.around.nbytes, GUARD), value.around.tobytes()]
        elif value.content is None:
            parts.append(struct.pack("=3Q", 2, 0, 0))
        else:
            number = value.content.tobytes()
            parts += [struct.pack("=3Q", 0, len(number), 0), number]
    return b"".join(parts)


def _source(folder: Path, case: KernelCase) -> Path:
    path = folder / case.source
    if not path.is_file():
        raise PorterError(f"{case.name}: there is no such source", path=path)
    return path
