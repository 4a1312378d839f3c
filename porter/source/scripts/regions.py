"""Where a text holds command lines, whatever else it holds."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import NamedTuple
from weakref import WeakKeyDictionary

from porter.source.file import SourceFile
from porter.source.scripts import dockerfile, markup, pipelines
from porter.source.scripts.region import Region, Regions
from porter.source.scripts.shell import Command, Word, read_shell
from porter.source.text.languages import Language
from porter.source.text.spans import Span

#: Language -> what finds the regions of such a text.
_READERS: dict[Language, Callable[[str, bytes], Regions]] = {
    Language.SHELL: lambda path, data: Regions(data, (Region(0, len(data)),)),
    Language.DOCKERFILE: dockerfile.regions,
    Language.WORKFLOW: pipelines.regions,
    Language.MARKUP: markup.regions,
}


class Commands(NamedTuple):
    """The commands of a file.

    Attributes:
        found: each command, with the region that it stands in.
        documents: the bodies of here-documents, which no rule looks into.
        unread: what could not be read.
        texts: the words that are commands for another shell, whose commands are among `found`.
    """

    found: tuple[tuple[Command, Region], ...]
    documents: tuple[Span, ...]
    unread: tuple[Span, ...]
    texts: frozenset[Span] = frozenset()


def commands_of(file: SourceFile) -> Commands:
    """Return the commands of a file, none where its language holds none."""
    known = _known.get(file)
    if known is None:
        known = _known[file] = _commands(file.language, file.path, file.data)
    return known


_known: WeakKeyDictionary[SourceFile, Commands] = WeakKeyDictionary()


def _commands(language: Language, path: str, data: bytes) -> Commands:
    reader = _READERS.get(language)
    if reader is None:
        return Commands((), (), ())
    found: list[tuple[Command, Region]] = []
    documents: list[Span] = []
    unread: list[Span] = []
    texts: set[Span] = set()
    regions = reader(path, data)
    for region in regions.spans:
        script = read_shell(regions.data, region.start, region.end)
        documents += script.documents
        outer = set(script.commands)
        for command in script.commands:
            for word in _texts(command):
                texts.add((word.start, word.end))
                within = read_shell(regions.data, word.start + 1, word.end - 1)
                # What `"$(…)"` runs is read with the word that it stands in.
                found += ((one, region) for one in within.commands if one not in outer)
            found.append((command, region))
        if script.unread is not None:
            unread.append(script.unread)
    return Commands(tuple(found), tuple(documents), tuple(unread), frozenset(texts))


def _texts(command: Command) -> Iterator[Word]:
    """Yield the words of a command that another shell reads: `bash -c '…'`, `eval '…'`.

    Those with a backslash say something else to that shell than they seem to.
    """
    words = command.words
    is_shell = any(_SHELL.fullmatch(word.text) for word in words)
    for before, word in pairwise(words):
        is_text = (is_shell and _COMMAND_FOLLOWS.fullmatch(before.text)) or words[0].text in _WHOLE
        quote = word.text[:1]
        is_quoted = quote in (b"'", b'"') and word.text.endswith(quote) and len(word.text) > 1
        if is_text and is_quoted and not {0x5C, quote[0]} & set(word.text[1:-1]):
            yield word


_SHELL = re.compile(rb"(?:.*/)?(?:ba|da|z|k)?sh")
_COMMAND_FOLLOWS = re.compile(rb"-[a-z]*c")
_WHOLE = frozenset({b"eval", b"ssh"})


def command_spans(file: SourceFile) -> Iterator[Span]:
    """Yield the span of each command, from its first word to its last.

    What may be a sentence is left out.
    """
    for command, region in commands_of(file).found:
        if region.is_prose:
            continue
        words = (*command.assignments, *command.words)
        yield min(word.start for word in words), max(word.end for word in words)
