"""The registry of rules: every module of a family is one."""

from __future__ import annotations

import os
from collections.abc import Sequence
from importlib import import_module
from typing import Any

import porter.fixers
from porter.fixers.conditions import When
from porter.fixers.rule import Fix, Precedence, Rule, rule_of
from porter.source.text.languages import Language

#: The types of what is known of a rule.
_FORM = [str, str, list, list, list, list, str, list, int, list, list, list, str, str]

_found: tuple[Rule, ...] | None = None


def rules() -> tuple[Rule, ...]:
    """Return all rules, in the order in which their edits take precedence.

    Raises:
        TypeError: a module of a family makes no rule, or an id is given twice.
    """
    global _found
    if _found is None:
        _found = _walk()
    return _found


def load_all() -> None:
    """Load the code of all rules."""
    for rule in rules():
        rule.load()


def dump_metadata() -> list[list[Any]]:
    """Return what is known of all rules without their code in terms of JSON."""
    return [_encode(rule) for rule in rules()]


def restore_metadata(known: Sequence[Any]) -> None:
    """Take over what `dump_metadata` gave an earlier run of the same code: no walk is needed."""
    global _found
    if _found is None and known:
        _found = restored(known)


def restored(known: Sequence[Any]) -> tuple[Rule, ...] | None:
    """Return the rules that `known` tells of; None unless it is what `dump_metadata` gives."""
    folder = os.path.dirname(porter.fixers.__file__)
    found = []
    try:
        for fields in known:
            rule = _decode(fields)
            package, _, name = rule.module.rpartition(".")
            path = f"{folder}/{rule.family}/{name}.py"
            if package != f"porter.fixers.{rule.family}" or not os.path.isfile(path):
                return None
            found.append(rule)
    except (ValueError, TypeError, AttributeError):
        return None
    return tuple(found)


def _encode(rule: Rule) -> list[Any]:
    return [
        rule.id,
        rule.name,
        _texts(rule.names),
        _texts(rule.handles),
        _texts(rule.shadowable),
        [header.decode() for header in rule.headers],
        rule.fix.value,
        [language.value for language in rule.languages],
        rule.precedence.value,
        list(rule.targets),
        rule.when.encode(),
        [] if rule.unless is None else rule.unless.encode(),
        rule.family,
        rule.module,
    ]


def _decode(fields: list[Any]) -> Rule:
    if [type(field) for field in fields] != _FORM:
        raise TypeError(fields)
    (id, name, names, handles, shadowable, headers, fix, languages, precedence, targets, when,
     unless, family, module) = fields  # fmt: skip
    return Rule(
        id,
        name,
        names=_names(names),
        handles=_names(handles),
        shadowable=_names(shadowable),
        headers=[header.encode() for header in headers],
        fix=Fix(fix),
        languages=tuple(Language(language) for language in languages),
        precedence=Precedence(precedence),
        targets=tuple(targets),
        when=When.decode(when),
        unless=When.decode(unless) if unless else None,
        family=family,
        module=module,
    )


def _texts(names: frozenset[bytes]) -> list[str]:
    return sorted(name.decode() for name in names)


def _names(texts: list[str]) -> list[bytes]:
    return [text.encode() for text in texts]


def _walk() -> tuple[Rule, ...]:
    import pkgutil  # most runs restore what an earlier one found

    found: dict[str, Rule] = {}
    for family in pkgutil.iter_modules(porter.fixers.__path__):
        if not family.ispkg:
            continue
        package = import_module(f"porter.fixers.{family.name}")
        for module in pkgutil.iter_modules(package.__path__):
            if module.name.startswith("_"):
                continue
            rule = rule_of(f"{package.__name__}.{module.name}")
            rule.load()
            twin = found.setdefault(rule.id, rule)
            if twin is not rule:
                raise TypeError(f"{rule.module} and {twin.module} are both called {rule.id}")
    return tuple(sorted(found.values(), key=lambda rule: (rule.precedence, rule.id)))
