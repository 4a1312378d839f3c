"""The simple commands of a line for the shell: their words, and what they read as input."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from typing import NamedTuple

_SEPARATORS = frozenset((";", "&&", "||", "|", "&", ";;", "(", ")"))
_PUNCTUATION = ";&|<>()"
#: The number of what is redirected, as in `2> log`.
_DESCRIPTOR = re.compile(r"(?<=\s)\d(?=[<>])")
#: What stands for an argument in texts for people, which would be two redirections.
_PLACEHOLDER = re.compile(r"<(\w[^<>\n]*+)(?<!\s)>")
_ESCAPES = {r"\n": "\n", r"\t": "\t", r"\\": "\\"}
_ESCAPE = re.compile(r"\\[nt\\]")


class Input(NamedTuple):
    """What a program is given on its standard input.

    Attributes:
        text: the text itself.
        file: the file that holds it, relative to the command's folder; empty when there is none.
    """

    text: str = ""
    file: str = ""


class SimpleCommand(NamedTuple):
    """A command without what stands between commands.

    Attributes:
        words: its name and its arguments.
        input: what it reads, from a file or from the command in front of it.
    """

    words: list[str]
    input: Input = Input()


def simple_commands(line: str) -> Iterator[SimpleCommand]:
    """Yield the commands of a line, each without what redirects its output.

    Args:
        line: as the shell reads it; nothing is yielded of one that it could not.
    """
    plain = _PLACEHOLDER.sub(r"{\1}", _DESCRIPTOR.sub("", line))
    lexer = shlex.shlex(plain, posix=True, punctuation_chars=_PUNCTUATION)
    lexer.whitespace_split = True
    lexer.commenters = "#"
    try:
        tokens = list(lexer)
    except ValueError:  # an apostrophe of prose
        return
    command, redirection = SimpleCommand([]), ""
    for token in [*tokens, ";"]:
        if token in _SEPARATORS:
            piped = _written_by(command) if token == "|" else Input()
            if command.words:
                yield command
            command, redirection = SimpleCommand([], piped), ""
        elif token.startswith(">"):
            redirection = token
        elif token.startswith("<"):
            is_known = token in ("<", "<<<")  # other input is not ours
            command, redirection = command if is_known else SimpleCommand([]), token
        elif redirection == "<":
            command, redirection = command._replace(input=Input(file=token)), "<file"
        elif redirection == "<<<":
            command, redirection = command._replace(input=Input(f"{token}\n")), "<<<text"
        elif not redirection:
            command.words.append(token)


def _written_by(command: SimpleCommand) -> Input:
    """Return what a command writes into a pipe, where its words say so."""
    match command.words:
        case ["echo", "-e", *words]:
            return Input(f"{_unescaped(' '.join(words))}\n")
        case ["echo", "-n", *words]:
            return Input(" ".join(words))
        case ["echo", *words]:
            return Input(f"{' '.join(words)}\n")
        case ["printf", text] if "%" not in text:
            return Input(_unescaped(text))
        case ["cat", file]:
            return Input(file=file)
    return Input()


def _unescaped(text: str) -> str:
    return _ESCAPE.sub(lambda found: _ESCAPES[found[0]], text)
