"""PyTorch extensions, built by setup.py or at first use from the converted sources."""

from __future__ import annotations

import keyword
import posixpath
from collections.abc import Iterable, Sequence, Set

from porter.compat.headers import SUPPORT_FOLDER, text
from porter.convert.emission import Emission, EmittedFile, Kind
from porter.convert.tree_conversion import TreeConversion
from porter.errors import PorterError
from porter.port.scaffold.pytest_files import test_paths
from porter.port.scaffold.python_imports import OF_NAMESPACE, redirect, with_rocm_architectures
from porter.port.scaffold.readme import ReadmeFacts
from porter.port.scaffold.support_package import installing_support
from porter.port.scaffold.templating import render
from porter.source.text.languages import Language
from porter.tables.libraries import by_cudas_name
from porter.tables.nvcc_flags import names_left_out, translations

_BUILDER = "hip_extension"
_SETUP = "setup.py"


def add_files(
    emission: Emission, conversion: TreeConversion, texts: dict[str, bytes]
) -> ReadmeFacts:
    """Add what builds a PyTorch extension to `emission`.

    Upstream's setup.py stays, with its extensions taken from the port's own module; where there
    is none, one is written. Python files that compile at first use get that module, too.

    Args:
        emission: what is added to.
        conversion: what was converted.
        texts: the converted bytes of each file of a C language, by upstream's path.

    Returns:
        What the port's README says of it.

    Raises:
        PorterError: nothing includes PyTorch's headers.
    """
    from porter.compile.read.setup_py import extension_names
    from porter.port.scaffold.native import project_name
    from porter.port.scaffold.sources import find_sources

    sources = find_sources(conversion, texts)
    if not sources.uses_torch:
        raise PorterError(
            "none of these sources includes PyTorch's headers",
            path=conversion.project.root,
            hint="use --project cmake or --project plain",
        )
    present = {entry.path for entry in conversion.project.entries}
    own = [entry.path for entry in conversion.project.entries if not entry.is_link]
    name = project_name(conversion)
    python = [one.path for one in conversion.project.entries if one.language is Language.PYTHON]
    jit = add_builders(emission, conversion, python)
    if _SETUP in present:
        names = list(dict.fromkeys(extension_names(conversion.project.root, _SETUP)))
        if _SETUP not in emission.files:
            emission.notes.append(f"{_SETUP} has no CUDAExtension; it is as it was")
            names = []
    else:
        names = [f"{name}_hip"]
        packages = _packages(present)
        sources = sources.nameable(Kind.TORCH)
        emission.notes += sources.notes
        setup = render(
            "setup.py", name=name, extension=names[0], sources=sources, packages=packages
        )
        emission.files[_SETUP] = EmittedFile(setup)
        emission.files[f"{_BUILDER}.py"] = builder(conversion.options.roc, jit=False)
    if "pyproject.toml" not in present:
        emission.files["pyproject.toml"] = EmittedFile(render("pyproject.toml"))
    emission.files["compile.sh"] = EmittedFile(
        render("compile_torch.sh", extensions=list(filter(_is_importable, names))),
        is_executable=True,
    )
    return ReadmeFacts(
        name,
        extensions=tuple(names),
        jit=jit,
        tests=test_paths(own, conversion.project.read),
        examples=tuple(sorted(path for path in present if _is_example(path))),
        flags_left_out=sources.left_out,
    )


def add_builders(
    emission: Emission, conversion: TreeConversion, paths: Iterable[str]
) -> tuple[str, ...]:
    """Point Python files that build CUDA with PyTorch to a builder that converts nothing.

    Args:
        emission: what the files and their builders are added to.
        conversion: what was converted.
        paths: Python files of upstream's; those that build nothing are left alone.

    Returns:
        The packages that compile at first use, by dotted name; "" is none.
    """
    entries = {entry.path: entry for entry in conversion.project.entries}
    own = [path for path in paths if not entries[path].is_link]
    scripts = [path for path in own if posixpath.basename(path) == _SETUP]
    folders = {path: posixpath.dirname(path) for path in own if path not in scripts}
    if _SETUP not in scripts:
        folders = {}
    outside = [one for one, folder in folders.items()
               if folder and not _package(folder, entries.keys())]  # fmt: skip
    jit = []
    for path in own:
        if path in scripts or path in outside:
            continue
        if package := _redirect_loader(emission, conversion, path, entries.keys()):
            jit.append(package)
    for path in scripts:
        _redirect_setup(emission, conversion, path, jit)
    for path in outside:
        if not _redirect_outside(emission, conversion, path, jit):
            _redirect_loader(emission, conversion, path, entries.keys())
    if jit and conversion.supports:
        _install_support(emission, conversion, jit)
    return tuple(jit)


