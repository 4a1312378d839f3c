"""The rules that are code, one per file, by family; `registry` finds them all."""

from porter.fixers.conditions import When
from porter.fixers.context import Context
from porter.fixers.example import Example
from porter.fixers.rule import Fix, Precedence, Rule

__all__ = ["Context", "Example", "Fix", "Precedence", "Rule", "When"]
