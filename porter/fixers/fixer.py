"""What a rule is: an id, triggers, examples and a pure function from a file to edits."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, NamedTuple

from porter.fixers.head import Fix as Fix
from porter.fixers.head import Head
from porter.options import Options
from porter.source import Edit, Finding, Include, Severity, SourceFile, Support
from porter.source.cpp.definitions import Definition
from porter.source.text.edits import PLACES, Yield
from porter.source.text.languages import Language
from porter.tables.names import Tables

if TYPE_CHECKING:
    from porter.fixers.conversion import Convert
    from porter.packs.renaming import Renaming


class Context(NamedTuple):
    """What a fixer may know beside the file.

    Attributes:
        options: the user's choices.
        tables: the rules that are data.
        defined: names of tables that the project defines itself; they are the project's.
        headers: header names, as an `#include` may spell them, that are files of the project.
        definitions: what the file itself defines under names that are also CUDA's.
        included: definitions of such names in files that the file includes, directly or not.
        renamed: files of the project whose names change (`--rename`).
        package: the rename of a package that is done; None in conversions of CUDA.
        convert: converts a text that the file holds as if it were a file without its project;
            None where nothing is known of the target.
    """

    options: Options
    tables: Tables
    defined: frozenset[bytes] = frozenset()
    headers: frozenset[bytes] = frozenset()
    definitions: tuple[Definition, ...] = ()
    included: tuple[Definition, ...] = ()
    renamed: frozenset[str] = frozenset()
    package: Renaming | None = None
    convert: Convert | None = None


class Example(NamedTuple):
    """One case that documents and tests a rule.

    Attributes:
        before: source text.
        after: the text when this rule alone has run; None when it must be left alone.
        findings: severity of each finding that the rule must give, in order of place.
        options: the choices under which the example holds.
        path: name of the file, for rules that look at it.
        title: what the example shows, for its page.
        files: other files of the project, for rules that ask what belongs to it.
    """

    before: str
    after: str | None = None
    findings: tuple[str, ...] = ()
    options: Options = Options()
    path: str = "example.cu"
    title: str = ""
    files: tuple[str, ...] = ()


Check = Callable[[SourceFile, Context], Iterator[Yield]]


class Fixer:
    """One rule.

    A module of `porter.fixers.<family>` makes one, called `fixer`, decorates its check with
    `@fixer.check` and gives `EXAMPLES`. The module's docstring is the rule's page.

    Args:
        rule: id, such as `W05`.
        name: the rule's name in words-with-hyphens.
        fix: whether its edits are safe, offered with `--unsafe`, or none.
        triggers: identifiers without which the rule has nothing to do; empty: always asked.
        headers: parts of header names that trigger the rule too, such as b"cooperative_groups".
        languages: what the rule reads.
        order: rules of lower order win where edits overlap; table rows have 100.
        targets: the conversions that the rule belongs to.
    """

    def __init__(
        self,
        rule: str,
        name: str,
        *,
        fix: Fix = Fix.SAFE,
        triggers: tuple[str, ...] = (),
        headers: tuple[str, ...] = (),
        languages: tuple[Language, ...] = (Language.CUDA,),
        order: int = 50,
        targets: tuple[str, ...] = ("hip",),
    ) -> None:
        self.head = Head(
            rule,
            name,
            fix,
            frozenset(trigger.encode() for trigger in triggers),
            tuple(header.encode() for header in headers),
            languages,
            order,
            targets,
        )
        self.rule = rule
        self.name = name
        self.fix = fix
        self.triggers = self.head.triggers
        self.headers = self.head.headers
        self.languages = languages
        self.order = order
        self.targets = targets
        self._check: Check | None = None

    def check(self, function: Check) -> Check:
        """Register `function` as what the rule does; use as a decorator."""
        self._check = function
        return function

    def applies_to(self, file: SourceFile) -> bool:
        """Tell, without parsing, whether the rule can have anything to say about `file`."""
        return self.head.applies_to(file)

    def run(self, file: SourceFile, context: Context) -> Iterator[Yield]:
        """Yield what the rule says about `file`.

        Edits of a rule that is not safe are left out unless the user asked for them.
        """
        if self._check is None:
            raise TypeError(f"{self.rule}: no function is decorated with @fixer.check")
        if self.fix is Fix.SAFE or context.options.unsafe:
            yield from self._check(file, context)
        else:
            for said in self._check(file, context):
                if isinstance(said, Finding):
                    yield said

    def replace(self, start: int, end: int, text: bytes, detail: str = "") -> Edit:
        """Replace `data[start:end]` by `text`."""
        return Edit(start, end, text, self.rule, detail)

    def insert(self, offset: int, text: bytes, detail: str = "") -> Edit:
        """Insert `text` at `offset`."""
        return Edit(offset, offset, text, self.rule, detail)

    def wrap(self, span: tuple[int, int], before: bytes, after: bytes) -> Iterator[Edit]:
        """Put `before` and `after` around the bytes of `span`, which stay as they are.

        Both are applied or neither, and pairs of several rules at one place nest.
        """
        yield Edit(span[0], span[0], before, self.rule, around=span)
        yield Edit(span[1], span[1], after, self.rule, around=span)

    def together(self, *edits: Edit) -> Iterator[Edit]:
        """Bind `edits`, so that all are applied or, where one cannot be, none is."""
        span = (min(edit.start for edit in edits), max(edit.end for edit in edits))
        for edit in edits:
            yield edit._replace(group=span)

    def include(self, header: str, *, if_there: bool = False) -> Include:
        """Ask for `header`, as `<hip/hip_fp16.h>`; `if_there` lets compilers go on without it."""
        return Include(header.encode(), self.rule, if_there)

    def support(self, name: str) -> Support:
        """Ask for the support header `name` of `porter/compat`."""
        return Support(name, self.rule)

    def finding(
        self,
        severity: Severity,
        start: int,
        end: int,
        message: str,
        hint: str = "",
        *,
        occurrences: int = 1,
        counted: str = PLACES,
    ) -> Finding:
        """Report something about `data[start:end]`, in words that any report can hold.

        Args:
            severity: how much it matters.
            start: where the first place that it is about starts.
            end: where that ends.
            message: one sentence.
            hint: what to do about it.
            occurrences: number of places that it stands for.
            counted: what these are.
        """
        message, hint = _readable(message), _readable(hint)
        return Finding(self.rule, severity, message, start, end, hint, occurrences, counted)


def _readable(text: str) -> str:
    """Return a text in which bytes of the source that are no UTF-8 are shown as escapes."""
    if text.isascii():
        return text
    return text.encode("utf-8", "surrogateescape").decode("utf-8", "backslashreplace")
