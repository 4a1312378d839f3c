"""The simple commands of a line for the shell: words, variables, and what they read as input."""

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
_PLACEHOLDER = re.compile(r"(?<!<)<(\w[^<>\n]*+)(?<!\s)>")
_ASSIGNMENT = re.compile(r"([A-Za-z_]\w*+)=(.*)", re.ASCII | re.DOTALL)
_ESCAPES = {r"\n": "\n", r"\t": "\t", r"\\": "\\"}
_ESCAPE = re.compile(r"\\[nt\\]")
_MOST_OF_SEQUENCE = 100_000


class Input(NamedTuple):
    """What a program is given on its standard input.

    Attributes:
        text: the text itself.
        file: the file that holds it, relative to the command's folder; empty when there is none.
    """

    text: str = ""
    file: str = ""


#: Names and values of variables, as `dict` takes them.
Variables = tuple[tuple[str, str], ...]


class SimpleCommand(NamedTuple):
    """A command without what stands between commands.

    Attributes:
        words: its name and its arguments.
        input: what it reads, from a file or from the command in front of it.
        variables: those that stand in front of it.
    """

    words: list[str]
    input: Input = Input()
    variables: Variables = ()


def simple_commands(line: str, document: str | None = None) -> Iterator[SimpleCommand]:
    """Yield the commands of a line, each without what redirects its output.

    Args:
        line: as the shell reads it; nothing is yielded of one that it could not.
        document: the here-document that begins in it; None where its text is not known.
    """
    plain = _PLACEHOLDER.sub(r"{\1}", _DESCRIPTOR.sub("", line))
    lexer = shlex.shlex(plain, posix=True, punctuation_chars=_PUNCTUATION)
    lexer.whitespace_split = True
    lexer.commenters = "#"
    try:
        tokens = list(lexer)
    except ValueError:  # an apostrophe of prose
        return
    known = ("<", "<<<") if document is None else ("<", "<<<", "<<")  # other input is not ours
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
            command, redirection = command if token in known else SimpleCommand([]), token
        elif redirection == "<":
            command, redirection = command._replace(input=Input(file=token)), "<file"
        elif redirection == "<<<":
            command, redirection = command._replace(input=Input(f"{token}\n")), "<<<text"
        elif redirection == "<<" and document is not None:
            command, redirection = command._replace(input=Input(document)), "<<text"
        elif not redirection:
            command = _with_word(command, token)


def _with_word(command: SimpleCommand, word: str) -> SimpleCommand:
    """Return a command with one more word; what assigns in front of its name is a variable."""
    found = None if command.words else _ASSIGNMENT.fullmatch(word)
    if found:
        return command._replace(variables=(*command.variables, (found[1], found[2])))
    if word == "env" and not command.words:
        return command
    return command._replace(words=[*command.words, word])


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
        case ["seq", *words] if 0 < len(words) <= 3 and all(map(str.isdecimal, words)):
            return Input(_sequence(*map(int, words)))
        case ["cat"]:
            return command.input
        case ["cat", file]:
            return Input(file=file)
    return Input()


def _sequence(*numbers: int) -> str:
    """Return the numbers that `seq` writes; nothing where they are too many."""
    first = numbers[0] if len(numbers) > 1 else 1
    step = numbers[1] if len(numbers) == 3 else 1
    found = range(first, numbers[-1] + 1, step) if step else range(0)
    return "".join(f"{one}\n" for one in found) if len(found) <= _MOST_OF_SEQUENCE else ""


def _unescaped(text: str) -> str:
    return _ESCAPE.sub(lambda found: _ESCAPES[found[0]], text)
