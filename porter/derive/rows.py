"""Turns pairs and their proofs into the rows of the tables."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from porter.derive.functions import Verdict
from porter.derive.headersets import version_key
from porter.derive.history import History
from porter.derive.pairing import Pair

#: How many notes of one row are written out.
_MOST_NOTES = 8


@dataclass(frozen=True)
class Proof:
    """What was proved of a pair: CUDA version and ROCm version -> verdict."""

    verdicts: Mapping[tuple[str, str], Verdict]

    def summary(self, reference: str) -> tuple[str, str]:
        """Return the proof code and the differences, as the table has them.

        Args:
            reference: the ROCm version that the code is for, when it has the name.

        The code is that of most CUDA versions at the reference. Where others differ, the notes
        say so: `cuda>=13.0: …`, `rocm>=7.2: …`.
        """
        rocms = sorted({rocm for _, rocm in self.verdicts}, key=version_key)
        rocm = reference if reference in rocms else rocms[0]
        at = {cuda: v for (cuda, r), v in self.verdicts.items() if r == rocm}
        main = _most(at)
        parts = [_shorten(main.notes)] if main.notes else []
        for verdict in dict.fromkeys(at.values()):
            if verdict != main:
                versions = [cuda for cuda, v in at.items() if v == verdict]
                parts.append(f"{_range('cuda', versions, list(at))}: {_described(verdict)}")
        for other in rocms:
            if other == rocm:
                continue
            there = _most({cuda: v for (cuda, r), v in self.verdicts.items() if r == other})
            if there != main:
                parts.append(f"{_range('rocm', [other], rocms)}: {_described(there)}")
        return main.code, "; ".join(parts)


def name_row(
    pair: Pair, proof: Proof, cuda: History, hip: History, reference: str
) -> tuple[str, ...]:
    """Return the fields of a row of a table of names, without the library."""
    code, differs = proof.summary(reference)
    kind = pair.cuda.kind
    if pair.library == "device" and kind == "function":
        kind = "intrinsic"
    hip_name = pair.hip.qualified
    known = hip_name in hip.names
    return (
        pair.cuda.qualified,
        hip_name,
        kind,
        pair.cuda.scope.partition("::")[0],
        pair.hip.header,
        hip.since(hip_name) if known else hip.universes[0].version,
        hip.absent(hip_name) if known else "",
        hip.removed(hip_name) if known else "",
        cuda.removed(pair.cuda.qualified),
        code,
        differs,
    )


def _most(verdicts: Mapping[str, Verdict]) -> Verdict:
    """Return the verdict of most versions; of equals, the newest version's."""
    counted = Counter(verdicts.values())
    newest = {v: version_key(version) for version, v in verdicts.items()}
    return max(counted, key=lambda v: (counted[v], newest[v]))


def _range(side: str, versions: Sequence[str], all_versions: Sequence[str]) -> str:
    ordered = sorted(all_versions, key=version_key)
    chosen = sorted(versions, key=version_key)
    if chosen == ordered[-len(chosen) :]:
        return f"{side}>={chosen[0]}"
    if chosen == ordered[: len(chosen)]:
        return f"{side}<={chosen[-1]}"
    return side + "=" + ",".join(chosen)


def _described(verdict: Verdict) -> str:
    return verdict.code + (f" {_shorten(verdict.notes)}" if verdict.notes else "")


def _shorten(notes: Sequence[str]) -> str:
    if len(notes) <= _MOST_NOTES:
        return "; ".join(notes)
    return "; ".join(notes[:_MOST_NOTES]) + f"; and {len(notes) - _MOST_NOTES} more"
