"""The definition of a rule: an id, names, examples and a pure function that yields edits."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from enum import IntEnum, StrEnum
from importlib import import_module
from typing import Any

from porter.fixers.conditions import ALWAYS, When
from porter.fixers.context import Context
from porter.fixers.example import Example
from porter.options import Options
from porter.source import Edit, Finding, Include, Severity, SourceFile, Support
from porter.source.text.edits import PLACES, Copy, Yield
from porter.source.text.languages import Language
from porter.source.text.spans import Place, span_of


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


Check = Callable[[SourceFile, Context], Iterator[Yield]]


class Rule:
    """One rule.

    A module of `porter.fixers.<family>` makes one, called `rule`, decorates its check with
    `@rule.check` and gives `EXAMPLES`. The module's docstring is the rule's page. What is known
    of a rule without its code can be written down and restored (`porter.fixers.registry`); the
    code is loaded when the rule is run.

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
        languages: what the rule reads.
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
        self.id = id
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
        self._check: Check | None = None

    def __repr__(self) -> str:
        return f"<{self.id} {self.name}>"

    def check(self, function: Check) -> Check:
        """Register `function` as what the rule does; use as a decorator."""
        self._check = function
        self.module = self.module or function.__module__
        self.family = self.family or self.module.split(".")[-2:][0]
        return function

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

    def load(self) -> Check:
        """Return what the rule does; the first time, its module is loaded.

        Raises:
            TypeError: the rule's module has no rule, or a rule without a check.
        """
        if self._check is None and self.module:
            self._check = rule_of(self.module)._check
        if self._check is None:
            raise TypeError(f"{self.id}: no function is decorated with @rule.check")
        return self._check

    def run(self, file: SourceFile, context: Context) -> Iterator[Yield]:
        """Yield what the rule says about `file`.

        Edits of a rule that is not safe are left out unless the user asked for them.
        """
        check = self.load()
        if self.fix is Fix.SAFE or context.options.unsafe:
            yield from check(file, context)
        else:
            for yielded in check(file, context):
                if isinstance(yielded, Finding):
                    yield yielded

    def replace(
        self,
        place: Place,
        text: bytes,
        detail: str = "",
        *,
        support: str = "",
        copies: tuple[Copy, ...] = (),
    ) -> Edit:
        """Replace what stands at `place` by `text`.

        Args:
            place: a span, or anything that has one.
            text: what stands there afterwards.
            detail: what the rule went by, such as the library of a table row.
            support: the header of `porter/compat` that `text` needs.
            copies: what `text` repeats of the file; see `porter.source.text.copies`.
        """
        start, end = span_of(place)
        return Edit(start, end, text, self.id, detail, support=support, copies=copies)

    def insert(
        self,
        offset: int,
        text: bytes,
        detail: str = "",
        *,
        support: str = "",
        copies: tuple[Copy, ...] = (),
    ) -> Edit:
        """Insert `text` at `offset`; see `replace`."""
        return self.replace((offset, offset), text, detail, support=support, copies=copies)

    def wrap(
        self, place: Place, before: bytes, after: bytes, *, support: str = ""
    ) -> Iterator[Edit]:
        """Put `before` and `after` around what stands at `place` and stays as it is.

        Both are applied or neither, and pairs of several rules at one place nest.
        """
        span = start, end = span_of(place)
        yield Edit(start, start, before, self.id, around=span, support=support)
        yield Edit(end, end, after, self.id, around=span)

    def together(self, *edits: Edit) -> Iterator[Edit]:
        """Bind `edits`, so that all are applied or, where one cannot be, none is."""
        span = (min(edit.start for edit in edits), max(edit.end for edit in edits))
        for edit in edits:
            yield edit._replace(group=span)

    def include(self, header: str, *, if_there: bool = False) -> Include:
        """Ask for `header`, as `<hip/hip_fp16.h>`; `if_there` lets compilers go on without it."""
        return Include(header.encode(), self.id, if_there)

    def support(self, name: str) -> Support:
        """Ask for the support header `name` of `porter/compat` for what no edit puts there."""
        return Support(name, self.id)

    def error(
        self,
        place: Place,
        message: str,
        hint: str = "",
        *,
        occurrences: int = 1,
        counted: str = PLACES,
    ) -> Finding:
        """Report what keeps the port from being right."""
        severity = Severity.ERROR
        return self.finding(
            place, severity, message, hint, occurrences=occurrences, counted=counted
        )

    def warning(
        self,
        place: Place,
        message: str,
        hint: str = "",
        *,
        occurrences: int = 1,
        counted: str = PLACES,
    ) -> Finding:
        """Report what may go wrong."""
        severity = Severity.WARNING
        return self.finding(
            place, severity, message, hint, occurrences=occurrences, counted=counted
        )

    def note(
        self,
        place: Place,
        message: str,
        hint: str = "",
        *,
        occurrences: int = 1,
        counted: str = PLACES,
    ) -> Finding:
        """Report what is good to know."""
        severity = Severity.NOTE
        return self.finding(
            place, severity, message, hint, occurrences=occurrences, counted=counted
        )

    def finding(
        self,
        place: Place,
        severity: Severity,
        message: str,
        hint: str = "",
        *,
        occurrences: int = 1,
        counted: str = PLACES,
    ) -> Finding:
        """Report something about what stands at `place`, in words that any report can hold.

        Args:
            place: a span, or anything that has one.
            severity: how much it matters.
            message: one sentence, with the name concerned.
            hint: what to do about it.
            occurrences: number of places that it stands for; `place` is the first.
            counted: what these are.
        """
        (start, end), message, hint = span_of(place), _readable(message), _readable(hint)
        return Finding(self.id, severity, message, start, end, hint, occurrences, counted)


def rule_of(module: str) -> Rule:
    """Return the rule that a module makes.

    Raises:
        TypeError: it makes none.
    """
    rule: Any = getattr(import_module(module), "rule", None)
    if not isinstance(rule, Rule):
        raise TypeError(f"{module} makes no `rule`")
    return rule


def _readable(text: str) -> str:
    """Return a text in which bytes of the source that are no UTF-8 are shown as escapes."""
    if text.isascii():
        return text
    return text.encode("utf-8", "surrogateescape").decode("utf-8", "backslashreplace")
