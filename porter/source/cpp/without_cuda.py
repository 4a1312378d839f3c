"""What a project defines for builds without CUDA: it is not its own, but CUDA's.

`#ifndef USE_CUDA` around `typedef void* cudaStream_t;`, or a branch beside one that includes CUDA's
runtime: the port, in which HIP is there, sees none of it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from porter.source.file import SourceFile
from porter.source.preprocessor.conditionals import Branch, Chain, chains
from porter.source.preprocessor.include_guard import include_guard
from porter.source.text.trees import TooLargeToParse

#: A condition that asks whether CUDA is there: what it guards stands in for CUDA's own.
_ASKS_FOR_CUDA = re.compile(rb"CUDA|NVCC|\bUSE_GPU|\bWITH_GPU|__has_include")
#: A condition that asks for a release of CUDA's, or of a library's.
_ASKS_FOR_RELEASE = re.compile(rb"\bCUDA(?:RT)?_VERSION\b|\bCU[A-Z]++_VER|__CUDACC_VER_")
#: An inclusion of CUDA's runtime, or HIP's: another branch beside it is for builds without.
_INCLUDES_CUDA = re.compile(
    rb"(?m)^[ \t]*+#[ \t]*+include[ \t]*+[<\"](?:cuda(?:_runtime(?:_api)?)?\.h|hip/hip_runtime)"
)
_CONDITIONS = frozenset("preproc_if preproc_ifdef preproc_elif preproc_else".split())


def is_for_builds_without(file: SourceFile, start: int, name: bytes) -> bool:
    """Tell whether what is defined at an offset stands in for CUDA's own in builds without CUDA.

    A condition around it asks for CUDA, or for the name itself, or another branch beside it
    includes CUDA's runtime. What is written for HIP stands in for nothing: the port will see it.

    Args:
        file: a file of C, C++ or CUDA.
        start: where the name stands.
        name: the name that is defined.
    """
    if file.dual.is_hip(start):
        return False
    try:
        node = file.tree.root_node.descendant_for_byte_range(start, start)
    except TooLargeToParse:
        return False
    if _is_beside_cuda(file, start):
        return True
    guard = include_guard(file.code, file.directives)
    while node is not None:
        is_guard = guard is not None and node.start_byte == guard.start
        if node.type in _CONDITIONS and not is_guard and _is_directive(file, node.start_byte):
            end = file.code.find(b"\n", node.start_byte)
            condition = file.code[node.start_byte : end if end >= 0 else None]
            if _ASKS_FOR_CUDA.search(condition):
                return True
            if node.type == "preproc_ifdef" and name in condition.split():
                return True
        node = node.parent
    return False


def is_only_without(file: SourceFile, start: int, name: bytes) -> bool:
    """Tell whether a name that no table has is declared at an offset for builds without CUDA alone.

    It is in the branch that is taken where CUDA is not there, and no other branch speaks of it.
    """
    if file.dual.is_hip(start):
        return False
    guard = include_guard(file.code, file.directives)
    return any(
        (guard is None or chain.branches[0].directive.start != guard.start)
        and _is_off(file.code, chain, at)
        and not any(file.code.find(name, one.start, one.end) >= 0 for one in _others(chain, at))
        for chain, at in _around(file, start)
    )


def end_of_part(file: SourceFile, start: int, name: bytes, block: tuple[int, int]) -> int | None:
    """Return where a variable ends to be seen that a block declares for some releases of CUDA's.

    It is declared under a condition that asks for a release, in no other branch, and used behind
    the condition, where it means what CUDA's header says in the releases that have it. None for
    other variables.

    Args:
        file: a file of C, C++ or CUDA.
        start: where the name is declared.
        name: the name, which is CUDA's.
        block: where the block around the declaration begins and ends.
    """
    for chain, at in _around(file, start):
        first, end = chain.branches[0].directive, chain.branches[-1].end
        is_within = block[0] <= first.start and end <= block[1]
        if not is_within or not _ASKS_FOR_RELEASE.search(file.code, first.start, first.end):
            continue
        is_elsewhere = any(name in file.code[one.start : one.end] for one in _others(chain, at))
        if not is_elsewhere and any(end <= use < block[1] for use in file.all_occurrences(name)):
            return chain.branches[at].end
    return None


def _around(file: SourceFile, start: int) -> Iterator[tuple[Chain, int]]:
    """Yield the conditionals around `start`, each with the number of the branch that holds it."""
    for chain in chains(file.directives, len(file.code)):
        for at, branch in enumerate(chain.branches):
            if branch.start <= start < branch.end:
                yield chain, at


def _others(chain: Chain, at: int) -> tuple[Branch, ...]:
    return chain.branches[:at] + chain.branches[at + 1 :]


def _is_off(code: bytes, chain: Chain, at: int) -> bool:
    """Tell whether a branch is for builds without CUDA: `#ifndef USE_CUDA`, or what is beside."""
    directives = [one.directive for one in chain.branches[: at + 1]]
    texts = [code[one.start : one.end] for one in directives]
    asks = [_ASKS_FOR_CUDA.search(text) is not None for text in texts]
    refuses = [b"!" in text or b"ifndef" in text for text in texts]
    if asks[-1] and texts[-1].split(maxsplit=1)[0] != b"#else":
        return refuses[-1]
    return any(ask and not refuse for ask, refuse in zip(asks, refuses, strict=True))


def _is_beside_cuda(file: SourceFile, start: int) -> bool:
    """Tell whether another branch of a conditional around `start` includes CUDA's runtime."""
    return any(
        _INCLUDES_CUDA.search(file.data, other.start, other.end)
        for chain, at in _around(file, start)
        for other in _others(chain, at)
    )


def _is_directive(file: SourceFile, start: int) -> bool:
    """Tell whether a directive begins at `start`; to the tree one may begin within a line."""
    directive = file.directive_at(start)
    return directive is not None and not file.code[directive.start : start].strip()
