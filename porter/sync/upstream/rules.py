"""The rules of a port: its target and options, as porter.toml gives them."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from porter.convert.own_hip_twins import leave_own_twins
from porter.convert.target import Run
from porter.convert.targets import chosen
from porter.files.home import conversion_cache
from porter.project.discover import discover
from porter.project.settings.settings import ProjectSettings

if TYPE_CHECKING:
    from porter.convert.result import FileResult
    from porter.convert.target import Target
    from porter.convert.tree_conversion import TreeConversion
    from porter.options import Options


class Rules:
    """What a port is converted with.

    Args:
        project: what porter.toml says.
        severities: `[findings]` of porter.toml.

    Attributes:
        target: what upstream becomes.
        options: the choices.

    Raises:
        PorterError: there is no such target, or a rule pack is not in order.
    """

    def __init__(self, project: ProjectSettings, severities: tuple[tuple[str, str], ...]) -> None:
        self.project = project
        self.target: Target = chosen(project.to, project.rules)
        self.options: Options = project.choices.options(self.target.name, severities)

    def results(self, upstream: Path, *, unsafe: bool = False) -> dict[str, FileResult]:
        """Return path -> what rules do to that file of upstream's; arguments as `conversion`."""
        return self.conversion(upstream, unsafe=unsafe).files

    def conversion(self, upstream: Path, *, unsafe: bool = False) -> TreeConversion:
        """Return what rules make of a tree; nothing is written.

        Args:
            upstream: the tree.
            unsafe: with the fixes that may change behaviour, whatever the choices say.
        """
        project = self.project
        excluded = project.excluded_from(upstream)
        tree = discover(upstream, excluded, include_vendored=project.choices.vendored)
        if not project.choices.vendored:
            leave_own_twins(tree)
        options = self.options
        if unsafe:
            options = options._replace(unsafe=True, skip=frozenset())
        if project.choices.target:
            from porter.port.part import keep_target

            options = keep_target(tree, options, project.choices.target).options
        run = Run(cache=conversion_cache())
        conversion = self.target.convert_tree(tree, options, run)
        conversion.cache.save()
        return conversion

    def isolated(self, path: str, data: bytes) -> FileResult:
        """Return what rules do to a file by itself.

        Args:
            path: its path, which tells its language.
            data: its bytes.
        """
        return self.target.convert_text(path, data, self.options)
