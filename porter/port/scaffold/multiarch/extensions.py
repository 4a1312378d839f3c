"""The extensions of a package, as the port's `setup.py` builds them for one architecture."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from porter.compile.read.extension_builds import ExtensionBuild, extension_builds
from porter.compile.read.unit import DEVICE_SUFFIXES, Unit
from porter.compile.units import find_units
from porter.convert.tree_conversion import TreeConversion
from porter.errors import PorterError
from porter.files.real_path import real_path
from porter.port.scaffold.multiarch.layout import Layout
from porter.port.scaffold.multiarch.upstream_setup import unbuilt
from porter.port.scaffold.multiarch.wording import modules_for_rocm

SETUP = "setup.py"
_WORD = re.compile(rb"\w++")
_HINT = "such a package has extensions for PyTorch that setup.py names; see --project torch"


@dataclass(frozen=True)
class Extension:
    """An extension of the port.

    Attributes:
        name: as Python imports it.
        build: what upstream's script says of it.
        units: its units, of the layout's origin.
        layout: where files go.
    """

    name: str
    build: ExtensionBuild
    units: tuple[Unit, ...]
    layout: Layout

    @property
    def host(self) -> list[Unit]:
        """The units without device code."""
        return [unit for unit in self.units if _suffix(unit) not in DEVICE_SUFFIXES]

    @property
    def device(self) -> list[Unit]:
        """The others."""
        return [unit for unit in self.units if _suffix(unit) in DEVICE_SUFFIXES]

    @property
    def host_flags(self) -> list[str]:
        """What the C++ compiler is given, but for what names an architecture."""
        return _flags(self.host, self.layout)

    @property
    def device_flags(self) -> list[str]:
        """What hipcc is given, likewise."""
        return _flags(self.device, self.layout)

    @property
    def linked(self) -> dict[str, tuple[str, ...]]:
        """Keyword -> values, of what it is linked with."""
        return self.build.linked

    @property
    def macro(self) -> str:
        """The flag that names the architecture, as the text of an f-string."""
        named = self.layout.origin.upper()
        for unit in self.units:
            for word in unit.flags:
                if named and word.startswith("-D") and named in word:
                    return word.replace(named, "{arch.upper()}")
        return "-DPORT_ARCH={arch}"

    @property
    def sources(self) -> list[str]:
        """The sources by their place in the port, with `{arch}` for an architecture's folder.

        Of a folder that upstream has for an architecture every source is taken, so that one that
        is added is built.
        """
        return list(dict.fromkeys(self._places([*self.host, *self.device])))

    def _places(self, units: Sequence[Unit]) -> Iterator[str]:
        layout = self.layout
        for unit in units:
            place = layout.places.get(unit.source, (unit.source,))[0]
            folder = layout.architecture(place)
            if not folder:
                yield place
            elif not layout.origin:
                yield _in_folder(unit.source, layout)
            else:
                inside = place[len(f"{layout.kernels}/{folder}/") :]
                inside = posixpath.join(posixpath.dirname(inside), f"*{_suffix(unit)}")
                yield _in_folder(inside, layout)

    def includes(self, conversion: TreeConversion) -> list[str]:
        """Return the folders to search, likewise."""
        root = real_path(conversion.project.root)
        found = []
        for folder in dict.fromkeys(folder for unit in self.units for folder in unit.includes):
            path = real_path(folder)
            if path.is_relative_to(root):
                inside = path.relative_to(root).as_posix()
                found.append(inside if self.layout.origin else _in_folder(inside, self.layout))
        return found


def extensions_of(
    conversion: TreeConversion, layout: Layout, texts: dict[str, bytes]
) -> tuple[list[Extension], list[str]]:
    """Return the extensions that a tree's `setup.py` names, and notes of those left out.

    The script is read as it was converted: what it finds of PyTorch is ROCm's, and conditions
    such as `torch.version.cuda is not None` hold as they do for upstream's users.

    Args:
        conversion: what was converted.
        layout: the port's.
        texts: the converted bytes of each file of a C language, by upstream's path.

    Raises:
        PorterError: there is no script, or no extension in it that can be read.
    """
    root = real_path(conversion.project.root)
    paths = [entry.path for entry in conversion.project.entries if not entry.is_link]
    if SETUP not in paths:
        raise PorterError("has no setup.py", path=root, hint=_HINT)
    try:
        content = converted(conversion, SETUP)
        capability = conversion.options.capability
        builds = extension_builds(root, SETUP, content, paths, layout.origin, capability)
    except SyntaxError as error:
        raise PorterError(f"is not Python: {error}", path=root / SETUP, hint=_HINT) from error
    built = [build for build in builds if build.name and build.units]
    named = [build for build in built if not _is_of(build, layout.others)]
    notes = [f"{SETUP}: {note}" for note in unbuilt(content, {build.name for build in builds})]
    notes += [
        f"{build.name} is left out: its kernels are another architecture's than {layout.origin}"
        for build in built
        if build not in named
    ]
    if not named:
        raise _no_extensions(conversion, paths, [build.name for build in built])
    modules = modules_for_rocm(_imported(conversion, [build.name for build in named]))
    searched = {unit.source: unit.includes for unit in find_units(root, arch=layout.origin)}
    extensions = [
        Extension(
            _renamed(build.name, modules),
            build,
            tuple(
                replace(unit, includes=(*unit.includes, *searched.get(unit.source, ())))
                for unit in build.units
                if unit.source in texts
            ),
            layout,
        )
        for build in named
    ]
    return extensions, notes


def _no_extensions(
    conversion: TreeConversion, paths: Sequence[str], mixed: Sequence[str]
) -> PorterError:
    """Return the error for a tree whose script names no extension that can be ported.

    Args:
        conversion: what was converted.
        paths: the files of the tree.
        mixed: extensions with kernels of several of NVIDIA's architectures.
    """
    script = real_path(conversion.project.root) / SETUP
    if mixed:
        return PorterError(
            f"{', '.join(mixed)}: one library has the kernels of several architectures, and chooses"
            " when it runs",
            path=script,
            hint="--project torch ports it as it is; this kind needs a library for each of them",
        )
    below = [
        path.removesuffix(f"/{SETUP}")
        for path in paths
        if path.endswith(f"/{SETUP}") and b"CUDAExtension" in conversion.project.read(path)
    ]
    hint = f"{' and '.join(below)} has such a script: convert that folder" if below else _HINT
    return PorterError("names no extensions that can be read", path=script, hint=hint)


def modules_of(extensions: Sequence[Extension]) -> dict[str, str]:
    """Return old -> new name of the modules whose names change, without their packages."""
    names = ((one.build.name, one.name) for one in extensions)
    return {old.rpartition(".")[2]: new.rpartition(".")[2] for old, new in names if old != new}


def flags_left_out(conversion: TreeConversion, extensions: Sequence[Extension]) -> tuple[str, ...]:
    """Return the flags that only nvcc knows, of upstream's script and of what is left of it.

    Args:
        conversion: what was converted.
        extensions: those of the port.
    """
    root = real_path(conversion.project.root)
    paths = [entry.path for entry in conversion.project.entries if not entry.is_link]
    origin = extensions[0].layout.origin
    before = extension_builds(root, SETUP, conversion.project.read(SETUP), paths, origin)
    builds = [*before, *(one.build for one in extensions)]
    units = (unit for build in builds for unit in build.units)
    return tuple(dict.fromkeys(flag for unit in units for flag in unit.left_out))


def converted(conversion: TreeConversion, path: str) -> bytes:
    """Return a file of upstream's as it was converted."""
    data = conversion.project.read(path)
    file = conversion.files.get(path)
    return data if file is None else file.apply(data)


