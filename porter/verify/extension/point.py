"""A case of an extension at one combination of its parameters, a point."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from porter.project.settings.settings import ProjectSettings
from porter.verify.extension.result import Result
from porter.verify.extension.sides import Side, Sides
from porter.verify.recording.sources import tree_hash

#: Seeds of the inputs.
SEEDS = (0, 1)


@dataclass(frozen=True, slots=True)
class CasePoint:
    """A case at a point.

    Attributes:
        sides: what runs it.
        name: of the case.
        index: place of the point among the case's.
        point: the parameters as text.
    """

    sides: Sides
    name: str
    index: int
    point: str

    @property
    def project(self) -> ProjectSettings:
        """Whose case it is."""
        return self.sides.project

    def run(
        self,
        side: Side,
        seed: int,
        timeout: float,
        variables: Mapping[str, str] | None = None,
        *,
        is_traced: bool = False,
    ) -> Result:
        """Run it on one side; see `Sides.run`.

        Raises:
            PorterError: the side cannot be built, or the case fails.
        """
        return self.sides.run(
            side, self.name, self.index, seed, timeout, variables, is_traced=is_traced
        )


def extension_hash(project: ProjectSettings, arch: str) -> str:
    """Return a hash of what CUDA's side of an extension is built of for an architecture.

    Args:
        project: whose extension it is.
        arch: such as "sm_90"; empty counts the sources of all architectures.
    """
    return _read_once(project.upstream, arch, project.exclude)


@lru_cache(maxsize=8)
def _read_once(folder: Path, arch: str, exclude: tuple[str, ...]) -> str:
    return tree_hash(folder, arch, exclude)
