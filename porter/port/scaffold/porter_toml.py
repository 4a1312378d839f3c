"""Scaffolds a first porter.toml: the CUDA tree, the port, the cases to verify."""

from __future__ import annotations

import os
import re
from contextlib import suppress
from pathlib import Path

from porter.convert.emission import Kind
from porter.errors import PorterError
from porter.files.names import SETTINGS
from porter.files.real_path import leads_in_a_circle, real_path
from porter.files.regular import LARGEST_SETTINGS, read_regular
from porter.files.toml import is_utf8, toml_string
from porter.files.write import write_atomically
from porter.port.scaffold.sources import has_main
from porter.project.discover import discover
from porter.project.settings.settings import read
from porter.source.file import SourceFile
from porter.source.text.languages import DEVICE_SUFFIXES, Language

_PROJECT = re.compile(r"^[ \t]*\[\[?[ \t]*project\b", re.MULTILINE)
_ONE_PROJECT = re.compile(r"^[ \t]*\[[ \t]*project[ \t]*\]", re.MULTILINE)
_TORCH = re.compile(rb"#[ \t]*include[ \t]*[<\"](?:torch|ATen|c10)/")


def scaffold_project(folder: Path, upstream: Path, port: Path) -> str:
    """Add a project to the porter.toml of `folder`, which is made where there is none.

    The port keeps upstream's own build files; an extension's gets what PyTorch needs on ROCm.

    Args:
        folder: where porter.toml is, or will be.
        upstream: the CUDA tree.
        port: where the port goes; need not be there.

    Returns:
        What was added.

    Raises:
        PorterError: upstream is no folder or has no CUDA in it, the port is upstream or a project's
            already, or porter.toml is not understood.
    """
    if not upstream.is_dir():
        raise PorterError("is not a folder", path=upstream, hint="name the CUDA tree")
    if leads_in_a_circle(port):
        raise PorterError("is a symbolic link that leads in a circle", path=port)
    if real_path(port) == real_path(upstream):
        raise PorterError("the port needs a folder of its own", path=port)
    path = folder / SETTINGS
    before = _settings(path)
    if _PROJECT.search(before):
        if _ONE_PROJECT.search(before):
            raise PorterError("has one [project]", path=path, hint="write it as [[project]]")
        if any(real_path(project.port) == real_path(port) for project in read(folder).projects):
            raise PorterError("is the port of a project already", path=port, hint=f"see {path}")
    text = _table(folder, upstream, port)
    joined = f"{before.rstrip()}\n\n{text}" if before.strip() else text
    write_atomically(path, joined.encode())
    return text


def _settings(path: Path) -> str:
    """Return the text of a porter.toml; empty when there is none."""
    try:
        return read_regular(path, LARGEST_SETTINGS, follow=False).decode("utf-8-sig")
    except FileNotFoundError:
        return ""
    except OSError as error:
        raise PorterError(f"{error.strerror}", path=path, hint="write the table by hand") from error
    except UnicodeDecodeError as error:
        raise PorterError("is not UTF-8", path=path) from error


def _table(folder: Path, upstream: Path, port: Path) -> str:
    """Return the table of a project."""
    sources = _sources(upstream)
    if not sources and not _has_kernels_in_python(upstream):
        raise PorterError("has no CUDA sources", path=upstream)
    lines = [
        "[[project]]",
        f"upstream = {_relative(upstream, folder)}",
        f"port = {_relative(port, folder)}",
    ]
    uses_torch = any(_TORCH.search(file.data) for file in sources)
    if uses_torch and (upstream / "setup.py").is_file():
        lines.append(f"kind = {toml_string(Kind.TORCH.value)}")
    lines += ["", "[project.verify]"]
    if any(has_main(file) for file in sources if Path(file.path).suffix == ".cu"):
        lines.append("# Without cases, `porter verify` finds programs and arguments by itself.")
        lines.append("# Name them to choose what is compared:")
        lines.append('# programs = [{ build = "make", run = "./program", args = ["1024"] }]')
    if uses_torch:
        name = re.sub(r"\W+", "_", real_path(upstream).name)
        lines.append("# Cases of the extension, as functions of a Python file:")
        lines.append(f'# cases = "parity/{name}.py"')
    return "\n".join(lines) + "\n"


def _sources(upstream: Path) -> list[SourceFile]:
    """Return the C, C++ and CUDA files of a tree, where one of them is CUDA's."""
    project = discover(upstream)
    found = []
    for entry in project.entries:
        if entry.language is Language.CUDA and not (
            entry.is_link or project.is_vendored(entry.path)
        ):
            with suppress(OSError):  # what cannot be read is told by the first sync
                found.append(SourceFile(entry.path, read_regular(project.root / entry.path)))
    is_cuda = any(
        Path(file.path).suffix in DEVICE_SUFFIXES or b"cuda" in file.data for file in found
    )
    return found if is_cuda else []


def _has_kernels_in_python(upstream: Path) -> bool:
    """Tell whether a Python file holds a kernel, which CuPy or PyCUDA compiles at its first use."""
    project = discover(upstream)
    for entry in project.entries:
        is_own = not entry.is_link and not project.is_vendored(entry.path)
        if is_own and entry.language is Language.PYTHON:
            with suppress(OSError):
                if b"__global__" in read_regular(project.root / entry.path):
                    return True
    return False


def _relative(path: Path, folder: Path) -> str:
    """Return a path as porter.toml writes it: relative to its folder, with `/`."""
    text = Path(os.path.relpath(real_path(path), real_path(folder))).as_posix()
    if not is_utf8(text):
        raise PorterError("has a name that is not UTF-8", path=path, hint="give it another name")
    return toml_string(text)
