"""`#if` chains: the text that they guard, and their conditions.

A condition is evaluated in a *world*: what is known of some macros. Whatever the world does not
speak of is unknown, and so is everything that hangs on it; a rule acts only on what is known.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from porter.source.preprocessor.directives import ALTERNATIVES, CONDITIONS, Directive
from porter.source.preprocessor.expressions import Expression, World, is_defined


class Branch(NamedTuple):
    """One branch of a chain.

    Attributes:
        directive: the `#if`, `#ifdef`, `#ifndef`, `#elif` or `#else` that opens it.
        start: offset of the text it guards.
        end: offset of the line with the directive that closes it.
    """

    directive: Directive
    start: int
    end: int


class Chain(NamedTuple):
    """An `#if` with its `#elif` and `#else` up to `#endif`."""

    branches: tuple[Branch, ...]


def chains(directives: Sequence[Directive], end: int) -> Iterator[Chain]:
    """Yield every chain, inner ones before the chain that holds them.

    Args:
        directives: those of a file, in order.
        end: length of the file, where a chain without `#endif` ends.
    """
    open_chains: list[list[Directive]] = []
    for directive in directives:
        if directive.keyword in CONDITIONS:
            open_chains.append([directive])
        elif not open_chains:
            continue
        elif directive.keyword in ALTERNATIVES:
            open_chains[-1].append(directive)
        elif directive.keyword == b"endif":
            yield _chain(open_chains.pop(), directive.start)
    while open_chains:
        yield _chain(open_chains.pop(), end)


def _chain(opening: list[Directive], end: int) -> Chain:
    ends = [*(directive.start for directive in opening[1:]), end]
    return Chain(
        tuple(
            Branch(directive, directive.end, stop)
            for directive, stop in zip(opening, ends, strict=True)
        )
    )


def reached(chain: Chain, code: bytes, world: World) -> list[bool | None]:
    """Return for each branch whether it is compiled in `world`; None when that is unknown.

    Args:
        chain: the chain.
        code: masked code of the file.
        world: what is known of macros.
    """
    outcome: list[bool | None] = []
    before: bool | None = False  # whether an earlier branch is taken
    for branch in chain.branches:
        holds = condition(branch.directive, code, world)
        if before is True or holds is False:
            outcome.append(False)
        elif before is False:
            outcome.append(holds)
        else:
            outcome.append(None)
        if holds is True:
            before = True
        elif holds is None and before is False:
            before = None
    return outcome


def condition(directive: Directive, code: bytes, world: World) -> bool | None:
    """Return whether the condition of a directive that opens a branch holds in `world`."""
    text = code[directive.body_start : directive.end]
    if directive.keyword == b"else":
        return True
    if directive.keyword in (b"if", b"elif"):
        value = Expression(text, world).value()
        return None if value is None else value != 0
    name = text.split()[0] if text.split() else b""
    known = is_defined(name, world)
    if known is None:
        return None
    return known if directive.keyword in (b"ifdef", b"elifdef") else not known
