"""Adds what makes a package with a folder for each of AMD's architectures of a converted tree."""

from __future__ import annotations

import posixpath
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from porter.compile.read.unit import DEVICE_SUFFIXES, Unit
from porter.compile.units import find_units
from porter.convert.emission import Emission, EmittedFile
from porter.convert.tree_conversion import TreeConversion
from porter.errors import PorterError
from porter.files.real_path import real_path
from porter.port.scaffold.multiarch.layout import Layout, layout_of
from porter.port.scaffold.multiarch.unported import unported
from porter.port.scaffold.multiarch.upstream_setup import Package, package_of, prefix_of
from porter.port.scaffold.multiarch.wording import (
    for_architecture,
    modules_for_rocm,
    with_branches,
    with_constants,
    with_moved_names,
    with_support_headers_of,
)
from porter.port.scaffold.readme import ReadmeFacts
from porter.port.scaffold.templating import render
from porter.source.file import SourceFile
from porter.source.text.languages import Language

_SETUP = "setup.py"
#: Upstream's files that name modules and architectures in words.
_WORDED = (Language.PYTHON,)


def add_files(
    emission: Emission, conversion: TreeConversion, texts: dict[str, bytes], *, is_shared: bool
) -> ReadmeFacts:
    """Add the folders of AMD's architectures, and what builds one of them, to `emission`.

    Args:
        emission: what is added to.
        conversion: what was converted; its files' new places are noted in it.
        texts: the converted bytes of each file of a C language, by upstream's path.
        is_shared: all architectures are built from one folder.

    Returns:
        What the port's README says of it.

    Raises:
        PorterError: no `setup.py` names an extension for PyTorch.
    """
    paths = [entry.path for entry in conversion.project.entries if not entry.is_link]
    layout = layout_of(paths, texts, is_shared=is_shared)
    extension = _extension(conversion, layout, texts)
    _place(emission, conversion, layout, texts, extension)
    script = conversion.project.read(_SETUP)
    package = package_of(real_path(conversion.project.root), _SETUP)
    emission.notes += [f"setup.py: {name} is computed; add it by hand" for name in package.unknown]
    _add_build(emission, conversion, layout, extension, package, prefix_of(script, extension.name))
    return ReadmeFacts(
        extension.package,
        extensions=(extension.new_name,),
        has_tests=any(posixpath.basename(path).startswith("test_") for path in paths),
        flags_left_out=extension.left_out,
        archs=layout.archs,
        kernels=layout.kernels,
        is_shared=is_shared,
        variable=f"{prefix_of(script, extension.name)}_ROCM_ARCH",
    )


@dataclass(frozen=True)
class _Extension:
    """The extension of a tree.

    Attributes:
        name: as upstream's Python imports it.
        modules: old -> new name of its module, where that changes.
        units: its units, of the layout's origin.
        left_out: flags that only nvcc knows.
    """

    name: str
    modules: dict[str, str]
    units: tuple[Unit, ...]
    left_out: tuple[str, ...]

    @property
    def new_name(self) -> str:
        """As the port's Python imports it."""
        folder, dot, own = self.name.rpartition(".")
        return f"{folder}{dot}{self.modules.get(own, own)}"

    @property
    def package(self) -> str:
        """The package that it is in, else its own name."""
        return self.name.partition(".")[0]


def _extension(conversion: TreeConversion, layout: Layout, texts: dict[str, bytes]) -> _Extension:
    from porter.compile.read.setup_py import extension_names

    root = real_path(conversion.project.root)
    hint = "such a package is one extension for PyTorch that setup.py names; see --project torch"
    if _SETUP not in (entry.path for entry in conversion.project.entries):
        raise PorterError("has no setup.py", path=root, hint=hint)
    names = list(dict.fromkeys(extension_names(root, _SETUP)))
    units = [
        unit
        for unit in find_units(root, arch=layout.origin)
        if unit.source in texts and unit.torch_extension and unit.origin != "default"
    ]
    if len(names) != 1 or not units:
        raise PorterError(
            f"setup.py names {len(names) or 'no'} extensions that can be read",
            path=root / _SETUP,
            hint=hint,
        )
    left_out = dict.fromkeys(flag for unit in units for flag in unit.left_out)
    return _Extension(names[0], modules_for_rocm(names), tuple(units), tuple(left_out))


