"""Reads the extensions of a `setup.py`: `CUDAExtension`, `CppExtension` and plain `Extension`."""

from __future__ import annotations

import contextlib
import os
import re
import sysconfig
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from porter.compile.read.pyproject import Pyproject
from porter.compile.read.script_world import taken_away, world_for, world_of_rocm
from porter.compile.read.unit import DEVICE_SUFFIXES, UNREAD, Unit, unit_from_flags
from porter.errors import PorterError
from porter.files.real_path import real_path
from porter.files.regular import read_regular
from porter.source.build_files.static_python import StaticReader
from porter.source.build_files.unfollowed import Unfollowed
from porter.source.build_files.unknown import UNKNOWN, known

GPU_EXTENSIONS = frozenset({"CUDAExtension", "HIPExtension"})
TORCH_EXTENSIONS = GPU_EXTENSIONS | {"CppExtension"}
EXTENSIONS = TORCH_EXTENSIONS | {"Extension", "Pybind11Extension"}


#: One beside another is called for what it builds: `setup_cuda.py`, run by `build_ext --inplace`.
_SCRIPT = re.compile(r"(?:.*/)?setup(?:_\w+)?\.py")
#: One that may be of anything: it counts where it sets up what PyTorch's builder makes.
_OF_ANY_NAME = re.compile(r"(?:.*/)?(?:build|install|compile)(?:_\w+)?\.py")
_SETS_UP = (re.compile(rb"\bsetup\s*+\("), re.compile(rb"\bcpp_extension\b"))


def is_setup_script(root: Path, path: str) -> bool:
    """Tell whether a file is a script of setuptools: by its name, or `build.py` by what it calls.

    Args:
        root: the tree.
        path: of the file, relative to it.
    """
    if _SCRIPT.fullmatch(path):
        return True
    if not _OF_ANY_NAME.fullmatch(path):
        return False
    try:
        content = read_regular(root / path)
    except (OSError, PorterError):
        return False
    return all(pattern.search(content) for pattern in _SETS_UP)


def read_setup(
    root: Path,
    paths: Sequence[str],
    unfollowed: Unfollowed | None = None,
    arch: str = "",
) -> Iterator[Unit]:
    """Yield the units that the extensions of the port's `setup.py` files name.

    Extensions for the GPU come first: a source may belong to one for the CPU as well. What a
    script computes in a way that cannot be followed is left out, and a note of the unit says so.

    Args:
        root: the port.
        paths: its files, relative to it.
        unfollowed: collects what the reader leaves out at its bounds.
        arch: the architecture to build for: what a script finds in the variable by which a user
            names one (`AC4K_ROCM_ARCH`, `AC4K_CUDA_ARCH`), by its folder of the tree. For an
            NVIDIA one, such as "sm_80", the script finds CUDA's PyTorch.
    """
    world = world_for(arch, paths)
    reported = unfollowed or Unfollowed(root)
    for path in paths:
        if is_setup_script(root, path):
            yield from _read(root, path, reported, world)


def extension_names(
    root: Path, script: str, arch: str = "", kinds: Collection[str] = EXTENSIONS
) -> Iterator[str]:
    """Yield the names of a `setup.py`'s extensions, as Python imports them.

    Args:
        root: the tree it is in.
        script: its path, relative to the tree.
        arch: the architecture to build for, as for `read_setup`.
        kinds: the classes of extensions that count.
    """
    found: list[str] = []

    def on_call(name: str, arguments: list[Any], keywords: dict[str, Any], line: int) -> Any:
        if name.rsplit(".", 1)[-1] in kinds:
            value = keywords.get("name", arguments[0] if arguments else None)
            found.extend([value] if isinstance(value, str) else [])
        return UNKNOWN

    StaticReader(root / script, world_for(arch), on_call).run()
    yield from found


def extension_sources(root: Path, script: str, arch: str = "") -> dict[str, list[str]]:
    """Return the sources of a `setup.py`'s extensions by name, relative to the tree.

    Args:
        root: the tree it is in.
        script: its path, relative to the tree.
        arch: the architecture to build for, as for `read_setup`.
    """
    found: dict[str, list[str]] = {}
    folder = Path(script).parent

    def on_call(name: str, arguments: list[Any], keywords: dict[str, Any], line: int) -> Any:
        if name.rsplit(".", 1)[-1] in EXTENSIONS:
            values = dict(zip(("name", "sources"), arguments, strict=False)) | keywords
            called, sources = values.get("name"), values.get("sources")
            if isinstance(called, str) and isinstance(sources, (list, tuple)) and known(*sources):
                named = (os.path.relpath(root / folder / str(one), root) for one in sources)
                found.setdefault(called, []).extend(map(os.path.normpath, named))
        return UNKNOWN

    try:
        StaticReader(root / script, world_for(arch), on_call).run()
    except SyntaxError:
        return {}
    return found