def _redirect_setup(
    emission: Emission, conversion: TreeConversion, path: str, jit: Sequence[str]
) -> None:
    """Give a setup.py of upstream's a builder, if it builds CUDA with PyTorch.

    It takes that of a package that compiles at first use, where there is one: the port holds it
    once.
    """
    folder = posixpath.dirname(path)
    packages = [name.replace(".", "/") for name in jit]
    inside = next(iter(() if folder else packages), "")
    found = redirect(_converted(conversion, path), _BUILDER, beside=inside or ".")
    if found is None:
        return
    emission.files[path] = EmittedFile(with_rocm_architectures(found.data))
    if not inside:
        beside = posixpath.join(folder, f"{_BUILDER}.py")
        emission.files[beside] = builder(conversion.options.roc, jit="load" in found.uses)


def _redirect_outside(
    emission: Emission, conversion: TreeConversion, path: str, jit: Sequence[str]
) -> bool:
    """Give a script in a folder of its own, such as an example, the builder of setup.py.

    Returns:
        Whether setup.py has one: the port holds it once.
    """
    home = jit[0].replace(".", "/") if jit else ""
    module = posixpath.join(home, f"{_BUILDER}.py")
    if module not in emission.files:
        return False
    beside = posixpath.relpath(home or ".", posixpath.dirname(path))
    found = redirect(_converted(conversion, path), _BUILDER, beside=beside)
    if found is not None:
        emission.files[path] = EmittedFile(found.data)
        if "load" in found.uses:
            emission.files[module] = builder(conversion.options.roc, jit=True)
    return True


def _install_support(emission: Emission, conversion: TreeConversion, jit: Sequence[str]) -> None:
    """Have the support headers installed in the packages that compile at first use.

    Installed, sources that lay beside a package lie in it: their headers must, too. The one folder
    at the root is installed for each package, where its setup.py can be told to.
    """
    script = emission.files.get(_SETUP)
    told = None if script is None else installing_support(script.data, [*jit])
    if told is not None:
        emission.files[_SETUP] = EmittedFile(told)
        return
    for package in jit:
        for name in conversion.supports:
            header = posixpath.join(package.replace(".", "/"), SUPPORT_FOLDER, name)
            emission.files[header] = EmittedFile(text(name))
    if all(entry.path != "setup.cfg" for entry in conversion.project.entries):
        emission.files["setup.cfg"] = EmittedFile(render("setup.cfg", packages=jit))
    else:
        emission.notes.append(
            f"add {SUPPORT_FOLDER}/*.hpp to the package data of {', '.join(jit)} in setup.cfg"
        )


def _redirect_loader(
    emission: Emission, conversion: TreeConversion, path: str, present: Set[str]
) -> str:
    """Give a file that compiles at first use a builder; return its package, "" for none."""
    folder = posixpath.dirname(path)
    package = _package(folder, present)
    module = f"{package}.{_BUILDER}" if package else _BUILDER
    place = OF_NAMESPACE if folder and not package else ""
    found = redirect(_converted(conversion, path), module, beside=place)
    if found is None:
        return ""
    emission.files[path] = EmittedFile(found.data)
    beside = posixpath.join(folder, f"{_BUILDER}.py")
    emission.files[beside] = builder(conversion.options.roc, jit=True)
    return package


def _converted(conversion: TreeConversion, path: str) -> bytes:
    """Return the bytes of a file of upstream's after its conversion."""
    data = conversion.project.read(path)
    file = conversion.files.get(path)
    return data if file is None else file.apply(data)


def builder(roc: tuple[str, ...], *, jit: bool) -> EmittedFile:
    """Return `hip_extension.py`.

    Args:
        roc: which of ROCm's own libraries the port links with.
        jit: code is compiled at first use, too.
    """
    alone, with_value = names_left_out()
    # PyTorch links with the C++ compiler, which cannot link relocatable device code.
    translated = {nvcc: hip for nvcc, hip in translations().items() if hip != "-fgpu-rdc"}
    names = {cuda: library.name for cuda, library in by_cudas_name(roc).items()}
    data = render(
        "hip_extension.py", jit=jit, alone=alone, with_value=with_value, translated=translated,
        libraries=names,
    )  # fmt: skip
    return EmittedFile(data)


def _package(folder: str, present: Set[str]) -> str:
    """Return the dotted name of the package that `folder` is, "" when it is none."""
    parts: list[str] = []
    while folder and f"{folder}/__init__.py" in present:
        folder, _, name = folder.rpartition("/")
        if not _is_importable(name):
            break
        parts.insert(0, name)
    return ".".join(parts)


def _packages(present: set[str]) -> list[str]:
    """Return the packages at the root and below, by dotted name."""
    folders = sorted(
        path[: -len("/__init__.py")] for path in present if path.endswith("/__init__.py")
    )
    return [
        name
        for folder in folders
        if (name := _package(folder, present)) == folder.replace("/", ".")
    ]


def _is_importable(name: str) -> bool:
    """Tell whether `import` can name a module."""
    parts = name.split(".")
    return all(part.isidentifier() and not keyword.iskeyword(part) for part in parts)


def _is_example(path: str) -> bool:
    return path.startswith("examples/") and path.endswith(".py")
