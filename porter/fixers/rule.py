"""The definition of a rule: an id, names, examples and a pure function that yields edits."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from enum import IntEnum, StrEnum
from importlib import import_module
from typing import Any, NamedTuple

from porter.fixers.conditions import ALWAYS, When
from porter.fixers.context import Context
from porter.fixers.example import Example
from porter.fixers.outputs import Outputs
from porter.options import Options
from porter.source import Finding, SourceFile
from porter.source.text.edits import RuleOutput
from porter.source.text.languages import Language


class Fix(StrEnum):
    """What a rule does about what it finds."""

    SAFE = "safe"
    UNSAFE = "unsafe"
    NONE = "none"


class Precedence(IntEnum):
    """Whose edit is kept where those of two rules overlap: that of the lower one."""

    #: Removes what no other rule need look at.
    REMOVAL = 40
    #: Rewrites an expression or a statement.
    REWRITE = 50
    #: Renames parts of what others may rewrite.
    RENAME = 60
    #: Goes by a table, name by name.
    TABLE = 100
    #: Reports what nobody else took care of.
    REPORT = 110


Check = Callable[[SourceFile, Context], Iterator[RuleOutput]]


class ConditionalCheck(NamedTuple):
    """A check, and the choices under which it runs."""

    when: When
    run: Check


class Rule(Outputs):
    """One rule.

    A module of `porter.fixers.<family>` makes one, called `rule`, decorates its check with
    `@rule.check` and gives `EXAMPLES`. Where it does one thing under some choices and another
    under others, it has a check for each (`@rule.check_when`). The module's docstring is the
    rule's page. What is known of a rule without its code can be written down and restored
    (`porter.fixers.registry`); the code is loaded when the rule is run.

    Args:
        id: as `WRP05`.
        name: the rule's name in words-with-hyphens.
        names: identifiers without which the rule has nothing to do; without these and headers it
            is always asked.
        handles: names that the rule takes care of, so that nobody else reports them as left
            over; by default its names.
        shadowable: functions and variables of CUDA's language that a macro or variable of a
            project may take for itself; then they are its own, as names of the API always are.
            A function of such a name adds an overload and takes nothing away.
        headers: parts of header names that call for the rule, too, such as b"cooperative_groups".
        fix: whether its edits are safe, offered with `--unsafe`, or none.
        languages: what the rule reads; nothing where it says what a written port shows.
        precedence: rules of lower precedence win where edits overlap.
        targets: the conversions that the rule belongs to.
        when: choices of the user under which alone the rule runs.
        unless: choices under which it does not.
        family: the package that it lies in, as `warp`; by default that of its check.
        module: name of the module that holds its check; by default that of its check.
    """

    def __init__(
        self,
        id: str,
        name: str,
        *,
        names: Iterable[bytes] = (),
        handles: Iterable[bytes] | None = None,
        shadowable: Iterable[bytes] = (),
        headers: Iterable[bytes] = (),
        fix: Fix = Fix.SAFE,
        languages: tuple[Language, ...] = (Language.CUDA,),
        precedence: Precedence = Precedence.REWRITE,
        targets: tuple[str, ...] = ("hip",),
        when: When = ALWAYS,
        unless: When | None = None,
        family: str = "",
        module: str = "",
    ) -> None:
        super().__init__(id)
        self.name = name
        self.names = frozenset(names)
        self.handles = self.names if handles is None else frozenset(handles)
        self.shadowable = frozenset(shadowable)
        self.headers = tuple(headers)
        self.fix = fix
        self.languages = languages
        self.precedence = precedence
        self.targets = targets
        self.when = when
        self.unless = unless
        self.family = family
        self.module = module
        self._checks: list[ConditionalCheck] = []

    def __repr__(self) -> str:
        return f"<{self.id} {self.name}>"

    def check(self, function: Check) -> Check:
        """Register `function` as what the rule does; use as a decorator."""
        return self.check_when(ALWAYS)(function)

    def check_when(self, when: When) -> Callable[[Check], Check]:
        """Register a function as what the rule does under these choices; use as a decorator."""

        def register(function: Check) -> Check:
            self._checks.append(ConditionalCheck(when, function))
            self.module = self.module or function.__module__
            self.family = self.family or self.module.split(".")[-2:][0]
            return function

        return register

    @property
    def page(self) -> str:
        """The docstring of the rule's module."""
        return import_module(self.module).__doc__ or ""

    @property
    def examples(self) -> tuple[Example, ...]:
        """The cases that document and test the rule."""
        written = getattr(import_module(self.module), "EXAMPLES", ())
        return tuple(example.dedented() for example in written)

    def is_meant(self, options: Options) -> bool:
        """Tell whether the rule runs under these choices."""
        if self.when is ALWAYS and self.unless is None:
            return True
        return self.when.holds(options) and not (self.unless and self.unless.holds(options))

    def applies_to(self, file: SourceFile, options: Options) -> bool:
        """Tell, without parsing, whether the rule can have anything to say about `file`."""
        if file.language not in self.languages or not self.is_meant(options):
            return False
        if not self.names and not self.headers:
            return True
        if not self.names.isdisjoint(file.names):
            return True
        return bool(self.headers) and any(
            part in include.path for include in file.includes for part in self.headers
        )

    def load(self) -> Sequence[ConditionalCheck]:
        """Return what the rule does; the first time, its module is loaded.

        Raises:
            TypeError: the rule's module has no rule, or a rule without a check.
        """
        if not self._checks and self.module:
            self._checks = rule_of(self.module)._checks
        if not self._checks:
            raise TypeError(f"{self.id}: no function is decorated with @rule.check")
        return self._checks

    def run(self, file: SourceFile, context: Context) -> Iterator[RuleOutput]:
        """Yield what the rule says about `file`.

        Edits of a rule that is not safe are left out unless the user asked for them.
        """
        for when, check in self.load():
            if when is not ALWAYS and not when.holds(context.options):
                continue
            if self.fix is Fix.SAFE or context.options.unsafe:
                yield from check(file, context)
            else:
                for yielded in check(file, context):
                    if isinstance(yielded, Finding):
                        yield yielded


def rule_of(module: str) -> Rule:
    """Return the rule that a module makes.

    Raises:
        TypeError: it makes none.
    """
    rule: Any = getattr(import_module(module), "rule", None)
    if not isinstance(rule, Rule):
        raise TypeError(f"{module} makes no `rule`")
    return rule
