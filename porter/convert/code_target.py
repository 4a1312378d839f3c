"""A target that CUDA code is converted to by rules, file by file."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from porter.convert.cache import Cache
from porter.convert.headers_outside import about_headers_outside, inclusions_outside
from porter.convert.named_outside import about_named_outside, is_itself, named_outside
from porter.convert.project import convert_project, convertible
from porter.convert.project_index import ProjectIndex
from porter.convert.tree_conversion import TreeConversion, by_path
from porter.files.real_path import real_path
from porter.listing import number_of
from porter.project.discover import Entry, Project
from porter.project.problem import Problem
from porter.source.text.languages import Language, language_of

if TYPE_CHECKING:
    from porter.convert.result import FileResult
    from porter.convert.target import Run
    from porter.fixers import Context, Rule
    from porter.options import Options
    from porter.source import SourceFile


class CodeTarget:
    """What CUDA code becomes by the rules that name this target.

    Args:
        name: what `--to` and the rules call it.
        more: rules that are in no family of `porter.fixers`.
        has_projects: projects can be written for it, with suffixes of its own.
        based_on: the target whose rules it applies, too; its own come on top.
    """

    needs_tree = False
    stdin = "<stdin>.cu"

    def __init__(
        self,
        name: str,
        more: tuple[Rule, ...] = (),
        *,
        has_projects: bool,
        based_on: str | None = None,
    ) -> None:
        self.name = name
        self._targets = frozenset({name, based_on or name})
        self.has_projects = has_projects
        self._more = more

    def rules(self, options: Options) -> tuple[Rule, ...]:
        """Return the rules that `options` choose, in order of precedence."""
        from porter.convert.selection import selected

        return selected(options, self._targets, self._more)

    def check(self, project: Project, options: Options) -> None:
        """Refuse a tree of which two files would be called the same; see `Target`."""
        if options.rename:
            _new_names(project)

    def convert_tree(self, project: Project, options: Options, run: Run) -> TreeConversion:
        """Convert every file of `project`; see `Target`."""
        named = named_outside(project)
        if any(is_itself(project, path) for path in named):
            options = options._replace(own_folder=real_path(project.root).name)
            named = {path: files for path, files in named.items() if not is_itself(project, path)}
        cache = Cache(None)
        if run.cache is not None:
            cache = Cache.of(run.cache, project.root, options)
        made = TreeConversion(project, options, cache=cache)
        if options.rename:
            _rename_files(made, in_place=run.in_place)
        with run.steps("converting", len(convertible(project))) as progress:
            made.files = by_path(
                convert_project(
                    project,
                    options,
                    self.rules,
                    jobs=run.jobs,
                    progress=progress,
                    cache=cache,
                    renamed=frozenset(made.renamed),
                )
            )
        made.names = {identifier: name for identifier, name, *_ in cache.rule_metadata}
        made.names |= {rule.id: rule.name for rule in self._more}
        made.problems += [
            Problem(one.path, one.reason) for one in made.files.values() if not one.is_converted
        ]
        included = inclusions_outside(project, made.converted)
        made.notes += about_headers_outside(project.root, included)
        made.notes += about_named_outside(named)
        made.outside = tuple({**included, **named})
        made.supports = _supports(made)
        made.about = [_about(made)]
        if run.scaffold is not None and self.has_projects:
            made.emission = run.scaffold(made)
        made.notes += made.kept_for_cuda()
        return made

    def convert_text(self, path: str, data: bytes, options: Options) -> FileResult:
        """Convert a text by itself; see `Target`."""
        from porter.convert.worker import FileConverter

        views = ProjectIndex(options, [path]).views
        converter = FileConverter(Path(), options, views, self.rules)
        return converter.convert_data(Entry(path, language_of(path)), data)

    def single_text(
        self,
        path: str,
        data: bytes,
        language: Language,
        options: Options,
        files: tuple[str, ...] = (),
    ) -> tuple[SourceFile, Context]:
        """Return a text by itself, and the context in which rules convert it."""
        from porter.convert.single import single_file_context

        return single_file_context(path, data, language, options, self.rules, files)


def _rename_files(made: TreeConversion, *, in_place: bool) -> None:
    """Give files HIP's suffixes.

    Raises:
        PorterError: two files would be called the same.
    """
    from porter.fixers.build_files.file_names import rule
    from porter.project.renaming import obstacles

    project = made.project
    renames = _new_names(project)
    in_the_way = obstacles(renames, project.root if in_place else None)
    made.problems += [Problem(path, reason) for path, reason in in_the_way.items()]
    made.renamed = {old: new for old, new in renames.items() if old not in in_the_way}
    made.renamed_by = dict.fromkeys(made.renamed, rule.id)


def _new_names(project: Project) -> dict[str, str]:
    """Return path -> path with HIP's suffix, of the files that get one.

    Raises:
        PorterError: two files would be called the same.
    """
    from porter.project.renaming import plan

    paths = [entry.path for entry in project.entries]
    return plan([entry.path for entry in convertible(project)], paths)


def _supports(made: TreeConversion) -> tuple[str, ...]:
    """Return the support headers that the port needs."""
    from porter.compat.headers import with_dependencies
    from porter.convert.included import missing_headers

    wanted = {name for one in made.converted for name in one.supports}
    missing = missing_headers(made.project, made.converted)
    return tuple(sorted({*with_dependencies(wanted), *missing}))


def _about(made: TreeConversion) -> str:
    """Return the choices of a conversion in a line."""
    options = made.options
    chosen = [f"ROCm {options.rocm[0]}.{options.rocm[1]}", f"--warp {options.warp}"]
    chosen += ["--launch hip"] * (options.launch == "hip") + ["--unsafe"] * options.unsafe
    chosen += [f"--{name} roc" for name in options.roc] + ["--gemm ck"] * (options.gemm == "ck")
    if made.renamed:
        (rule,) = set(made.renamed_by.values())
        chosen.append(f"{number_of(len(made.renamed), 'file')} renamed ({rule})")
    return "for " + ", ".join(chosen)
