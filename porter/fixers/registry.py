"""All fixers, found by walking the package: a rule is registered by being a file."""

from __future__ import annotations

import os
from collections.abc import Sequence
from functools import cached_property
from importlib import import_module
from types import ModuleType
from typing import Any

import porter.fixers
from porter.fixers.fixer import Example, Fixer
from porter.fixers.head import Head


class Rule:
    """A fixer with what its module says about it; loaded when more than its head is asked for.

    Args:
        head: id, name and triggers.
        family: name of the package that it lies in, as `warp`.
        module: name of the module.
    """

    def __init__(self, head: Head, family: str, module: str) -> None:
        self.head = head
        self.family = family
        self.module = module

    @classmethod
    def of(cls, fixer: Fixer, family: str = "", page: str = "", module: str = "") -> Rule:
        """Return a rule that is in no module."""
        rule = cls(fixer.head, family, module)
        rule.__dict__.update(fixer=fixer, page=page, examples=())
        return rule

    @cached_property
    def fixer(self) -> Fixer:
        """The rule itself."""
        return _fixer_of(import_module(self.module))

    @cached_property
    def page(self) -> str:
        """The module's docstring."""
        return import_module(self.module).__doc__ or ""

    @cached_property
    def examples(self) -> tuple[Example, ...]:
        """The cases that document and test the rule."""
        return tuple(getattr(import_module(self.module), "EXAMPLES", ()))


_found: tuple[Rule, ...] | None = None


def rules() -> tuple[Rule, ...]:
    """Return all rules, in the order in which their edits take precedence.

    Raises:
        TypeError: a module of a family makes no fixer, or an id is given twice.
    """
    global _found
    if _found is None:
        _found = _walk()
    return _found


def load_all() -> None:
    """Load the code of all rules."""
    for rule in rules():
        _ = rule.fixer


def heads() -> list[list[Any]]:
    """Return what is known of all rules in terms of JSON, for `recall`."""
    return [[rule.head.encode(), rule.family, rule.module] for rule in rules()]


def recall(known: Sequence[Any]) -> None:
    """Take over what `heads` gave an earlier run of the same code, so that no walk is needed."""
    global _found
    if _found is None and known:
        _found = recalled(known)


def recalled(known: Sequence[Any]) -> tuple[Rule, ...] | None:
    """Return the rules that `known` tells of; None unless it is what `heads` gives."""
    folder = os.path.dirname(porter.fixers.__file__)
    found = []
    try:
        for head, family, module in known:
            package, _, name = module.rpartition(".")
            path = f"{folder}/{family}/{name}.py"
            if package != f"porter.fixers.{family}" or not os.path.isfile(path):
                return None
            found.append(Rule(Head.decode(head), family, module))
    except (ValueError, TypeError, AttributeError):
        return None
    return tuple(found)


def _walk() -> tuple[Rule, ...]:
    import pkgutil  # most runs recall what an earlier one found

    found: dict[str, Rule] = {}
    for family in pkgutil.iter_modules(porter.fixers.__path__):
        if not family.ispkg:
            continue
        package = import_module(f"porter.fixers.{family.name}")
        for module in pkgutil.iter_modules(package.__path__):
            if module.name.startswith("_"):
                continue
            loaded = import_module(f"{package.__name__}.{module.name}")
            rule = Rule(_fixer_of(loaded).head, family.name, loaded.__name__)
            twin = found.setdefault(rule.head.rule, rule)
            if twin is not rule:
                raise TypeError(f"{rule.module} and {twin.module} are both called {rule.head.rule}")
    return tuple(sorted(found.values(), key=lambda rule: (rule.head.order, rule.head.rule)))


def _fixer_of(module: ModuleType) -> Fixer:
    fixer = getattr(module, "fixer", None)
    if not isinstance(fixer, Fixer):
        raise TypeError(f"{module.__name__} makes no `fixer`")
    return fixer
