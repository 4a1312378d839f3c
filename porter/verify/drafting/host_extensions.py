"""Extensions for the host alone beside a tree's CUDA extensions: nothing of them is ported."""

from __future__ import annotations

import re
from collections.abc import Sequence

from porter.errors import PorterError
from porter.files.regular import read_regular
from porter.verify.drafting.bindings import Bound
from porter.verify.drafting.extensions import Extensions

#: A word of CUDA's or of a converted project's, a launch, or a header with device code.
_OF_A_GPU = re.compile(rb"cuda|\bhip|<<<|\.cuh?\b", re.IGNORECASE)


def of_gpu_extensions(
    bound: Sequence[Bound], extensions: Extensions
) -> tuple[list[Bound], list[str]]:
    """Return what is bound without that of extensions for the host alone, and why not the rest.

    An extension is one where its sources are all there and none says anything of a GPU, and where
    others do: its functions give the same whatever became of the kernels.

    Args:
        bound: what the sources bind.
        extensions: of the tree.
    """
    names = {one.module for one in bound if one.module and not one.namespace}
    of_host = {name for name in names if _is_of_host(name, extensions)}
    kept = [one for one in bound if one.namespace or one.module not in of_host]
    if not kept:
        return [*bound], []
    return kept, [f"{one.name}: nothing of CUDA's is in the sources of {one.module}"
                  for one in bound if one not in kept]  # fmt: skip


def _is_of_host(name: str, extensions: Extensions) -> bool:
    """Tell whether an extension's sources are known and say nothing of a GPU."""
    sources = extensions.sources_of(name)
    try:
        texts = [read_regular(extensions.root / one) for one in sources]
    except (OSError, PorterError):
        return False
    says = any(one.endswith(".cu") or _OF_A_GPU.search(text)
               for one, text in zip(sources, texts, strict=True))  # fmt: skip
    return bool(texts) and not says
