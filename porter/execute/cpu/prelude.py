"""What units begin with, parsed once: the headers that clang includes before the first line, and
HIP's own where that line includes it. They are most of what a small program takes to compile.

A precompiled header is taken only where clang would have parsed the same: with the same settings,
no macro of the command line that any of its headers names, and no folder of the command line that
has a header of such a name. It is made when the same settings are asked for a second time.
"""

from __future__ import annotations

import hashlib
import os
import re
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import NamedTuple

from porter.execute.cpu.dialects import Dialect
from porter.execute.cpu.object_cache import dependencies
from porter.execute.cpu.tool_runs import run
from porter.files.expiry import touch
from porter.files.regular import LARGEST_SOURCE, open_regular, read_regular
from porter.toolchain.home import porter_home
from porter.toolchain.precompiled_headers import making, taking

_NAME = re.compile(rb"[A-Za-z_]\w*")
_INCLUDED = re.compile(rb'^[ \t]*#[ \t]*include(?:_next)?[ \t]*[<"]([^>"\n]+)[>"]', re.MULTILINE)
#: A source that begins so begins with HIP's header: comments before it say nothing to clang. One
#: with a backslash may go on in the next line.
_BEGINS_WITH_HIP = re.compile(
    rb"(?:\s|//[^\\\n]*\n|/\*(?:[^*]|\*(?!/))*\*/|#[ \t]*pragma[ \t]+once\b)*"
    rb"#[ \t]*include[ \t]*(?:<hip/hip_runtime\.h>|\"hip/hip_runtime\.h\")"
)
_BEGINNING = 65536
_WITH_VALUE = ("-D", "-U", "-I", "-isystem", "-iquote", "-idirafter")
#: What stands before the headers, or in their place.
_CHANGES_THE_BEGIN = ("-include", "-imacros", "-ivfsoverlay", "-x", "-Xclang", "-no", "@")
#: Folders that clang looks into without being told.
_VARIABLES = ("CPATH", "C_INCLUDE_PATH", "CPLUS_INCLUDE_PATH", "CCC_OVERRIDE_OPTIONS")
#: Words for the linker, or about warnings, of which there are none.
_SAYS_NOTHING = re.compile(r"-(W(?!p,)|L|l).*")


class Flags(NamedTuple):
    """The user's flags, apart.

    Attributes:
        macros: `-DNAME…` and `-UNAME`.
        folders: where headers are looked for.
        others: all that may change how headers are parsed.
    """

    macros: tuple[str, ...]
    folders: tuple[Path, ...]
    others: tuple[str, ...]

    @classmethod
    def of(cls, words: Sequence[str]) -> Flags | None:
        """Return the flags apart; None where units begin with something else."""
        macros, folders, others = [], [], []
        for option, value in _options(words):
            if option in ("-D", "-U"):
                macros.append(option + value)
            elif option:
                folders.append(Path(value))
            elif value.startswith(_CHANGES_THE_BEGIN):
                return None
            elif not _SAYS_NOTHING.fullmatch(value):
                others.append(value)
        return cls(tuple(macros), tuple(folders), tuple(others))


