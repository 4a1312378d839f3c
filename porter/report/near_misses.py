"""Suggests ids for an unknown rule id."""

from __future__ import annotations

from collections.abc import Mapping
from difflib import get_close_matches


def near_misses(given: str, known: Mapping[str, str]) -> str:
    """Return a hint with the rules whose id or name is like `given`.

    Args:
        given: what the user wrote.
        known: rule id -> name.
    """
    by_word = {rule.lower(): rule for rule in known} | {
        name.lower(): rule for rule, name in known.items()
    }
    close = get_close_matches(given.lower(), by_word, n=8, cutoff=0.5)
    found = dict.fromkeys(by_word[word] for word in close)
    family = given.rstrip("0123456789").upper()
    found |= dict.fromkeys(rule for rule in sorted(known) if family and rule.startswith(family))
    if not found:
        return "`porter explain` lists all rules"
    named = ", ".join(f"{rule} ({known[rule]})" for rule in list(found)[:5])
    return f"did you mean {named}?"
