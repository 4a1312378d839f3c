"""The rules that are code, one a file, by family; `registry` finds them all."""

from porter.fixers.fixer import Context, Example, Fix, Fixer

__all__ = ["Context", "Example", "Fix", "Fixer"]
