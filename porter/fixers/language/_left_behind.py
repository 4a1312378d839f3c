"""Branches that HIP does not compile, since what is asked of CUDA is answered otherwise."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from porter.fixers import Context
from porter.fixers.language._branches import (
    architecture_for_hip,
    cuda_chains,
    takes_older_way,
    version_for_hip,
)
from porter.fixers.language._version_tests import VERSIONS, any_of, comparisons
from porter.source import SourceFile
from porter.source.cpp.functions import functions_of
from porter.source.preprocessor.conditionals import Chain, reached
from porter.source.preprocessor.definitions import defined_names
from porter.source.preprocessor.expressions import Macro, World
from porter.source.text.spans import Span, holds, merged

_ARCH = b"__CUDA_ARCH__"
#: What nvcc defines where it compiles for one architecture's own features, or one family's.
_FEATURE = re.compile(rb"__CUDA_ARCH_(?:FEAT_SM\d+_ALL|(?:FAMILY_)?SPECIFIC__)")
#: rocThrust counts as Thrust's second version.
_THRUST = b"THRUST_MAJOR_VERSION"
_THRUST_MAJOR = 2


def left_behind(file: SourceFile, context: Context) -> tuple[Span, ...]:
    """Return the spans that no pass of HIP compiles.

    Where the newer way of a test for `__CUDA_ARCH__` or a version needs what HIP lacks and an older
    one does without, the test stays as it is; HIP, which does not define the macro, takes the older
    way. Ways for newer architectures and versions than the port counts as are not compiled either.
    """
    return merged(
        [*_by_architecture(file, context), *_by_feature(file), *_by_version(file, context)]
    )


def _by_architecture(
    file: SourceFile, context: Context, hosts: tuple[int, ...] = (0,)
) -> Iterator[Span]:
    """Yield what neither a device's pass compiles, nor the host's, where that counts."""
    if _ARCH not in file.names:
        return
    device = architecture_for_hip(context.options)
    for chain in cuda_chains(file, frozenset((_ARCH,))):
        is_older = takes_older_way(file, context, chain, {_ARCH: device})
        worlds = (0,) if is_older else (*hosts, device)
        yield from _unreached(file, chain, [{_ARCH: world} for world in worlds])


def unseen_by_devices(file: SourceFile, context: Context) -> tuple[Span, ...]:
    """Return the spans that no pass for a device compiles, though one for the host may.

    Within a function for the device alone a host's compiler emits nothing of them.
    """
    found = _by_architecture(file, context, hosts=())
    every = functions_of(file)
    bodies = merged((one.body_start, one.body_end) for one in every if not one.is_host)
    return tuple(one for one in merged(found) if holds(bodies, one[0]))


def _by_feature(file: SourceFile) -> Iterator[Span]:
    features = frozenset(filter(_FEATURE.fullmatch, file.names))
    if not features:
        return
    made = defined_names(file.code, file.directives)
    for chain in cuda_chains(file, features - made):
        yield from _unreached(file, chain, [dict.fromkeys(features - made, Macro.UNDEFINED)])


def _by_version(file: SourceFile, context: Context) -> Iterator[Span]:
    versions = frozenset(VERSIONS) & file.names
    if _THRUST in file.names:
        for chain in cuda_chains(file, frozenset((_THRUST,))):
            yield from _unreached(file, chain, [{_THRUST: _THRUST_MAJOR}])
    if not versions:
        return
    undefined = dict.fromkeys(versions, 0)
    answered = {version: version_for_hip(version) for version in versions}
    for chain in cuda_chains(file, versions):
        if takes_older_way(file, context, chain, answered):
            worlds = [undefined]
        elif _is_answered(file, chain, versions):
            worlds = [answered]
        else:
            worlds = [undefined, answered]
        yield from _unreached(file, chain, worlds)


def _is_answered(file: SourceFile, chain: Chain, versions: frozenset[bytes]) -> bool:
    """Tell whether the questions of a chain are comparisons, which become HIP's answers."""
    asked, compared = any_of(versions), comparisons(versions)
    for branch in chain.branches:
        span = branch.directive.body_start, branch.directive.end
        rest = compared.sub(b"", file.code[slice(*span)])
        if asked.search(rest):
            return False
    return True


def _unreached(file: SourceFile, chain: Chain, worlds: Sequence[World]) -> Iterator[Span]:
    """Yield the branches of a chain that are compiled in none of some worlds."""
    taken = [reached(chain, file.code, world) for world in worlds]
    for branch, *ways in zip(chain.branches, *taken, strict=True):
        if all(way is False for way in ways):
            yield branch.start, branch.end
