"""The context of one text among the files of a project that was converted before."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

from porter.convert.context import prepare
from porter.convert.lazy_facts import LazyFacts
from porter.convert.project_index import ProjectIndex
from porter.convert.result import FileResult
from porter.convert.selection import Select, known_names
from porter.convert.single import converter
from porter.fixers import Context
from porter.options import Options
from porter.project.facts import Facts, TreeFacts, facts_of
from porter.project.file_view import FileViews
from porter.source import SourceFile
from porter.source.text.languages import Language, language_of
from porter.tables.names import tables_of


class KnownProject:
    """A project of which every file was converted once.

    Args:
        root: its folder.
        options: the choices of the conversion.
        files: path -> result of each file.
    """

    def __init__(self, root: Path, options: Options, files: Mapping[str, FileResult]) -> None:
        self.root = root
        self._options = options
        self._paths = [path for path in files if language_of(path) is Language.CUDA]
        known = {path: one.inputs.facts for path, one in files.items()}
        self._facts = LazyFacts({path: one for path, one in known.items() if one is not None})
        self._views = self._views_with(())

    def _views_with(self, more: tuple[str, ...]) -> FileViews:
        return ProjectIndex(self._options, [*self._paths, *more]).views

    def text(
        self, path: str, data: bytes, language: Language, options: Options, select: Select
    ) -> tuple[SourceFile, Context]:
        """Return a text in place of a file of the project, and the context of its conversion.

        Args:
            path: the file, relative to the root; the project need not have it yet.
            data: its bytes.
            language: what it is written in.
            options: the user's choices.
            select: the rules of the target.
        """
        file = SourceFile(path, data, language, root=self.root)
        facts = facts_of(file, known_names(tables_of(options)))
        if path not in self._facts and language is Language.CUDA:
            views = self._views_with((path,))
        else:
            views = self._views
        view = views.of_files(_WithText(self._facts, path, facts), [path])[path]
        return file, prepare(file, facts, view, options, converter(select))


class _WithText(TreeFacts):
    """The facts of a tree, those of one file replaced."""

    def __init__(self, tree: TreeFacts, path: str, facts: Facts) -> None:
        self._tree = tree
        self._path = path
        self._facts = facts

    @property
    def definers(self) -> list[str]:
        others = [path for path in self._tree.definers if path != self._path]
        return [*others, self._path] if self._facts.definitions else others

    def __getitem__(self, path: str) -> Facts:
        return self._facts if path == self._path else self._tree[path]

    def __iter__(self) -> Iterator[str]:
        yield from (path for path in self._tree if path != self._path)
        yield self._path

    def __len__(self) -> int:
        return sum(1 for _ in self)
