"""A target of two stages: code is converted, then its package is renamed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from porter.convert.composition import composed
from porter.convert.converted_project import ConvertedProject
from porter.convert.emission import Emission, EmittedFile
from porter.convert.package_target import PackageTarget
from porter.convert.result import FileResult
from porter.convert.tree_conversion import TreeConversion
from porter.errors import PorterError
from porter.packs.journal import was_cut_short
from porter.project.problem import Problem
from porter.source import SourceFile
from porter.source.text.languages import language_of

if TYPE_CHECKING:
    from porter.convert.target import RuleTarget, Run
    from porter.options import Options
    from porter.packs.pack import Pack
    from porter.project.discover import Project


class ConvertThenRename:
    """What code becomes when a rule pack renames what it is converted to.

    Args:
        code: what the code is converted to.
        pack: the names.
    """

    needs_tree = True

    def __init__(self, code: RuleTarget, pack: Pack) -> None:
        self._code = code
        self._package = PackageTarget(pack)
        self.name = f"{code.name}+{pack.target}"
        self.has_projects = code.has_projects
        self.stdin = code.stdin

    def check(self, project: Project, options: Options) -> None:
        """Refuse two sides in one file, and what the first stage refuses; see `Target`."""
        if options.dual:
            raise PorterError(
                "--dual keeps CUDA's side, whose names a rule pack would leave behind",
                hint="use --dual and the rule pack in separate runs",
            )
        self._code.check(project, self._for(self._code, options))

    def convert_tree(self, project: Project, options: Options, run: Run) -> TreeConversion:
        """Convert the tree, and rename what that gives; see `Target`.

        A rename in place that was cut short had a converted tree before it, and goes on.
        """
        if was_cut_short(project):
            return self._package.convert_tree(project, self._for(self._package, options), run)
        first = self._code.convert_tree(project, self._for(self._code, options), run)
        first.cache.save()
        between = ConvertedProject(first)
        second = self._package.convert_tree(between, self._for(self._package, options), run)
        return _Joined(first, second, between).conversion(options)

    def convert_text(self, path: str, data: bytes, options: Options) -> FileResult:
        """Convert a text, and rename what that gives; see `Target`."""
        first = self._code.convert_text(path, data, self._for(self._code, options))
        if not first.is_converted:
            return first
        middle = first.apply(data)
        second = self._package.convert_text(path, middle, self._for(self._package, options))
        return composed(first, second, SourceFile(path, data, language_of(path)), middle)

    @staticmethod
    def _for(stage: RuleTarget, options: Options) -> Options:
        """Return the options of one stage."""
        return options._replace(target=stage.name)


class _Joined:
    """Two conversions of a tree, one after the other, as one.

    Args:
        first: the conversion of the code.
        second: the rename of what it gave.
        between: what it gave.
    """

    def __init__(
        self, first: TreeConversion, second: TreeConversion, between: ConvertedProject
    ) -> None:
        self._first = first
        self._second = second
        self._between = between

    def conversion(self, options: Options) -> TreeConversion:
        """Return the conversion of the tree as it was."""
        first, second = self._first, self._second
        renamed, renamed_by = self._renames()
        return TreeConversion(
            first.project,
            options,
            self._files(),
            [*first.about, *second.about],
            renamed,
            renamed_by,
            {self._old(path): to for path, to in second.links.items()},
            first.supports,
            {**first.names, **second.names},
            [*first.notes, *second.notes],
            [*first.warnings, *second.warnings],
            self._problems(),
            second.pack,
            second.checks,
            second.record,
            self._emission(),
            stages=(first, second),
        )

    def _problems(self) -> list[Problem]:
        """Return what could not be done, once where neither stage could read a file."""
        found = [Problem(self._old(path), reason) for path, reason in self._second.problems]
        return list(dict.fromkeys([*self._first.problems, *found]))

    def _old(self, path: str) -> str:
        between = self._between
        return between.origin.get(path) or between.replaced.get(path, path)

    def _renames(self) -> tuple[dict[str, str], dict[str, str]]:
        """Return path -> new path of files and folders, and the rule that gives it."""
        first, second = self._first, self._second
        renamed, rules = dict(first.renamed), dict(first.renamed_by)
        between = self._between
        own = {*between.origin, *between.replaced, *between.empty_folders}
        for path, new in second.renamed.items():
            if path in own:
                old = self._old(path)
                renamed[old] = new
                rules[old] = ", ".join([*filter(None, [rules.get(old)]), second.renamed_by[path]])
        return renamed, rules

    def _files(self) -> dict[str, FileResult]:
        """Return the results of both for each of upstream's files, by path."""
        first, between = self._first, self._between
        found = dict(first.files)
        for path, second in self._second.files.items():
            if path not in between.origin:
                continue
            old = between.origin[path]
            before = found.get(old, FileResult(old, second.digest))
            if not before.is_converted:
                continue
            if not second.is_converted:
                found[old] = FileResult(old, second.digest, second.reason)
            elif second.changes or second.findings or old not in found:
                data = first.project.read(old)
                file = SourceFile(old, data, language_of(old))
                found[old] = composed(before, second, file, before.apply(data))
        return {path: found[path] for path in sorted(found)}

    def _emission(self) -> Emission:
        """Return what the port gets beside its converted files, renamed like these."""
        first, second = self._first.emission, self._second
        files = {}
        for path, file in first.files.items():
            result = second.files.get(path)
            data = file.data if result is None else result.apply(file.data)
            new = second.renamed.get(path, path)
            files[new] = EmittedFile(data, file.is_executable)
        return Emission(files, dict(first.left_out), list(first.notes), first.resolved_findings)
