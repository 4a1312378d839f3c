"""What sources of a project draw by, as far as they name cuRAND."""

from __future__ import annotations

import re

from porter.project.settings.settings import ProjectSettings
from porter.source.text.languages import Language, language_of
from porter.verify.upstream import once, tree_of

_NAME = re.compile(rb"\bcurand\w*+")
#: What rocRAND makes of the same words by another method, or by tables of its own, in device code;
#: generators of the host's are ROCm's whole where numbers are drawn alike, and so are Poisson's
#: numbers of pseudo-random generators (`rocm_random.py`).
_OTHERWISE = frozenset(
    b"curand_discrete curand_discrete4"
    b" curandStateMtgp32 curandStateMtgp32_t curandStateScrambledSobol32"
    b" curandStateScrambledSobol32_t curandStateScrambledSobol64"
    b" curandStateScrambledSobol64_t".split()
)
#: Poisson's numbers of these are made otherwise.
_QUASI = frozenset(
    b"curandStateSobol32 curandStateSobol32_t curandStateSobol64 curandStateSobol64_t".split()
)
_POISSON = frozenset((b"curand_poisson", b"curand_poisson4"))


def otherwise(project: ProjectSettings) -> list[str]:
    """Return what sources draw by that rocRAND makes otherwise of the same words, sorted.

    Args:
        project: the project.
    """
    named = _named(project)
    others = _OTHERWISE | _POISSON if named & (_QUASI | _OTHERWISE) else _OTHERWISE
    return sorted(one.decode() for one in named & others)


def draws(project: ProjectSettings) -> bool:
    """Tell whether a source of the project names cuRAND; of recordings alone there are none.

    Args:
        project: the project.
    """
    return bool(_named(project))


@once
def _named(project: ProjectSettings) -> frozenset[bytes]:
    """Return the names of cuRAND that sources of the project have."""
    if not project.upstream.is_dir():
        return frozenset()
    tree = tree_of(project)
    texts = (
        tree.read(entry.path)
        for entry in tree.entries
        if not entry.is_link and language_of(entry.path) is Language.CUDA
    )
    return frozenset(name for text in texts for name in _NAME.findall(text))
