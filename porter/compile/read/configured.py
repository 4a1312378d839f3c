"""Headers that CMake generates when it configures a project: `config.h` from `config.h.in`.

Units that include one do not compile from the sources alone. The headers are made here as CMake
makes them, with what is known of its variables without running it. Source: CMake's manual,
cmake-commands(7), `configure_file`.
"""

from __future__ import annotations

import os
import re
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from porter.compile.read.export_header import ExportHeader
from porter.files.regular import read_regular, read_regular_text
from porter.source.build_files.globs import is_inside
from porter.source.build_files.quoting import unwritable

_HEADERS = frozenset({".h", ".hh", ".hpp", ".hxx", ".cuh", ".inc", ".inl"})
_DEFINE = re.compile(r"^([ \t]*+#[ \t]*+)cmakedefine(01)?[ \t]++(\w++)([^\n]*+)", re.MULTILINE)
_GENERATOR = "generate_export_header"
_AT = re.compile(r"@([\w./+-]+)@")
_DOLLAR = re.compile(r"\$\{([\w./+-]+)\}")
#: What `if()` takes for false; names that end in -NOTFOUND too.
_FALSE = frozenset({"", "0", "OFF", "NO", "FALSE", "N", "IGNORE", "NOTFOUND"})


@dataclass(frozen=True)
class ConfiguredFile:
    """A `configure_file` command.

    Args:
        template: the file it reads.
        output: the file it writes, as if the binary directory were the source directory.
        variables: what is known where it stands.
        at_only: only `@NAME@` is filled in, not `${NAME}`.
        copy_only: nothing is filled in.
    """

    template: Path
    output: Path
    variables: dict[str, list[str]]
    at_only: bool
    copy_only: bool


@dataclass(frozen=True)
class ConfiguredHeader:
    """A header as CMake would make it.

    Args:
        path: where, relative to the binary directory.
        text: what it holds.
        template: the file it is made from, relative to the port, or what generates it.
        unknown: variables that it names and that are unset, or not known without CMake.
    """

    path: str
    text: str
    template: str
    unknown: tuple[str, ...]


def configured_headers(
    root: Path, files: Iterable[ConfiguredFile], exported: Iterable[ExportHeader] = ()
) -> list[ConfiguredHeader]:
    """Return the headers among the files that CMake configures.

    Args:
        root: the port.
        files: what its CMake files configure (`CMakeReader.configured`).
        exported: the headers of export macros that they generate (`CMakeReader.exported`).
    """
    found: dict[str, ConfiguredHeader] = {}
    for one in files:
        header = _header(root, one)
        if header is not None:
            found.setdefault(header.path, header)
    for generated in exported:
        path = Path(os.path.relpath(generated.output, root))
        if path.suffix in _HEADERS and ".." not in path.parts and not unwritable(str(path)):
            made = ConfiguredHeader(path.as_posix(), generated.text, _GENERATOR, ())
            found.setdefault(made.path, made)
    return list(found.values())


def wanted(
    headers: Sequence[ConfiguredHeader], names: Collection[str], folder: Path
) -> tuple[tuple[Path, ...], list[str]]:
    """Write the headers that a unit includes, as CMake does when it configures.

    Args:
        headers: those that the port's CMake files configure.
        names: headers that the unit includes and the port does not have, as it spells them.
        folder: stands for CMake's binary directory.

    Returns:
        Directories to search, and what a person should know.
    """
    directories: dict[Path, None] = {}
    notes = []
    for header in headers:
        target = folder / header.path
        spelled = [name for name in names if f"/{header.path}".endswith(f"/{name}")]
        if not spelled:
            continue
        directories |= {Path(str(target)[: -len(name) - 1]): None for name in spelled}
        note = f"{header.path} made from {header.template}"
        if header.unknown:
            note += f", not known without CMake: {', '.join(header.unknown)}"
        notes.append(note)
        try:
            _write(target, os.fsencode(header.text))
        except OSError as error:  # its name is too long, or another's folder
            notes.append(f"{header.path} cannot be written: {error.strerror}")
    return tuple(directories), notes


def _write(path: Path, data: bytes) -> None:
    if not path.is_file() or read_regular(path) != data:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)


def _header(root: Path, file: ConfiguredFile) -> ConfiguredHeader | None:
    """Return what `configure_file` makes; None when it is no header, or outside of the port."""
    path = Path(os.path.relpath(file.output, root))
    template = Path(os.path.relpath(file.template, root))
    if path.suffix not in _HEADERS or ".." in (*path.parts, *template.parts):
        return None
    if unwritable(str(path)):
        return None
    if not os.path.isfile(file.template) or not is_inside(file.template, root):
        return None
    try:
        text = read_regular_text(file.template)
    except (OSError, UnicodeDecodeError):  # CMake itself will say so
        return None
    unknown: dict[str, None] = {}
    if file.copy_only:
        return ConfiguredHeader(path.as_posix(), text, template.as_posix(), ())

    def value(match: re.Match[str]) -> str:
        if not file.variables.get(match[1]):
            unknown[match[1]] = None
        return ";".join(file.variables.get(match[1], ()))

    def define(match: re.Match[str]) -> str:
        hash_, number, name, rest = match.groups()
        if not file.variables.get(name):
            unknown[name] = None
        true = is_true(";".join(file.variables.get(name, ())))
        if number:
            return f"{hash_}define {name} {int(true)}"
        return f"{hash_}define {name}{rest}" if true else f"/* #undef {name} */"

    text = _AT.sub(value, _DEFINE.sub(define, text))
    if not file.at_only:
        text = _DOLLAR.sub(value, text)
    return ConfiguredHeader(path.as_posix(), text, template.as_posix(), tuple(unknown))


def is_true(value: str) -> bool:
    """Tell what `if()` takes a value for."""
    return value.upper() not in _FALSE and not value.upper().endswith("-NOTFOUND")
