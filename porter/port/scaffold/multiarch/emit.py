"""Adds what makes a package with a folder for each of AMD's architectures of a converted tree."""

from __future__ import annotations

import posixpath
from collections.abc import Iterator, Sequence

from porter.convert.emission import Emission, EmittedFile
from porter.convert.tree_conversion import TreeConversion
from porter.files.real_path import real_path
from porter.listing import listed
from porter.port.scaffold.multiarch.extensions import (
    SETUP,
    Extension,
    converted,
    extensions_of,
    flags_left_out,
    modules_of,
)
from porter.port.scaffold.multiarch.layout import Layout, layout_of
from porter.port.scaffold.multiarch.unported import unported
from porter.port.scaffold.multiarch.upstream_setup import (
    Package,
    distribution,
    left_behind,
    package_of,
    prefix_of,
)
from porter.port.scaffold.multiarch.wording import (
    for_architecture,
    says_architecture,
    with_branches,
    with_constants,
    with_moved_names,
    with_support_headers_of,
)
from porter.port.scaffold.pytest_files import test_paths
from porter.port.scaffold.readme import ReadmeFacts
from porter.port.scaffold.templating import render
from porter.source.file import SourceFile
from porter.source.text.languages import Language

#: Upstream's files that name modules and architectures in words.
_WORDED = (Language.PYTHON,)
_MOST_NAMES = 3
_PYPROJECT = "pyproject.toml"


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
    extensions, notes = extensions_of(conversion, layout, texts)
    emission.notes += notes
    _place(emission, conversion, layout, texts, extensions)
    script = converted(conversion, SETUP)
    package = package_of(real_path(conversion.project.root) / SETUP, script)
    first = extensions[0].name.partition(".")[0]  # the package, else the extension itself
    named = first
    if "." not in extensions[0].name:  # `_nvdiffrast_c` of nvdiffrast
        pyproject = conversion.project.read(_PYPROJECT) if _PYPROJECT in paths else b""
        named = distribution(package, pyproject) or first
    variable = f"{prefix_of(conversion.project.read(SETUP), named)}_ROCM_ARCH"
    emission.notes += [f"setup.py: {name} is computed; add it by hand" for name in package.unknown]
    emission.notes += [f"setup.py: {what}" for what in left_behind(script)]
    emission.notes += [note for one in extensions for note in one.build.unread]
    silent = [
        one.name
        for one in extensions
        if not any(says_architecture(texts[unit.source]) for unit in one.units)
    ]
    if silent:
        names = listed(silent, _MOST_NAMES)
        emission.notes.append(f"`__arch__` and `__backend__`: no PYBIND11_MODULE, of {names}")
    _add_build(emission, conversion, layout, extensions, package, variable)
    return ReadmeFacts(
        first,
        extensions=tuple(one.name for one in extensions),
        tests=test_paths(paths, conversion.project.read),
        flags_left_out=flags_left_out(conversion, extensions),
        archs=layout.archs,
        kernels=layout.kernels,
        is_shared=layout.is_shared,
        variable=variable,
    )


def _place(
    emission: Emission,
    conversion: TreeConversion,
    layout: Layout,
    texts: dict[str, bytes],
    extensions: Sequence[Extension],
) -> None:
    """Add every file whose path or words change, and leave out what has no place."""
    emission.left_out |= dict.fromkeys(
        layout.others, f"AMD's kernels are made of those for {layout.origin}"
    )
    emission.left_out |= unported(conversion, layout, texts)
    bindings = {unit.source for one in extensions for unit in one.host}
    modules = modules_of(extensions)
    for entry in conversion.project.entries:
        path = entry.path
        if entry.is_link or path in emission.left_out or path in emission.files or path == SETUP:
            continue
        new = layout.places.get(path, (path,))
        if entry.language not in (Language.CUDA, *_WORDED) and new == (path,):
            continue
        before = converted(conversion, path)
        data = with_moved_names(before, layout, modules)
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
    extensions: Sequence[Extension],
    package: Package,
    variable: str,
) -> None:
    from porter.port.scaffold.torch import builder

    prefix = variable.removesuffix("_ROCM_ARCH")
    setup = render(
        "setup_multiarch.py",
        prefix=prefix,
        kernels=layout.kernels,
        archs=layout.archs,
        is_shared=layout.is_shared,
        extensions=extensions,
        title=listed([f"`{one.name}`" for one in extensions], _MOST_NAMES),
        includes=[one.includes(conversion) for one in extensions],
        keywords=package.keywords,
        finders=package.finders,
    )
    emission.files[SETUP] = EmittedFile(setup)
    emission.files["hip_extension.py"] = builder(conversion.options.roc, jit=False)
    present = {entry.path for entry in conversion.project.entries}
    if _PYPROJECT not in present:
        emission.files[_PYPROJECT] = EmittedFile(render("pyproject.toml"))
    names = [one.name for one in extensions]
    emission.files["compile.sh"] = EmittedFile(
        render("compile_multiarch.sh", extensions=names, variable=variable), is_executable=True
    )
    emission.files["tests/test_detection.py"] = EmittedFile(
        render("test_detection.py", prefix=prefix, archs=layout.archs)
    )
