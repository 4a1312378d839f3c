"""What people typed into a program, in documents that show a run of it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import PurePosixPath

from porter.source.scripts.documents import literals

_STRING = re.compile(rb"[\x20-\x7e]{6,}+")
_ANSWER = re.compile(r"[-+]?\d[-+\d.eE\s]*+$")
_SHORTEST = 6  # letters of a prompt that is not met by chance


def prompts_of_source(code: str) -> list[str]:
    """Return the texts that a source may print.

    Args:
        code: the source.
    """
    return _prompts(literals(code))


def prompts_of_executable(content: bytes) -> list[str]:
    """Return the texts that an executable may print.

    Args:
        content: the executable.
    """
    return _prompts(found[0].decode("ascii") for found in _STRING.finditer(content))


def _prompts(texts: Iterable[str]) -> list[str]:
    found = {text.strip() for text in texts}
    return sorted((one for one in found if len(one) >= _SHORTEST), key=len, reverse=True)


def typed(document: str, prompts: Iterable[str], names: Iterable[str]) -> Iterator[str]:
    """Yield what was typed in each run of a program, as its input.

    A run begins with a line that ends with the program's name, as a command without arguments has
    it. What follows a prompt, on its line or on the next, was typed where it is but numbers.

    Args:
        document: a text for people.
        prompts: what the program may print, the longest first.
        names: what it is called.
    """
    answers, is_run, is_asked = list[str](), False, False
    for line in map(str.strip, document.splitlines()):
        command = line.rstrip("`").rpartition(" ")[2]
        if "/" in command and PurePosixPath(command).name in names:
            if answers:
                yield _input(answers)
            answers, is_run, is_asked = [], True, False
            continue
        if not is_run:
            continue
        prompt = next((one for one in prompts if line.startswith(one)), None)
        answer = line.removeprefix(prompt).strip(" :>") if prompt else line
        if answer and (prompt or is_asked) and _ANSWER.match(answer):
            answers.append(answer)
            is_asked = False
        elif line:
            is_asked = prompt is not None
    if answers:
        yield _input(answers)


def _input(answers: Iterable[str]) -> str:
    return "".join(f"{one}\n" for one in answers)
