"""Which rules a conversion goes by, and which names mean something to them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache

from porter.fixers.registry import Rule, rules
from porter.options import Options
from porter.source.cpp.definitions import KnownNames
from porter.tables.names import Tables, load

#: Returns the rules that options choose, in order of precedence.
Select = Callable[[Options], tuple[Rule, ...]]


def selected(options: Options, target: str, more: Sequence[Rule] = ()) -> tuple[Rule, ...]:
    """Return the rules of a target that `options` choose, in order of precedence.

    Args:
        options: the user's choices.
        target: what the rules name as theirs.
        more: rules of the target that are in no family of porter's.
    """
    found = [rule for rule in rules() if target in rule.head.targets]
    if more:
        found = sorted([*found, *more], key=lambda rule: (rule.head.order, rule.head.rule))
    return tuple(
        rule
        for rule in found
        if rule.head.rule not in options.skip
        and (not options.only or rule.head.rule in options.only)
    )


@cache
def known_names(tables: Tables) -> KnownNames:
    """Return the names that mean something to a rule of a conversion by these tables."""
    renamed = tables.renamed
    api = frozenset().union(renamed, tables.unmapped, tables.marks, load("torch").unmapped)
    triggers = frozenset().union(*(rule.head.triggers for rule in rules()))
    language = frozenset(name for name in triggers if _is_of_the_language(name))
    return KnownNames(api, language - api, renamed)


def _is_of_the_language(name: bytes) -> bool:
    """Tell whether a trigger is a function or variable of CUDA's language.

    Namespaces (`at`), keywords, qualifiers (`__host__`) and macros of compilers (`__CUDACC__`) are
    triggers, too, and a project that uses such a word has not taken it for something of its own.
    """
    return name == b"warpSize" or (name.startswith(b"__") and not name.endswith(b"__"))
