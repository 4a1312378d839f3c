"""The rules that a conversion applies, and the names that these know."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache

from porter.fixers import Rule
from porter.fixers.registry import rules
from porter.options import Options
from porter.source.cpp.definitions import KnownNames
from porter.tables.cuda_style import is_shaped_as_cudas, may_be_cudas, remarkable
from porter.tables.names import NameKind, Tables, load
from porter.tables.supplies import supplies

#: Returns the rules that options choose, in order of precedence.
Select = Callable[[Options], tuple[Rule, ...]]


def selected(
    options: Options, targets: frozenset[str], more: Sequence[Rule] = ()
) -> tuple[Rule, ...]:
    """Return the rules of a target that `options` choose, in order of precedence.

    Args:
        options: the user's choices.
        targets: what the rules name as theirs: the target, and one that it is based on.
        more: rules of the target that are in no family of porter's.
    """
    found = [rule for rule in rules() if not targets.isdisjoint(rule.targets)]
    if more:
        found = sorted([*found, *more], key=lambda rule: (rule.precedence, rule.id))
    return tuple(
        rule
        for rule in found
        if rule.is_meant(options)
        and rule.id not in options.skip
        and (not options.only or rule.id in options.only)
    )


#: What a name may be that a declaration begins with.
_MAY_BE_TYPES = frozenset({NameKind.TYPE, NameKind.TEMPLATE, NameKind.MACRO})


def _replaced() -> Iterator[bytes]:
    """Yield the functions of numbers that a support header has under another name.

    Libraries have their own so called (`scalbln`), in namespaces of theirs. What begins with
    underscores is of CUDA's language: a project adds overloads to it.
    """
    for name, supply in supplies().items():
        if supply.port != name and name.islower() and not name.startswith(b"__"):
            yield name


@cache
def known_names(tables: Tables) -> KnownNames:
    """Return the names that mean something to a rule of a conversion by these tables."""
    renamed = tables.renamed
    torchs = load("torch").unmapped
    api = frozenset().union(renamed, tables.unmapped, tables.marks, torchs, _replaced())
    shadowable = frozenset().union(*(rule.shadowable for rule in rules()))
    of_rules = frozenset().union(*(rule.names | rule.handles for rule in rules()))

    def is_type(name: bytes) -> bool:
        row = tables.names.get(name) or tables.unmapped.get(name)
        return row is None or row.kind in _MAY_BE_TYPES

    def is_styled(name: bytes) -> bool:
        return name not in of_rules and may_be_cudas(name)

    return KnownNames(
        api, shadowable - api, renamed, is_styled, is_type, remarkable, is_shaped_as_cudas
    )