def _place(
    emission: Emission,
    conversion: TreeConversion,
    layout: Layout,
    texts: dict[str, bytes],
    extension: _Extension,
) -> None:
    """Add every file whose path or words change, and leave out what has no place."""
    emission.left_out |= dict.fromkeys(
        layout.others, f"AMD's kernels are made of those for {layout.origin}"
    )
    emission.left_out |= unported(conversion, layout, texts)
    bindings = {unit.source for unit in extension.units if _suffix(unit) not in DEVICE_SUFFIXES}
    for entry in conversion.project.entries:
        path = entry.path
        if entry.is_link or path in emission.left_out or path in emission.files or path == _SETUP:
            continue
        new = layout.places.get(path, (path,))
        if entry.language not in (Language.CUDA, *_WORDED) and new == (path,):
            continue
        before = _converted(conversion, path)
        data = with_moved_names(before, layout, extension.modules)
        if entry.language is Language.CUDA:
            data = with_branches(SourceFile(path, data), layout)
            if path in bindings or not layout.origin:
                data = with_constants(data)
        if new == (path,) and data == before:
            continue
        if new != (path,):
            conversion.renamed[path] = new[0]
        for target in new:
            arch = layout.architecture(target)
            text = for_architecture(data, layout.origin, arch) if arch else data
            if not arch and entry.language in _WORDED:
                text = for_architecture(text, layout.origin, layout.archs[0])
            emission.files[target] = EmittedFile(with_support_headers_of(text, target))
    for path in paths_testing_detection(conversion):
        emission.left_out[path] = "it tests how CUDA's architecture is found"
        emission.files.pop(path, None)
    emission.left_out = dict(sorted(emission.left_out.items()))  # the README lists them


def paths_testing_detection(conversion: TreeConversion) -> Iterator[str]:
    """Yield the tests of what upstream's `setup.py` finds out, which the port's does otherwise."""
    for entry in conversion.project.entries:
        name = posixpath.basename(entry.path)
        if name.startswith("test_") and name.endswith(".py") and not entry.is_link:
            data = conversion.project.read(entry.path)
            if b"nvidia-smi" in data and b"setup.py" in data:
                yield entry.path


def _add_build(
    emission: Emission,
    conversion: TreeConversion,
    layout: Layout,
    extension: _Extension,
    package: Package,
    prefix: str,
) -> None:
    from porter.port.scaffold.torch import builder

    host = [unit for unit in extension.units if _suffix(unit) not in DEVICE_SUFFIXES]
    device = [unit for unit in extension.units if _suffix(unit) in DEVICE_SUFFIXES]
    values = {
        "extension": extension.new_name,
        "prefix": prefix,
        "kernels": layout.kernels,
        "archs": layout.archs,
        "is_shared": layout.is_shared,
        "macro": _macro(extension, layout),
        "sources": list(dict.fromkeys(_sources([*host, *device], layout))),
        "includes": list(_includes(conversion, extension.units, layout)),
        "host_flags": _flags(host, layout),
        "device_flags": _flags(device, layout),
        "keywords": package.keywords,
    }
    emission.files[_SETUP] = EmittedFile(render("setup_multiarch.py", **values))
    emission.files["hip_extension.py"] = builder(conversion.options.roc, jit=False)
    present = {entry.path for entry in conversion.project.entries}
    if "pyproject.toml" not in present:
        emission.files["pyproject.toml"] = EmittedFile(render("pyproject.toml"))
    emission.files["compile.sh"] = EmittedFile(
        render("compile_multiarch.sh", extension=extension.new_name, variable=f"{prefix}_ROCM_ARCH",
               packages=package.keywords.get("package_dir", "{}")),
        is_executable=True,
    )  # fmt: skip
    emission.files["tests/test_detection.py"] = EmittedFile(
        render("test_detection.py", prefix=prefix, archs=layout.archs)
    )


def _sources(units: Sequence[Unit], layout: Layout) -> Iterator[str]:
    """Yield the sources by their place in the port, with `{arch}` for an architecture's folder.

    Of a folder that upstream has for an architecture every source is taken, so that one that is
    added is built.
    """
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


def _includes(conversion: TreeConversion, units: Sequence[Unit], layout: Layout) -> Iterator[str]:
    """Yield the folders to search, likewise."""
    root = real_path(conversion.project.root)
    for folder in dict.fromkeys(folder for unit in units for folder in unit.includes):
        path = real_path(folder)
        if path.is_relative_to(root):
            inside = path.relative_to(root).as_posix()
            yield inside if layout.origin else _in_folder(inside, layout)


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


def _macro(extension: _Extension, layout: Layout) -> str:
    """Return the flag that names the architecture, as the text of an f-string."""
    named = layout.origin.upper()
    for unit in extension.units:
        for word in unit.flags:
            if named and word.startswith("-D") and named in word:
                return word.replace(named, "{arch.upper()}")
    return "-DPORT_ARCH={arch}"


def _suffix(unit: Unit) -> str:
    return posixpath.splitext(unit.source)[1]


def _converted(conversion: TreeConversion, path: str) -> bytes:
    data = conversion.project.read(path)
    file = conversion.files.get(path)
    return data if file is None else file.apply(data)
