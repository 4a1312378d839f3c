"""Builds a vendor's library when a program first links it."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from porter.errors import PorterError
from porter.execute.cpu.libraries.blas_source import host_header, source
from porter.execute.cpu.libraries.catalogue import VendorLibrary
from porter.execute.cpu.libraries.sobol import sobol_numbers
from porter.execute.cpu.libraries.solver_source import sources as solver_sources
from porter.execute.cpu.native_build import (
    RUNTIME_FLAGS,
    SHARED_FLAGS,
    SOURCES,
    Native,
    Unit,
    compile_unit,
    digest_of,
    run_tool,
    say,
)
from porter.files.lock import exclusive
from porter.files.write import write_atomically
from porter.toolchain.home import porter_home
from porter.toolchain.model import Toolchain

FOLDER = SOURCES / "libraries"


def _blas() -> Mapping[str, str]:
    levels = {f"level{level}.cpp": source(level) for level in (1, 2, 3)}
    return {"host_blas.h": host_header(), **levels}


#: What is written from tables: library -> the names and texts of files.
_WRITTEN: dict[str, Callable[[], Mapping[str, str]]] = {
    "blas": _blas, "solver": solver_sources, "rand": sobol_numbers,
}  # fmt: skip

#: Folders whose headers are for all libraries.
_SHARED = ("blas", "calls")


def built(library: VendorLibrary, toolchain: Toolchain, native: Native) -> Path:
    """Return the shared library, which is built when it is not there yet.

    Args:
        library: which.
        toolchain: what to build with.
        native: the executor's parts, which it lies beside.

    Raises:
        PorterError: the host's BLAS is not installed, or a file does not compile.
    """
    path = library.path(native)
    if path.is_file():
        return path
    host = _host_libraries(library, toolchain)
    with exclusive(native.lock, say, "build of the cpu executor"):
        if not path.is_file():
            say(f"building the cpu executor's {library.links[0]} (once)")
            _build(library, toolchain, native, host)
    return path


def _host_libraries(library: VendorLibrary, toolchain: Toolchain) -> list[Path]:
    if not library.on_blas:
        return []
    if toolchain.host_blas is None:
        raise PorterError(
            f"{library.links[0]} needs a BLAS of the host's on the cpu executor, and none is there",
            hint="run `porter toolchain install host-blas`",
        )
    return [toolchain.host_blas]


def _build(library: VendorLibrary, toolchain: Toolchain, native: Native, host: list[Path]) -> None:
    units = list(library_units(library, toolchain))
    units[0].output.parent.mkdir(exist_ok=True)
    with ThreadPoolExecutor(max_workers=os.cpu_count()) as pool:
        list(pool.map(compile_unit, units))
    clang = [str(toolchain.clang), *toolchain.host_flags()]
    with tempfile.TemporaryDirectory(dir=native.root) as directory:
        made = Path(directory) / library.path(native).name
        run_tool([*clang, *SHARED_FLAGS, *(str(unit.output) for unit in units),
                  f"-L{native.root}", f"-l:{native.runtime.name}", "-Wl,-rpath,$ORIGIN",
                  *map(str, host), *(f"-Wl,-rpath,{path.parent}" for path in host),
                  "-o", str(made)])  # fmt: skip
        made.replace(native.root / made.name)


def library_units(library: VendorLibrary, toolchain: Toolchain) -> Iterator[Unit]:
    """Yield the sources of a library, those that are written from tables first."""
    executor = porter_home() / "cpu-executor"
    written = _WRITTEN.get(library.name, dict)()
    digest = digest_of([], toolchain)
    digest.update(repr(sorted(written.items())).encode())
    generated = executor / "generated" / f"{library.name}-{digest.hexdigest()[:16]}"
    for name, text in written.items():
        if not (generated / name).is_file():
            generated.mkdir(parents=True, exist_ok=True)
            write_atomically(generated / name, text.encode())
    headers = [*SOURCES.glob("*.h"), *SOURCES.glob("runtime/*.h"), *SOURCES.glob("hip_api/*.h")]
    for folder in {*_SHARED, library.name}:
        headers += (FOLDER / folder).glob("*.h")
    digest.update(digest_of(sorted(headers), toolchain).digest())
    folders = [*toolchain.rocm_include_dirs]
    if toolchain.parsable_cuda_path is not None:
        folders.append(toolchain.parsable_cuda_path / "include")
    system = [word for path in folders for word in ("-isystem", str(path))]
    flags = (*RUNTIME_FLAGS, *system, "-Wno-return-type-c-linkage")
    digest.update(" ".join(flags).encode())
    flags += ("-I", str(FOLDER), "-I", str(generated))  # where they lie makes no other object
    paths = [generated / name for name in sorted(written) if name.endswith(".cpp")]
    for path in [*paths, *sorted((FOLDER / library.name).glob("*.cpp"))]:
        if path.name.startswith("cuda_") and toolchain.parsable_cuda_path is None:
            continue
        own = digest.copy()
        own.update(path.name.encode() + path.read_bytes())
        output = executor / "native-objects" / f"{path.stem}-{own.hexdigest()[:16]}.o"
        clang = (str(toolchain.clang), *toolchain.host_flags(), *flags, "-c", str(path))
        yield Unit(
            f"libraries/{library.name}", f"libraries/{library.name}/{path.name}", output, clang
        )
