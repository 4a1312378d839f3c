"""The options of a run of checks, and how the command line names the reference."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Literal

from porter.errors import PorterError

TraceMode = Literal["off", "hash", "full"]


class Ref(StrEnum):
    """Where the reference comes from."""

    BEST = ""
    GPU = "gpu"
    RECORDED = "recorded"
    CPU = "cpu"
    TORCH = "torch"

    @property
    def side(self) -> str:
        """How reports name the side that it is."""
        return "reference" if self is Ref.TORCH else "cuda"


@dataclass(frozen=True, slots=True)
class Options:
    """What all checks of one run share.

    Attributes:
        ref: where the reference comes from; by default the best source there is.
        stale_ok: accept recordings of other sources.
        timeout: seconds after which a run is given up.
        limit: seconds that CUDA's side of a program that was found may run; None for a few.
        trace: whether launches are compared, too: by their hashes, or with contents.
        keep: the folder in which what the port leaves is kept (`porter.verify.kept`); None for
            nowhere.
    """

    ref: Ref = Ref.BEST
    stale_ok: bool = False
    timeout: float = 600.0
    limit: float | None = None
    trace: TraceMode = "off"
    keep: Path | None = None


def parse_reference(text: str) -> Ref:
    """Return what `--ref` asks for: "cuda:cpu" gives `Ref.CPU`, "cuda" the best there is.

    Raises:
        PorterError: there is no such reference.
    """
    names = {"torch": Ref.TORCH, "cuda": Ref.BEST}
    names |= {f"cuda:{ref}": ref for ref in (Ref.GPU, Ref.RECORDED, Ref.CPU)}
    if text not in names:
        raise PorterError(f"{text!r} is not a reference", hint=f"known: {', '.join(names)}")
    return names[text]