@dataclass(frozen=True)
class Prelude:
    """A precompiled header that may be there.

    Args:
        dialect: the language, with its command line.
        side: flags that choose host or device code, and how it is made.
        text: what the header includes besides what clang does by itself.
        flags: of the user's, those that change it.
        version: of the compiler and the headers.
    """

    dialect: Dialect
    side: tuple[str, ...]
    text: str
    flags: tuple[str, ...]
    version: str

    @property
    def made(self) -> Path:
        """The precompiled header."""
        return self._folder / "prelude.pch"

    @property
    def use(self) -> list[str]:
        """The words by which clang takes it."""
        return taking(self.made)

    @cached_property
    def _folder(self) -> Path:
        command = self.dialect.command(Path("prelude"), self.flags)
        words = "\0".join((*command, *self.side, self.text, self.version))
        digest = hashlib.sha256(words.encode(errors="surrogateescape")).hexdigest()[:32]
        return porter_home() / "cpu-executor" / "preludes" / digest

    @cached_property
    def _names(self) -> bytes:
        return self._kept("names")

    def is_there(self) -> bool:
        """Tell whether it can be used; make it when it is asked for a second time."""
        if self.made.is_file():
            touch(self._folder)
            return True
        try:
            self._folder.mkdir(parents=True)
        except FileExistsError:
            return not (self._folder / "refused").exists() and self._make()
        return False

    def names(self, macro: str) -> bool:
        """Tell whether a header of it names a macro, given as `-DNAME=VALUE` or `-UNAME`."""
        name = re.split(r"[=(]", macro[2:], maxsplit=1)[0]
        return b"\n%s\n" % os.fsencode(name) in self._names

    def is_shadowed_by(self, folder: Path) -> bool:
        """Tell whether a folder has a header that would be found in the place of one of it."""
        return any((folder / os.fsdecode(name)).exists() for name in self._kept("headers").split())

    def discard(self) -> None:
        """Forget it, since clang does not take it any more."""
        with suppress(OSError):
            self.made.unlink()

    def _kept(self, name: str) -> bytes:
        return read_regular(self._folder / name, LARGEST_SOURCE)

    def _make(self) -> bool:
        with tempfile.TemporaryDirectory(dir=self._folder, prefix="make-") as directory:
            work = Path(directory)
            source = self._source()
            command = [*self.dialect.command(source, self.flags), *self.side, "-fsyntax-only"]
            command += [*making(work / "made"), "-MD", "-MF", str(work / "depends")]
            if run(command).returncode:
                (self._folder / "refused").touch()
                return False
            code = [read_regular(Path(name)) for name in dependencies(work / "depends")]
            for kept, pattern in (("names", _NAME), ("headers", _INCLUDED)):
                words = sorted({word for text in code for word in pattern.findall(text)})
                (work / kept).write_bytes(b"\n" + b"\n".join(words) + b"\n")
                os.replace(work / kept, self._folder / kept)
            os.replace(work / "made", self.made)
        return True

    def _source(self) -> Path:
        """The file that is precompiled: clang looks at it again whenever it takes what was made."""
        source = self._folder / "prelude.hip"
        if not source.is_file():
            source.write_text(self.text, encoding="utf-8")
        return source


def find(
    dialect: Dialect, side: Sequence[str], flags: Sequence[str], source: Path, version: str
) -> Prelude | None:
    """Return what a unit begins with, precompiled; None where there is none that is the same.

    Args:
        dialect: the language.
        side: flags that choose host or device code, and how it is made.
        flags: the user's own.
        source: the unit.
        version: of the compiler and the headers.

    Raises:
        OSError: porter's cache cannot be read or written.
    """
    apart = Flags.of(flags)
    if apart is None or any(os.environ.get(name) for name in _VARIABLES):
        return None
    text = "#include <hip/hip_runtime.h>\n" if begins_with_hip(source) else ""
    named: list[str] = []
    for _ in range(3):  # a macro may bring headers in that name another
        prelude = Prelude(dialect, tuple(side), text, (*apart.others, *named), version)
        if not prelude.is_there():
            return None
        last, named = named, [macro for macro in apart.macros if prelude.names(macro)]
        if named == last:
            shadowed = any(prelude.is_shadowed_by(folder) for folder in apart.folders)
            return None if shadowed else prelude
    return None


def begins_with_hip(source: Path) -> bool:
    """Tell whether a unit's first line that says something includes HIP's header."""
    with suppress(OSError), open_regular(source) as file:
        found = _BEGINS_WITH_HIP.match(file.read(_BEGINNING))
        is_quoted = found is not None and found[0].endswith(b'"')
        return found is not None and not (
            is_quoted and (source.parent / "hip" / "hip_runtime.h").exists()
        )
    return False


def _options(words: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Yield options that have a value with it, and others as a value without option."""
    rest = iter(words)
    for word in rest:
        option = next((option for option in _WITH_VALUE if word.startswith(option)), "")
        if option and word == option:
            yield option, next(rest, "")
        else:
            yield option, word.removeprefix(option)
