"""The rules of a port: those of CUDA to HIP, or a rule pack's."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from porter.project.discover import discover
from porter.project.settings.settings import ProjectSettings
from porter.source.text.languages import Language, language_of

if TYPE_CHECKING:
    from porter.convert.project import Outcome
    from porter.options import Options
    from porter.packs.pack import Pack


class Rules:
    """What a port is converted with.

    Args:
        project: what porter.toml says.
        severities: `[findings]` of porter.toml.

    Raises:
        PorterError: there is no such rule pack, or it is not in order.
    """

    def __init__(self, project: ProjectSettings, severities: tuple[tuple[str, str], ...]) -> None:
        self.project = project
        self.pack: Pack | None = None
        if project.to != "hip" or project.rules is not None:
            from porter.packs.pack import chosen

            self.pack = chosen(project.to if project.to != "hip" else None, project.rules)
        target = "hip" if self.pack is None else self.pack.target
        self.options: Options = project.choices.options(target, severities)

    def outcomes(self, upstream: Path, *, unsafe: bool = False) -> dict[str, Outcome]:
        """Return path -> what rules do to that file of upstream's; nothing is written.

        Args:
            upstream: the tree.
            unsafe: with the fixes that may change behaviour, whatever the choices say.
        """
        choices, project = self.project.choices, self.project
        tree = discover(
            upstream, project.excluded_from(upstream), include_vendored=choices.vendored
        )
        options = self.options
        if unsafe:
            options = options._replace(unsafe=True, skip=frozenset())
        if self.pack is not None:
            from porter.convert.rename import rename_tree

            return {one.path: one for one in rename_tree(tree, self.pack, options).outcomes}
        from porter.convert.cache import Cache
        from porter.convert.project import convert_project, convertible
        from porter.files.home import porter_home
        from porter.project.renaming import plan

        renamed: frozenset[str] = frozenset()
        if options.rename:
            sources = [entry.path for entry in convertible(tree)]
            renamed = frozenset(plan(sources, [entry.path for entry in tree.entries]))
        known = Cache.of(porter_home() / "cache" / "convert", upstream, options)
        converted = convert_project(tree, options, known=known, renamed=renamed)
        found = {outcome.path: outcome for outcome in converted}
        known.save()
        return found

    def alone(self, path: str, data: bytes) -> Outcome | None:
        """Return what rules do to a file that stands alone; None where they do not look at it.

        Args:
            path: its path, which tells its language.
            data: its bytes.
        """
        language = language_of(path)
        if self.pack is not None:
            from porter.convert.rename import rename_bytes

            return rename_bytes(path, data, language, self.pack, self.options)
        if language is Language.OTHER:
            return None
        from porter.convert.project import convert_bytes

        return convert_bytes(path, data, language, self.options)
