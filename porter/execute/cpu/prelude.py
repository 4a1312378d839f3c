"""What units begin with, parsed once: the headers that clang includes before the first line, and
HIP's own where that line includes it; PyTorch's, too, where nothing before them changes them. They
are most of what a small program or an extension takes to compile.

A precompiled header is taken only where clang would have parsed the same: with the same settings,
no macro of the command line or of the unit that any of its headers names, and no folder of the
command line that has a header of such a name. It is made when the same settings are asked for a
second time; PyTorch's at once, since making it takes no longer than a unit without it.
"""

from __future__ import annotations

import hashlib
import os
import re
import tempfile
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Protocol

from porter.execute.cpu.leading_headers import Leading, first_of_pytorch, leading
from porter.execute.cpu.object_cache import dependencies
from porter.execute.cpu.prelude_flags import Flags, folders_from
from porter.execute.cpu.tool_runs import run
from porter.files.expiry import keep_newest, touch
from porter.files.lock import locked
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
#: So many of PyTorch's are kept, of 170 MB each: two sets of flags for three architectures.
_MOST = 16
_DEFINED = re.compile(rb"^#define (\w+)", re.MULTILINE)
#: Folders that clang looks into without being told.
_VARIABLES = ("CPATH", "C_INCLUDE_PATH", "CPLUS_INCLUDE_PATH", "CCC_OVERRIDE_OPTIONS")


class Language(Protocol):
    """A language, with the command line of its compiler."""

    def command(self, source: Path, flags: Sequence[str]) -> list[str]:
        """Return clang's command line for a source, up to what is to be made of it.

        Args:
            source: the file.
            flags: the user's own.
        """


@dataclass(frozen=True)
class Prelude:
    """A precompiled header that may be there.

    Args:
        dialect: the language, with its command line.
        side: flags that choose host or device code, and how it is made.
        text: what the header includes besides what clang does by itself.
        flags: of the user's, those that change it.
        version: of the compiler and the headers.
        pytorch: the header of PyTorch's that it ends with; empty for none.
    """

    dialect: Language
    side: tuple[str, ...]
    text: str
    flags: tuple[str, ...]
    version: str
    pytorch: str = ""

    @property
    def made(self) -> Path:
        """The precompiled header."""
        return self._folder / "prelude.pch"

    @property
    def use(self) -> list[str]:
        """The words by which clang takes it."""
        return taking(self.made)

    @property
    def _text(self) -> str:
        return self.text + (f"#include <{self.pytorch}>\n" if self.pytorch else "")

    @cached_property
    def _folder(self) -> Path:
        command = self.dialect.command(Path("prelude"), self.flags)
        words = "\0".join((*command, *self.side, self._text, self.version))
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
        if self.pytorch:
            with locked(self._folder):  # the others would make the same
                is_refused = (self._folder / "refused").exists()
                is_there = self.made.is_file() or (not is_refused and self._make())
            keep_newest((one.parent for one in self._folder.parent.glob("*/macros")), _MOST)
            return is_there
        try:
            self._folder.mkdir(parents=True)
        except FileExistsError:
            return not (self._folder / "refused").exists() and self._make()
        return False

    def names(self, macro: str) -> bool:
        """Tell whether a header of it names a macro, given as `-DNAME=VALUE` or `-UNAME`."""
        name = re.split(r"[=(]", macro[2:], maxsplit=1)[0]
        return b"\n%s\n" % os.fsencode(name) in self._names

    def hears_of(self, unit: Leading) -> bool:
        """Tell whether it would be read otherwise where a unit's code comes before it."""
        own = {b"\n%s\n" % name for name in unit.defined}
        own |= {b"\n%s\n" % name for name in unit.asked & self._introduced}
        return any(name in self._names for name in own)

    @cached_property
    def _introduced(self) -> frozenset[bytes]:
        return frozenset(self._kept("macros").split())

    def is_shadowed_by(self, folder: Path) -> bool:
        """Tell whether a folder has a header that would be found in the place of one of it."""
        return any((folder / os.fsdecode(name)).exists() for name in self._kept("headers").split())

    def named(self, macros: Sequence[str]) -> list[str]:
        """Return the macros that its headers name, without making it.

        Args:
            macros: `-DNAME…` and `-UNAME`.
        """
        with locked(self._folder):
            if not (self._folder / "names").is_file():
                self._look()
        return [macro for macro in macros if self.names(macro)]

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
            self._keep_words(work)
            if self.pytorch:
                (work / "macros").write_bytes(b"\n".join(sorted(self._macros(work))))
                os.replace(work / "macros", self._folder / "macros")
            os.replace(work / "made", self.made)
        return True

    def _look(self) -> None:
        """Keep what its headers say."""
        with tempfile.TemporaryDirectory(dir=self._folder, prefix="look-") as directory:
            work = Path(directory)
            command = [*self.dialect.command(self._source(), self.flags), *self.side, "-E"]
            run([*command, "-MD", "-MF", str(work / "depends"), "-o", os.devnull])
            self._keep_words(work)

    def _keep_words(self, work: Path) -> None:
        code = [read_regular(Path(name)) for name in dependencies(work / "depends")]
        for kept, pattern in (("names", _NAME), ("headers", _INCLUDED)):
            words = sorted({word for text in code for word in pattern.findall(text)})
            (work / kept).write_bytes(b"\n" + b"\n".join(words) + b"\n")
            os.replace(work / kept, self._folder / kept)

    def _macros(self, work: Path) -> set[bytes]:
        """Return the macros that its headers define, besides what clang does by itself."""
        nothing = work / "nothing.hip"
        nothing.touch()
        defined: list[set[bytes]] = []
        for source in (self._source(), nothing):
            command = [*self.dialect.command(source, self.flags), *self.side]
            done = run([*command, "-E", "-dM", "-o", "-"])
            defined.append({*_DEFINED.findall(done.stdout.encode())})
        return defined[0] - defined[1]

    def _source(self) -> Path:
        """The file that is precompiled: clang looks at it again whenever it takes what was made."""
        source = self._folder / "prelude.hip"
        if not source.is_file():
            source.write_text(self._text, encoding="utf-8")
        return source


