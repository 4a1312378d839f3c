"""Renames a whole tree: contents, file names, and findings.

Nothing is written here. The tree is read three times: for what stays in it, for the identifiers
that it knows, and to rename it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath

from porter.convert.engine import convert_file
from porter.convert.result import NO_INPUTS, FileResult
from porter.errors import described
from porter.files.digests import digest_of
from porter.fixers import Context, Rule
from porter.options import Options
from porter.packs.checks import Check, Checks
from porter.packs.exclusions import Exclusions, slugs_in
from porter.packs.pack import Pack
from porter.packs.paths import PathPlan, new_path, plan_paths, vendored_depth
from porter.packs.record import ReverseRecord, read
from porter.packs.renamer import Renamer
from porter.packs.renaming import Exceptions, Renaming
from porter.packs.reversal import exceptions_of
from porter.packs.survey import Survey, contents, names_of, survey
from porter.project.discover import Entry, Project
from porter.project.problem import Problem
from porter.source import SourceFile
from porter.source.text.languages import Language
from porter.tables.names import Tables

_NO_TABLES = Tables.empty()
_MOST_WORDS = 12


@dataclass(slots=True)
class TreeRename:
    """What a rename makes of a tree.

    Attributes:
        files: what each text gave.
        renamed: old path -> new path.
        links: path of a symbolic link -> where it leads now.
        checks: what was looked at afterwards.
        record: what taking it back must know.
        notes: what a person should know.
        warnings: what a person should look at.
        names: rule id -> name of the rule.
        problems: files that could not be done, and folders that come together.
    """

    files: list[FileResult] = field(default_factory=list)
    renamed: dict[str, str] = field(default_factory=dict)
    links: dict[str, str] = field(default_factory=dict)
    checks: list[Check] = field(default_factory=list)
    record: ReverseRecord = field(default_factory=lambda: ReverseRecord(""))
    notes: list[str] = field(default_factory=list)
    warnings: list[str] = field(default_factory=list)
    names: dict[str, str] = field(default_factory=dict)
    problems: list[Problem] = field(default_factory=list)


def rename_tree(
    project: Project,
    pack: Pack,
    options: Options,
    rules: tuple[Rule, ...],
    progress: Callable[[int], None] = lambda _: None,
) -> TreeRename:
    """Rename a package in every file of `project`; nothing is written.

    Args:
        project: the tree.
        pack: the names.
        options: the user's choices.
        rules: those of the family `package` that the options choose.
        progress: called with the number of files that are done.

    Raises:
        PorterError: two files would be called the same, or the record of an earlier rename is
            damaged.
    """
    return _Run(project, pack, options, rules).run(progress)


def single_text_context(
    path: str, data: bytes, language: Language, pack: Pack, options: Options
) -> tuple[SourceFile, Context]:
    """Return a text that is all there is of its tree, and the context of its rename."""
    renamer = Renamer(pack)
    renaming, reverse = (
        Renaming(one, Exclusions(frozenset(slugs_in(data)))) for one in (renamer, renamer.reverse)
    )
    entry = Entry(path, language)
    names = names_of(Project(Path(), [entry]), [(entry, data)], renaming, reverse, {})
    renaming.taken, renaming.divided = names.taken, names.divided
    return SourceFile(path, data, language), Context(options, _NO_TABLES, package=renaming)


class _Run:
    """One rename of one tree."""

    def __init__(
        self, project: Project, pack: Pack, options: Options, rules: tuple[Rule, ...]
    ) -> None:
        self._project = project
        self._pack = pack
        self._options = options
        self._renamer = Renamer(pack)
        self._noted = read(project.root, pack) if pack.is_reverse else ReverseRecord(pack.name)
        self._renaming = Renaming(self._renamer, exceptions=self._noted.files)
        self._rules = rules

    def run(self, progress: Callable[[int], None]) -> TreeRename:
        project, renamer = self._project, self._renamer
        found = survey(project, renamer)
        renaming = self._renaming
        renaming.exclusions = found.exclusions
        reverse = Renaming(renamer.reverse, found.reverse_exclusions)
        texts = [*found.texts, *found.vendored]
        files = contents(project, texts, [])  # the survey has noted what cannot be read
        names = names_of(project, files, renaming, reverse, found.prebuilt)
        renaming.taken, renaming.divided = names.taken, names.divided
        paths = plan_paths(project, renamer, found.exclusions, self._noted.paths)
        made = TreeRename(renamed=paths.renamed, problems=list(found.problems))
        made.record = ReverseRecord(self._pack.name)
        made.names = {rule.id: rule.name for rule in self._rules}
        made.problems += _merged(paths)
        checks = Checks(project, paths.renamed, renamer)
        for entry in found.texts:
            self._file(entry, made, checks, reverse)
            progress(1)
        self._links(made, found)
        if not self._pack.is_reverse:
            self._note_paths(made, found)
        made.notes += [
            f"{path} holds {len(words)} of the old names: build it again"
            for path, words in sorted(found.prebuilt.items())
        ]
        if not names.new and not paths.renamed:
            made.warnings.append(
                f"nothing here has a name that the pack {self._pack.name} renames: is it the right "
                "tree, and the right direction?"
            )
        made.checks = checks.results()
        made.notes += checks.notes()
        if words := checks.words():
            listed_words = ", ".join(f"{word} ({count})" for word, count in words[:_MOST_WORDS])
            more = f" and {len(words) - _MOST_WORDS} more" if len(words) > _MOST_WORDS else ""
            made.notes.append(
                f"words that only contain the letters, left alone: {listed_words}{more}"
            )
        return made

    def _convert(self, entry: Entry, data: bytes) -> FileResult:
        """Return the result of one file."""
        file = SourceFile(entry.path, data, entry.language)
        try:
            context = Context(self._options, _NO_TABLES, package=self._renaming)
            conversion = convert_file(file, context, self._rules)
            return FileResult.of(conversion, digest_of(data), NO_INPUTS)
        except Exception as error:  # a bug must not cost the other files
            return FileResult(entry.path, reason=f"porter failed on it: {described(error)}")

    def _file(self, entry: Entry, made: TreeRename, checks: Checks, reverse: Renaming) -> None:
        try:
            data = self._project.read(entry.path)
        except OSError as error:
            made.problems.append(Problem(entry.path, f"cannot be read: {error.strerror or error}"))
            return
        result = self._convert(entry, data)
        made.files.append(result)
        if not result.is_converted:
            made.problems.append(Problem(entry.path, result.reason))
            return
        path = made.renamed.get(entry.path, entry.path)
        edits = [one.edit for one in result.edits]
        new = result.apply(data)
        checks.check_file(entry, data, new, edits)
        if not self._pack.is_reverse:
            file = SourceFile(path, new, entry.language)
            places = exceptions_of(file, data, edits, reverse)
            checks.check_reverse(entry.path, places is not None)
            if places:
                made.record.files[path] = Exceptions(digest_of(new), places)

    def _links(self, made: TreeRename, found: Survey) -> None:
        """Let links lead to where their files are now."""
        for entry in self._project.entries:
            if not entry.is_link or self._project.is_vendored(entry.path):
                continue
            try:
                target = self._project.destination(entry.path)
            except OSError:
                continue  # told when the link is written
            new = new_path(target, self._renamer, found.exclusions)
            if new != target and not PurePosixPath(target).is_absolute():
                made.links[entry.path] = new

    def _note_paths(self, made: TreeRename, found: Survey) -> None:
        """Note the paths that their names alone do not lead back to."""
        reverse = self._renamer.reverse
        paths = [entry.path for entry in self._project.entries] + self._project.empty_folders
        for path in paths:
            new = made.renamed.get(path, path)
            depth = vendored_depth(self._project, path)
            if new_path(new, reverse, found.reverse_exclusions, depth) != path:
                made.record.paths[new] = path


def _merged(paths: PathPlan) -> list[Problem]:
    """Return the folders that come together, the outermost of each."""
    return [
        Problem(
            " + ".join(f"{old}/" for old in olds),
            f"become one folder, {folder}/: what is in it cannot be told apart by name",
        )
        for folder, olds in sorted(paths.merged.items())
        if folder.rpartition("/")[0] not in paths.merged
    ]
