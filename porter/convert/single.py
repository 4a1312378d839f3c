"""The context of one text that is converted by itself, without other files of its project."""

from __future__ import annotations

from porter.convert.context import prepare
from porter.convert.engine import convert_file
from porter.convert.selection import Select, known_names
from porter.fixers import Context
from porter.fixers.conversion import Conversion, Convert
from porter.options import Options
from porter.project import facts as project_facts
from porter.project.file_view import FileViews
from porter.project.includes import IncludeGraph
from porter.project.renaming import plan
from porter.source import SourceFile
from porter.source.text.languages import Language, language_of
from porter.tables.names import tables_of


def single_file_context(
    path: str,
    data: bytes,
    language: Language,
    options: Options,
    select: Select,
    files: tuple[str, ...] = (),
) -> tuple[SourceFile, Context]:
    """Return a file and the context of its conversion when its project is not known.

    Args:
        path: the file, relative to the project's root.
        data: its bytes.
        language: what it is written in.
        options: the user's choices.
        select: the rules of the target.
        files: other files of the project.
    """
    paths = (path, *files)
    changed = frozenset(plan(paths, paths)) if options.rename else frozenset()
    tables = tables_of(options)
    views = FileViews(IncludeGraph(paths), tables.headers, changed)
    file = SourceFile(path, data, language)
    facts = project_facts.facts_of(file, known_names(tables))
    view = views.isolated(path, facts)
    return file, prepare(file, facts, view, options, converter(select))


def converter(select: Select) -> Convert:
    """Return what converts a text by itself.

    Args:
        select: the rules of the target.
    """

    def convert(path: str, data: bytes, options: Options) -> Conversion:
        found = single_file_context(path, data, language_of(path), options, select)
        return convert_file(*found, select(options))

    return convert