def find(
    dialect: Language, side: Sequence[str], flags: Sequence[str], source: Path, version: str
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
    apart = apart.overridden(side)
    first = Prelude(dialect, tuple(side), _text(source), apart.others, version)
    return _with_pytorch(first, apart, flags, source) or _found(first, apart.macros, apart.folders)


def find_pytorch(
    language: Language, flags: Sequence[str], source: Path, version: str
) -> Prelude | None:
    """Return what a unit without device code begins with of PyTorch's, as `find` does.

    Raises:
        OSError: porter's cache cannot be read or written.
    """
    apart = Flags.of(flags)
    if apart is None or any(os.environ.get(name) for name in _VARIABLES):
        return None
    first = Prelude(language, (), _text(source), apart.others, version)
    return _with_pytorch(first, apart, flags, source)


def _text(source: Path) -> str:
    return "#include <hip/hip_runtime.h>\n" if begins_with_hip(source) else ""


def _with_pytorch(
    first: Prelude, apart: Flags, flags: Sequence[str], source: Path
) -> Prelude | None:
    """Return what ends with PyTorch's headers, where a unit has them and does not change them."""
    at = first_of_pytorch(apart.folders)
    unit = None if at is None else leading(source, apart.folders[:at])
    if at is None or unit is None:
        return None
    kept = (*apart.others, *folders_from(at, flags))
    whole = replace(first, flags=kept, pytorch=unit.header)
    found = _found(whole, apart.macros, apart.folders[:at], whole.named(apart.macros))
    return None if found is None or found.hears_of(unit) else found


def _found(
    first: Prelude, macros: Sequence[str], folders: Sequence[Path], named: Sequence[str] = ()
) -> Prelude | None:
    """Return a precompiled header for the macros and the folders of a command line.

    Args:
        first: the header without macros.
        macros: `-DNAME…` and `-UNAME`.
        folders: where the project's own headers are looked for.
        named: the macros that its headers are known to name.
    """
    named = [*named]
    for _ in range(3):  # a macro may bring headers in that name another
        prelude = replace(first, flags=(*first.flags, *named))
        if not prelude.is_there():
            return None
        last, named = named, [macro for macro in macros if prelude.names(macro)]
        if named == last:
            shadowed = any(prelude.is_shadowed_by(folder) for folder in folders)
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
