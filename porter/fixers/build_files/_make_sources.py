"""The C and C++ sources that a command of a Makefile has a host compiler read."""

from __future__ import annotations

import os
import posixpath
import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from porter.fixers.build_files._included import includes
from porter.fixers.build_files._make import changeable, reading
from porter.source import SourceFile
from porter.source.build_files.globs import matching
from porter.source.build_files.make_commands import Compiler, commands, leading_words
from porter.source.build_files.make_flow import MakeFlow
from porter.source.build_files.make_values import MakeValues
from porter.source.build_files.makefile import Kind, lines
from porter.source.text.spans import Span

_SUFFIX = rb"\.(?:cpp|cc|cxx|C)"
_SUFFIX_OR_C = rb"\.(?:cpp|cc|cxx|C|c)"
_FIRST = re.compile(rb"\$<|\$\(<\)")
_ALL = re.compile(rb"\$\^|\$\(\^\)")
#: A variable of the shell's, which a loop over the sources sets.
_OF_A_LOOP = re.compile(rb"(?<=[\s\"])\$\$\{?[a-z]\w*")
_FOLDER = re.compile(rb"-I[ \t]*([\w./-]+)")
#: So many sources of a rule for many are looked at.
_MOST = 2000


class Sources:
    """What a Makefile's commands read.

    Args:
        file: the Makefile.
        wanted: matches the name of a header that is looked for.
        with_c: whether sources of C count.
    """

    def __init__(
        self, file: SourceFile, wanted: re.Pattern[bytes], *, with_c: bool = False
    ) -> None:
        suffix = _SUFFIX_OR_C if with_c else _SUFFIX
        self._file, self._wanted = file, wanted
        self._source = re.compile(rb"(?<![\w./%%$)}-])[\w./-]+%b(?![\w.])" % suffix)
        self._pattern = re.compile(rb"%%(%b)(?![\w.])" % suffix)
        self._suffix_rule = re.compile(rb"(%b)\.o" % suffix)
        self._values: MakeValues | None = None

    def named(self, command: bytes, needs: bytes) -> bool:
        """Tell whether a source that a command reads by its name includes such a header.

        Args:
            command: the command.
            needs: the prerequisites of its rule.
        """
        found = self._source.findall(self._expanded(command))
        if _ALL.search(command) or _OF_A_LOOP.search(command):
            found += self._source.findall(self._expanded(needs))
        elif _FIRST.search(command):
            found += self._source.findall(self._expanded(needs))[:1]
        return any(map(self._includes, found[:_MOST]))

    def meant(self, command: bytes, needs: bytes) -> Iterator[bytes]:
        """Yield the names of the sources of a rule for many that include such a header.

        Args:
            command: a command of the rule.
            needs: its prerequisites.
        """
        match = None
        if _FIRST.search(command):
            match = self._pattern.search(needs) or self._suffix_rule.match(needs)
        root = self._file.depend_on_tree() if match else None
        if match is None or root is None:
            return
        folder = root / posixpath.dirname(self._file.path)
        pattern = "*" + os.fsdecode(match[1])
        for one in matching(root, folder, pattern, recursive=True)[:_MOST]:
            if self._includes(os.fsencode(one.relative_to(folder).as_posix())):
                yield os.fsencode(one.name)

    def _expanded(self, text: bytes) -> bytes:
        """Return a text with the values of variables, as no condition would change them."""
        if b"$" not in text:
            return text
        if self._values is None:
            root = self._file.depend_on_tree() or Path()
            folder = root / posixpath.dirname(self._file.path)
            self._values = MakeValues(root, folder, lambda reason: None)
            for line in lines(self._file.data):
                if line.kind is Kind.ASSIGNMENT and not line.target:
                    words = (line.name, line.operator, line.text)
                    self._values.assign(*(os.fsdecode(word).strip() for word in words))
        return os.fsencode(self._values.expand(os.fsdecode(text)))

    def _includes(self, source: bytes) -> bool:
        here = posixpath.dirname(self._file.path)
        data = self._file.data
        folders = [posixpath.join(here, os.fsdecode(one)) for one in _FOLDER.findall(data)]
        path = posixpath.join(here, os.fsdecode(source))
        return includes(self._file, [path], folders, self._wanted)


class HostCommand(NamedTuple):
    """A command of a recipe that calls a compiler of C or C++, and no other.

    Attributes:
        text: the command.
        start: its offset in the file.
        compiler: where it names the compiler, in its text.
        needs: the prerequisites of its rule.
    """

    text: bytes
    start: int
    compiler: Span
    needs: bytes


def host_commands(file: SourceFile) -> Iterator[HostCommand]:
    """Yield the commands of a Makefile that call compilers of C or C++.

    Args:
        file: the Makefile.
    """
    flow = reading(file).flow
    needs = b""
    for line in changeable(file):
        if line.kind is Kind.OTHER:
            needs = line.text.rpartition(b":")[2] if b"%" in line.text else line.text
        for start, end in commands(line.text) if line.kind is Kind.RECIPE else ():
            text = line.text[start:end]
            compiler = _host_compiler(flow, text)
            if compiler is not None:
                yield HostCommand(text, line.text_start + start, compiler, needs)


def _host_compiler(flow: MakeFlow, command: bytes) -> Span | None:
    """Return where a command names a compiler of C or C++, and no other."""
    if flow.compilers(command) != {Compiler.HOST}:
        return None
    for word, end in leading_words(command):
        if flow.compilers(word) == {Compiler.HOST}:
            return end - len(word), end
    return None
