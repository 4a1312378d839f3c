"""Where a text holds command lines, whatever else it holds."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple
from weakref import WeakKeyDictionary

from porter.source.file import SourceFile
from porter.source.scripts import dockerfile, markup, pipelines
from porter.source.scripts.region import Region, Regions
from porter.source.scripts.shell import Command, read_shell
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
    """

    found: tuple[tuple[Command, Region], ...]
    documents: tuple[Span, ...]
    unread: tuple[Span, ...]


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
    regions = reader(path, data)
    for region in regions.spans:
        script = read_shell(regions.data, region.start, region.end)
        found += ((command, region) for command in script.commands)
        documents += script.documents
        if script.unread is not None:
            unread.append(script.unread)
    return Commands(tuple(found), tuple(documents), tuple(unread))


def command_spans(file: SourceFile) -> Iterator[Span]:
    """Yield the span of each command, from its first word to its last.

    What may be a sentence is left out.
    """
    for command, region in commands_of(file).found:
        if region.is_prose:
            continue
        words = (*command.assignments, *command.words)
        yield min(word.start for word in words), max(word.end for word in words)
