"""What can be verified: each case of each kind, at each of its parameters, on each architecture."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol

from porter.project.settings.settings import ProjectSettings
from porter.verify.sides import AMD, NVIDIA
from porter.verify.verdict import Verdict


@dataclass(frozen=True, slots=True)
class Options:
    """What all checks of one run share.

    Attributes:
        ref: where CUDA's side comes from: one of `sides.WAYS`, or empty for the best there is;
            "torch" for the reference in PyTorch, which cases of extensions have.
        stale_ok: accept recordings of other sources.
        timeout: seconds after which a run is given up.
        trace: "off", "hash" or "full": whether launches are recorded and compared, and how.
    """

    ref: str = ""
    stale_ok: bool = False
    timeout: float = 600.0
    trace: str = "off"


class Check(Protocol):
    """One comparison of the port with the reference; a kind of cases is a class that has these."""

    @property
    def name(self) -> str:
        """A name that is unique in the project: kind, case, parameters and architecture."""

    def run(self, options: Options) -> Verdict:
        """Build and run what is needed and compare. What a user can act on is in the verdict."""


def checks(project: ProjectSettings, archs: Sequence[str] = (), ref: str = "") -> Iterator[Check]:
    """Yield all that `project` has to verify, in the order of porter.toml.

    Args:
        project: what to compare.
        archs: only these architectures; empty for those that the project and its cases name.
        ref: the reference, as in `Options`; "torch" leaves out programs and kernels.

    Raises:
        PorterError: a file of cases is wrong.
    """
    from porter.verify.extension.check import extension_checks
    from porter.verify.kernel.check import kernel_checks
    from porter.verify.program.check import program_checks

    if ref != "torch":
        yield from program_checks(project, archs)
        yield from kernel_checks(project, archs)
    yield from extension_checks(project, archs)


def architectures(
    project: ProjectSettings, own: Sequence[str], wanted: Sequence[str]
) -> tuple[str, ...]:
    """Return the architectures to run a case as.

    Args:
        project: the project of the case.
        own: those that the case is limited to; empty for no limit.
        wanted: those that the user asked for; empty for the project's.
    """
    if {NVIDIA, AMD}.intersection(wanted):  # limits are about AMD's architectures
        return tuple(wanted)
    asked = tuple(wanted) or project.arch
    return tuple(arch for arch in asked if arch in own) if own and wanted else tuple(own) or asked
