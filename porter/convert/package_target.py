"""A target that a rule pack describes: a package under another name."""

from __future__ import annotations

from typing import TYPE_CHECKING

from porter.convert.engine import convert_file
from porter.convert.rename import rename_tree, single_text_context
from porter.convert.result import NO_INPUTS, FileResult
from porter.convert.selection import selected
from porter.convert.tree_conversion import TreeConversion, by_path
from porter.files.digests import digest_of
from porter.listing import number_of
from porter.packs.journal import without_done
from porter.packs.pack import Pack
from porter.packs.record import read
from porter.project.discover import Project
from porter.source.text.languages import Language, language_of

if TYPE_CHECKING:
    from porter.convert.target import Run
    from porter.fixers import Context, Rule
    from porter.options import Options
    from porter.source import SourceFile


class PackageTarget:
    """What a package becomes by a rule pack.

    Args:
        pack: the pack.
    """

    has_projects = False
    needs_tree = True  # what stays of the old names depends on all of the tree
    stdin = "<stdin>"

    def __init__(self, pack: Pack) -> None:
        self.pack = pack
        self.name = pack.target

    def rules(self, options: Options) -> tuple[Rule, ...]:
        """Return the rules that `options` choose, in order of precedence."""
        return selected(options, frozenset({"package"}))

    def check(self, project: Project, options: Options) -> None:
        """Refuse nothing: what files are called is known when all are read; see `Target`."""

    def convert_tree(self, project: Project, options: Options, run: Run) -> TreeConversion:
        """Rename the package in every file of `project`; see `Target`."""
        from porter.fixers.package.package_names import rule

        is_resumed = without_done(project)
        with run.steps("renaming", len(project.entries)) as progress:
            made = rename_tree(project, self.pack, options, self.rules(options), progress)
        if run.in_place and is_resumed and not self.pack.is_reverse:
            made.record = made.record.joined_with(read(project.root, self.pack))
        about = [str(self.pack)]
        if made.renamed:
            files = number_of(len(made.renamed), "file")
            about.append(f"{files} called or placed otherwise ({rule.id})")
        return TreeConversion(
            project,
            options,
            by_path(made.files),
            about,
            made.renamed,
            dict.fromkeys(made.renamed, rule.id),
            made.links,
            names=made.names,
            notes=made.notes,
            warnings=made.warnings,
            problems=made.problems,
            pack=str(self.pack),
            checks=made.checks,
            record=made.record,
        )

    def convert_text(self, path: str, data: bytes, options: Options) -> FileResult:
        """Rename the package in a text that is all there is of its tree; see `Target`."""
        found = self.single_text(path, data, language_of(path), options)
        conversion = convert_file(*found, self.rules(options))
        return FileResult.of(conversion, digest_of(data), NO_INPUTS)

    def single_text(
        self,
        path: str,
        data: bytes,
        language: Language,
        options: Options,
        files: tuple[str, ...] = (),
    ) -> tuple[SourceFile, Context]:
        """Return a text that is all there is of its tree, and the context of its rename."""
        return single_text_context(path, data, language, self.pack, options)