def python_folder(root: Path) -> Path:
    """Return the folder that a tree's packages are in, by its `setup.py` or `pyproject.toml`.

    Args:
        root: the tree; also the folder where these say nothing, or what cannot be followed.
    """
    found: list[Any] = []

    def on_call(name: str, arguments: list[Any], keywords: dict[str, Any], line: int) -> Any:
        if name in ("setup", "setuptools.setup"):
            found.append(keywords.get("package_dir"))
        return UNKNOWN

    if (root / "setup.py").is_file():
        with contextlib.suppress(SyntaxError):
            StaticReader(root / "setup.py", world_of_rocm(), on_call).run()
    places = found[0] if found and isinstance(found[0], dict) else {}
    inside = places.get("", "") or Pyproject.of(root).package_folder
    folder = real_path(root / inside) if isinstance(inside, str) else root
    return folder if folder.is_dir() and folder.is_relative_to(real_path(root)) else root


def _read(
    root: Path, script: str, unfollowed: Unfollowed, world: Mapping[str, Any]
) -> Iterator[Unit]:
    calls: list[tuple[str, str, dict[str, Any]]] = []

    def on_call(name: str, arguments: list[Any], keywords: dict[str, Any], line: int) -> Any:
        kind = name.rsplit(".", 1)[-1]
        if kind in EXTENSIONS:
            values = dict(zip(("name", "sources"), arguments, strict=False)) | keywords
            calls.append((f"{script}:{line}", kind, values))
        return UNKNOWN

    try:
        StaticReader(root / script, world, on_call, unfollowed).run()
    except SyntaxError:
        return
    calls.sort(key=lambda call: call[1] not in GPU_EXTENSIONS)
    for origin, kind, values in calls:
        if kind in TORCH_EXTENSIONS:
            values = {
                **values,
                "undef_macros": [*_listed(values.get("undef_macros")), *taken_away(world)],
            }
        yield from units_of_extension(root, origin, kind, values)


def units_of_extension(
    root: Path, origin: str, kind: str, values: dict[str, Any], *, at_first_use: bool = False
) -> Iterator[Unit]:
    """Yield the units of an extension.

    Args:
        root: the port.
        origin: the script and the line of the call.
        kind: the function called, such as "CUDAExtension".
        values: the call's arguments by name.
        at_first_use: PyTorch compiles it by itself, without setuptools.
    """
    pythons = () if at_first_use else _definitions_of_python()
    missing: list[str] = []

    def strings(value: Any, what: str) -> list[str]:
        items = value if isinstance(value, (list, tuple, set)) else [value]
        if not known(*items):
            missing.append(what)
        return [str(item) for item in items if isinstance(item, (str, Path))]

    name = values.get("name")
    extension = str(name).rsplit(".", 1)[-1] if isinstance(name, str) else root.name
    sources = strings(values.get("sources", []), "sources")
    common = [f"-I{path}" for path in strings(values.get("include_dirs", []), "include_dirs")]
    common += _macros(values.get("define_macros", []))
    common += [f"-U{name}" for name in strings(values.get("undef_macros", []), "undef_macros")]
    arguments = values.get("extra_compile_args", [])
    directory = (root / origin.rsplit(":", 1)[0]).parent
    if not known(arguments):
        missing.append("extra_compile_args")
    is_plain = kind not in TORCH_EXTENSIONS
    holds_kernels = is_plain and any(Path(one).suffix in DEVICE_SUFFIXES for one in sources)
    for text in sources:
        source = directory / text
        flags = arguments
        if isinstance(arguments, dict):
            keys = ("nvcc", "hipcc", "cuda") if source.suffix in DEVICE_SUFFIXES else ("cxx",)
            flags = next((arguments[key] for key in keys if key in arguments), [])
        words = [*common, *(strings(flags, "extra_compile_args") if known(flags) else [])]
        unit = unit_from_flags(
            root, source, words, directory, origin,
            torch_extension=extension if kind in TORCH_EXTENSIONS else None,
        )  # fmt: skip
        if unit is not None:
            incomplete = [f"{origin}: {what} {UNREAD}" for what in missing]
            builders = () if source.suffix in DEVICE_SUFFIXES else pythons
            module = name if holds_kernels and isinstance(name, str) else ""
            yield replace(
                unit, notes=tuple(dict.fromkeys(incomplete)), builders=builders, module=module
            )


def _definitions_of_python() -> tuple[str, ...]:
    """Return what Python was compiled with, `-DNDEBUG`: setuptools gives it to host sources."""
    flags = str(sysconfig.get_config_var("CFLAGS") or "").split()
    return tuple(flag for flag in flags if flag.startswith(("-D", "-U")))


def _listed(value: Any) -> list[Any]:
    return list(value) if isinstance(value, (list, tuple, set)) else []


def _macros(value: Any) -> list[str]:
    """Return `define_macros` as flags: pairs of a name and a value or None."""
    flags = []
    for pair in value if isinstance(value, (list, tuple)) else []:
        if isinstance(pair, tuple) and len(pair) == 2 and known(*pair):
            flags.append(f"-D{pair[0]}" if pair[1] is None else f"-D{pair[0]}={pair[1]}")
    return flags
