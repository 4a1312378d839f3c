"""How sizes that are made of others are written."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from porter.verify.drafting.space import Sign, Slot


def joined(composed: tuple[Sign, Iterable[Slot | int]], text_of: Callable[[Slot], str]) -> str:
    """Return sizes and numbers that are added or multiplied.

    Args:
        composed: how, and what.
        text_of: what a size is written as.
    """
    sign, parts = composed
    texts = [text_of(one) if isinstance(one, Slot) else str(one) for one in parts]
    return f" {sign} ".join(texts if sign == "+" else map(factor, texts))


def factor(text: str) -> str:
    """Return what is multiplied, in parentheses where it is a sum."""
    return f"({text})" if " + " in text or " - " in text else text
