"""The protocol of a target: what code can be converted to."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, Protocol

from porter.convert.steps import Steps, silently

if TYPE_CHECKING:
    from porter.convert.emission import Emission
    from porter.convert.result import FileResult
    from porter.convert.tree_conversion import TreeConversion
    from porter.fixers import Context, Rule
    from porter.options import Options
    from porter.project.discover import Project
    from porter.source import SourceFile
    from porter.source.text.languages import Language

#: Returns what builds a converted tree.
Scaffold = Callable[["TreeConversion"], "Emission"]


class Run(NamedTuple):
    """How a tree is converted, beside what it is converted to.

    Attributes:
        jobs: processes.
        cache: folder of the caches of earlier runs; None for none.
        steps: shows progress.
        in_place: files that get new names get them in the tree itself.
        scaffold: what builds the port; None where only converted files are wanted.
    """

    jobs: int = 1
    cache: Path | None = None
    steps: Steps = silently
    in_place: bool = False
    scaffold: Scaffold | None = None


class Target(Protocol):
    """What code is converted to."""

    @property
    def name(self) -> str:
        """What `--to` calls it, and `Options.target` with it."""
        ...

    @property
    def has_projects(self) -> bool:
        """Whether projects can be written for it (`--project`), with its suffixes (`--rename`)."""
        ...

    @property
    def needs_tree(self) -> bool:
        """Whether the conversion of a file by itself says little, for all that it depends on."""
        ...

    @property
    def stdin(self) -> str:
        """What standard input is called; the name tells its language."""
        ...

    def check(self, project: Project, options: Options) -> None:
        """Refuse, before any file is read, a tree that cannot be converted.

        Raises:
            PorterError: two files would be called the same.
        """
        ...

    def convert_tree(self, project: Project, options: Options, run: Run) -> TreeConversion:
        """Convert every file of `project`; nothing is written.

        Raises:
            PorterError: two files would be called the same, or a table or record is damaged.
        """
        ...

    def convert_text(self, path: str, data: bytes, options: Options) -> FileResult:
        """Convert a text by itself.

        Args:
            path: what it is called, which tells its language.
            data: its bytes.
            options: the user's choices.
        """
        ...


class RuleTarget(Target, Protocol):
    """A target that one set of rules leads to."""

    def rules(self, options: Options) -> tuple[Rule, ...]:
        """Return the rules that `options` choose, in order of precedence."""
        ...

    def single_text(
        self,
        path: str,
        data: bytes,
        language: Language,
        options: Options,
        files: tuple[str, ...] = (),
    ) -> tuple[SourceFile, Context]:
        """Return a text by itself, and the context in which rules convert it.

        Args:
            path: what it is called.
            data: its bytes.
            language: what it is written in.
            options: the user's choices.
            files: other files of its project, of which nothing but the name is known.
        """
        ...
