"""Commands with smaller and smaller numbers, for where a program asks for too much."""

from __future__ import annotations

import re

from porter.verify.program.found import Command

#: Which whole numbers are divided: from which on, and by what: powers of two, and others.
_DIVISORS = ((64, 64, 100), (8, 1024, 1000))
#: A number by itself, or behind an option: `--size=4096`, `-n4096`.
_WHOLE = re.compile(r"((?:--?[A-Za-z][\w-]*+=|-[A-Za-z])?+)([1-9]\d++)")
#: Words and what is between them; a longer input holds data, not sizes.
_WORD = re.compile(r"(\S+)")
_LONGEST_OF_SIZES = 200


def variants(command: Command) -> list[Command]:
    """Return a command, then with smaller and smaller numbers in all that it is given.

    Args:
        command: as somebody wrote it.
    """
    found = [command]
    for divisors in _DIVISORS:
        args = tuple(_smaller(word, *divisors) for word in command.args)
        text = command.input.text
        if len(text) <= _LONGEST_OF_SIZES:
            text = "".join(_smaller(word, *divisors) for word in _WORD.split(text))
        given = command.input._replace(text=text)
        variables = tuple((key, _smaller(word, *divisors)) for key, word in command.environment)
        smaller = command._replace(args=args, input=given, environment=variables)
        if smaller == found[-1]:
            break
        found.append(smaller)
    return found


def _smaller(word: str, least: int, of_powers: int, of_others: int) -> str:
    """Return an argument, divided where it is a large whole number; powers of two stay such."""
    whole = _WHOLE.fullmatch(word)
    if whole is None or (number := int(whole[2])) < least:
        return word
    divisor = of_others if number & (number - 1) else of_powers
    return f"{whole[1]}{max(number // divisor, 2)}"
