"""What is found out about a file once: kept with the file, and gone with it.

A cache of its own beside each function would keep the last files alive, each with its syntax tree.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import TYPE_CHECKING, Any, Concatenate, ParamSpec, TypeVar

if TYPE_CHECKING:
    from porter.source.file import SourceFile

Others = ParamSpec("Others")
Found = TypeVar("Found")


def once_for_each_file(
    function: Callable[Concatenate[SourceFile, Others], Found],
) -> Callable[Concatenate[SourceFile, Others], Found]:
    """Have a function of a file, and of hashable arguments, computed once for each file."""

    @wraps(function)
    def found(file: SourceFile, /, *others: Others.args, **named: Others.kwargs) -> Found:
        key = (function, others, *named.items())
        answers: dict[Any, Any] = file.found_out
        if key not in answers:
            answers[key] = function(file, *others, **named)
        answer: Found = answers[key]
        return answer

    return found
