"""Programs that Python code runs, and the question to nvcc that build scripts get answered."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from porter.source.python.code import PythonCall, PythonCode, literal, literal_span

if TYPE_CHECKING:
    from tree_sitter import Node

#: Functions that run a program, or look for one.
RUNNERS = frozenset(
    "run call check_call check_output Popen getoutput getstatusoutput system popen which "
    "create_subprocess_exec create_subprocess_shell execvp execv execlp spawn "
    "find_executable".split()
)

_FIRST_WORD = re.compile(r"(?:.*/)?([\w-]+)(?:\.exe)?(?=\s|\Z)")
_JOINERS = ("join", "joinpath")
_QUESTIONS = ("-V", "--version")
_QUESTION = re.compile(r"(?:\S*/)?nvcc\s+(?:-V|--version)(?=\s*(?:\Z|[|;]))")


#: A command line of nvcc's that compiles something, wherever a string holds it.
_COMPILES = re.compile(r"(?:\S*/)?nvcc\s+-(?=[^\n]*(?:\.cu\b|\s-(?:o|c)\s|\s\?))")


def command_lines(code: PythonCode) -> Iterator[Node]:
    """Yield the strings that are whole command lines of nvcc's, which run somewhere."""
    for node in code.nodes("string"):
        parent = node.parent
        is_docstring = parent is not None and parent.type == "expression_statement"
        if not is_docstring and _COMPILES.match(_written(code, node)):
            yield node


def commands(code: PythonCode, call: PythonCall) -> Iterator[Node]:
    """Yield the strings that name what a call runs or looks for, or that end a path."""
    if call.name in _JOINERS:
        if len(call.positional) > (call.name == "join"):
            yield call.positional[-1]
        return
    if call.name not in RUNNERS:
        return
    command = call.argument(0, "args")
    if command is not None and command.type in ("list", "tuple") and command.named_children:
        command = command.named_children[0]
    if command is not None:
        yield command


def first_word(code: PythonCode, node: Node) -> str:
    """Return the program that a string names, without its folder; "" where it names none."""
    match = _FIRST_WORD.match(_written(code, node))
    return match[1] if match else ""


def release_question(code: PythonCode, call: PythonCall) -> tuple[int, int, bool] | None:
    """Return where a call asks nvcc for its release, and whether words of a list do; or None."""
    command = call.argument(0, "args") if call.name in RUNNERS else None
    if command is None:
        return None
    if command.type in ("list", "tuple"):
        words = [child for child in command.named_children if child.type != "comment"]
        if len(words) != 2 or literal(code, words[1]) not in _QUESTIONS:
            return None
        joined = code.call_of(words[0])
        program = next(commands(code, joined), None) if joined else words[0]
        if program is None or first_word(code, program) != "nvcc":
            return None
        return words[0].start_byte, words[1].end_byte, True
    text, span = literal(code, command), literal_span(code, command)
    match = _QUESTION.match(text) if text else None
    return (span[0], span[0] + match.end(), False) if span and match else None


def _written(code: PythonCode, node: Node) -> str:
    """Return the text of a string with `?` for holes, and for what it is added to."""
    if node.type == "binary_operator":
        right = node.child_by_field_name("right")
        return "" if right is None else "?" + _written(code, right)
    if node.type == "concatenated_string":
        node = node.named_children[0]
    if node.type != "string":
        return ""
    return "".join(
        "?" if child.type == "interpolation" else code.text(child) for child in node.children[1:-1]
    )