def _imported(conversion: TreeConversion, names: Sequence[str]) -> list[str]:
    """Return those that the package's Python names; what puts a name together is not changed."""
    python = [
        conversion.project.read(entry.path)
        for entry in conversion.project.entries
        if entry.path.endswith(".py") and entry.path != SETUP and not entry.is_link
    ]
    words = {word for text in python for word in _WORD.findall(text)}
    return [name for name in names if name.rpartition(".")[2].encode() in words]


def _is_of(build: ExtensionBuild, paths: frozenset[str]) -> bool:
    """Tell whether an extension has sources among `paths`."""
    return any(unit.source in paths for unit in build.units)


def _renamed(name: str, modules: dict[str, str]) -> str:
    folder, dot, own = name.rpartition(".")
    return f"{folder}{dot}{modules.get(own, own)}"


def _in_folder(path: str, layout: Layout) -> str:
    """Return a path in the folder of the architecture that `setup.py` builds for."""
    folder = layout.folders[0] if layout.is_shared else "{arch}"
    return posixpath.normpath(posixpath.join(layout.kernels, folder, path))


def _flags(units: Sequence[Unit], layout: Layout) -> list[str]:
    """Return the flags that all of the units have, without those that name an architecture."""
    if not units:
        return []
    first = units[0]
    words = [*([f"-std={first.std}"] if first.std else []), *first.flags]
    named = layout.origin.upper()
    return [word for word in words if not (named and word.startswith("-D") and named in word)]


def _suffix(unit: Unit) -> str:
    return posixpath.splitext(unit.source)[1]
