"""Loops in device code that do nothing but wait, and what they ask until it changes."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from porter.source import SourceFile
from porter.source.cpp.functions import DeviceFunction, function_around, functions_of
from porter.source.once import once_for_each_file
from porter.source.text.brackets import closing
from porter.source.text.spans import Span

if TYPE_CHECKING:
    from tree_sitter import Node

NAME = re.compile(rb"[A-Za-z_]\w*")
_LOOP = re.compile(rb"\b(?:while|for|do|goto)\b")
_LOOPS = ("while_statement", "do_statement", "for_statement")
_CALLED = re.compile(rb"\b(\w++)[ \t]*+(?:<[\w \t,:]*+>)?+[ \t]*+\(")
#: Calls that do nothing but pass time, or order what is done.
_IDLE = re.compile(
    rb"__nanosleep|__threadfence\w*+|__syncwarp|__builtin_amdgcn_(?:s_sleep|fence|wave_barrier)"
)
_FOREVER = re.compile(rb"[\s(;]*+(?:true|1)?+[\s);]*+")
_ASSIGNED = re.compile(rb"\b(\w++)[ \t]*+=(?!=)")
_LOCK = re.compile(
    rb"\batomic(?:CAS|Exch)\w*+\s*+\("
    rb"|(?:\.|->)\s*+(?:exchange|compare_exchange_\w++|test_and_set|try_acquire)\s*+\("
    rb"|()\batom\.(?:(?!cas\b|exch\b)\w++\.){0,8}+(?:cas|exch)\b"
)
#: A function that is longer does more than ask.
_LONGEST = 2000
_INNER_LOOP = re.compile(rb"\b(?:while|for|do|goto)\b")


class Waiting(NamedTuple):
    """A loop that does nothing but wait.

    Attributes:
        span: what it asks, or the jump back.
        asked: all that is asked, with what is read for it and the bodies of the file's functions
            that are called there.
        condition: what is asked where the loop is written, alone.
        names: the names in what is asked.
        changed: the variables that the loop reads something into.
        works: whether something is done before the loop is left.
    """

    span: Span
    asked: bytes
    condition: bytes
    names: frozenset[bytes]
    changed: frozenset[bytes]
    works: bool


class _Busy(Exception):
    """The loop does something."""


class _Body:
    """What the statements of a loop read, change, and leave it for."""

    def __init__(self, file: SourceFile) -> None:
        self._file = file
        self.asked: list[bytes] = []
        self.assembly: list[bytes] = []
        self.leaves: Span | None = None
        self.works = False
        self.reads: dict[bytes, list[bytes]] = {}
        self.counted: set[bytes] = set()

    def text(self, node: Node) -> bytes:
        return self._file.code[node.start_byte : node.end_byte]

    def take(self, node: Node | None) -> None:
        """Take in a statement.

        Raises:
            _Busy: it does something.
        """
        if node is None or node.type in (";", "comment", "continue_statement"):
            return
        if node.type == "compound_statement":
            for one in node.named_children:
                self.take(one)
        elif node.type == "if_statement":
            self._take_choice(node)
        elif node.type == "expression_statement":
            for one in node.named_children:
                self._take_expression(one)
        elif node.type == "declaration":
            for one in node.named_children:
                self._take_declarator(one)
        else:
            raise _Busy

    def _take_choice(self, node: Node) -> None:
        condition, way = (node.child_by_field_name(one) for one in ("condition", "consequence"))
        if condition is None or way is None or node.child_by_field_name("alternative") is not None:
            raise _Busy
        last = (
            way.named_children[-1]
            if way.type == "compound_statement" and way.named_children
            else way
        )
        if last.type in ("break_statement", "return_statement"):
            self.asked.append(self.text(condition))
            self.leaves = self.leaves or (condition.start_byte, condition.end_byte)
            self.works = self.works or len(way.named_children) > (way.type == "compound_statement")
        else:
            self.take(way)

    def _take_declarator(self, node: Node) -> None:
        if node.type != "init_declarator":
            return
        name, value = (node.child_by_field_name(one) for one in ("declarator", "value"))
        if name is None or value is None:
            raise _Busy
        self.reads.setdefault(self.text(name).lstrip(b"*& "), []).append(self.text(value))

    def _take_expression(self, node: Node) -> None:
        if node.type == "update_expression":
            self._count(node.child_by_field_name("argument"))
        elif node.type == "assignment_expression":
            left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
            sign = node.child_by_field_name("operator")
            if left is None or right is None or left.type != "identifier":
                raise _Busy
            name, value = self.text(left), self.text(right)
            if sign is None or sign.type != "=" or name in NAME.findall(value):
                self.counted.add(name)
            else:
                self.reads.setdefault(name, []).append(value)
        elif node.type == "call_expression":
            called = node.child_by_field_name("function")
            if called is None or _IDLE.fullmatch(self.text(called)) is None:
                raise _Busy
        elif node.type == "comma_expression":
            for one in node.named_children:
                self._take_expression(one)
        elif node.type == "gnu_asm_expression":
            self.assembly.append(self._file.data[node.start_byte : node.end_byte])
        else:
            raise _Busy

    def _count(self, node: Node | None) -> None:
        if node is None or node.type != "identifier":
            raise _Busy
        self.counted.add(self.text(node))


@once_for_each_file
def waiting_loops(file: SourceFile) -> tuple[Waiting, ...]:
    """Return the loops of device code that do nothing but wait, in order."""
    found = {}
    for match in _LOOP.finditer(file.code):
        if file.directive_at(match.start()) or function_around(file, match.start()) is None:
            continue
        node = file.tree.root_node.descendant_for_byte_range(match.start(), match.end())
        above = node.parent if node is not None else None
        if above is None or above.start_byte != match.start() or above.id in found:
            continue
        try:
            waiting = _of_loop(file, above) if above.type in _LOOPS else _of_jump(file, above)
        except _Busy:
            continue
        if waiting is not None:
            found[above.id] = waiting
    return tuple(found.values())


def _of_loop(file: SourceFile, loop: Node) -> Waiting | None:
    """Return what a loop asks, None where it runs for ever or computes."""
    body = _Body(file)
    condition = loop.child_by_field_name("condition")
    if (update := loop.child_by_field_name("update")) is not None:
        body._take_expression(update)
    body.take(loop.child_by_field_name("body"))
    if condition is not None and _FOREVER.fullmatch(body.text(condition)) is None:
        body.asked.append(body.text(condition))
        body.leaves = (condition.start_byte, condition.end_byte)
    return _waiting(file, body)


def _of_jump(file: SourceFile, jump: Node) -> Waiting | None:
    """Return what a jump back asks: `again: if (…) goto again;`."""
    label = jump.child_by_field_name("label")
    choice: Node | None = jump
    while choice is not None and choice.type in ("goto_statement", "compound_statement"):
        choice = choice.parent
    if label is None or choice is None or choice.type != "if_statement":
        return None
    body = _Body(file)
    before, at = jump.prev_named_sibling, choice
    while jump.parent != choice and before is not None:
        body.take(before)
        before = before.prev_named_sibling
    while at.parent is not None and at.parent.type != "labeled_statement":
        above = at.prev_named_sibling
        if above is None:
            return None
        if above.type == "labeled_statement" and _label(file, above) == body.text(label):
            body.take(above.named_children[-1])
            break
        body.take(above)
        at = above
    condition = choice.child_by_field_name("condition")
    inside = at.parent is not None and _label(file, at.parent) == body.text(label)
    if (
        condition is None
        or (at.parent is not None and at.parent.type == "labeled_statement") > inside
    ):
        return None
    body.asked.append(body.text(condition))
    body.leaves = (condition.start_byte, condition.end_byte)
    return _waiting(file, body)


def _label(file: SourceFile, statement: Node) -> bytes:
    name = statement.child_by_field_name("label")
    return b"" if name is None else file.code[name.start_byte : name.end_byte]


def _waiting(file: SourceFile, body: _Body) -> Waiting | None:
    asked = list(body.asked)
    names = {name for text in asked for name in NAME.findall(text)}
    for name in sorted(names & body.reads.keys()):
        asked += body.reads[name]
        names.update(word for text in body.reads[name] for word in NAME.findall(text))
    if body.leaves is None or names & body.counted:
        return None
    called = _called(file, b" ".join(asked))
    for one in called:
        names.update(NAME.findall(file.code, one.body_start, one.body_end))
    bodies = [file.data[one.body_start : one.body_end] for one in called]
    changed = {*body.reads, *(name for text in asked for name in _ASSIGNED.findall(text))}
    return Waiting(
        body.leaves,
        b" ".join((*asked, *body.assembly, *bodies)),
        b" ".join(body.asked),
        frozenset(names),
        frozenset(changed),
        body.works,
    )


def _called(file: SourceFile, text: bytes) -> list[DeviceFunction]:
    """Return the functions of the file that are called in a text, and those that they call."""
    found: dict[bytes, DeviceFunction] = {}
    left = [text]
    own = _own(file)
    while left:
        for name in _CALLED.findall(left.pop()):
            one = own.get(name)
            if one is not None and one.body_end - one.body_start < _LONGEST and name not in found:
                inner = file.code[one.body_start : one.body_end]
                if _INNER_LOOP.search(inner) is None:
                    found[name] = one
                    left.append(inner)
    return list(found.values())


@once_for_each_file
def _own(file: SourceFile) -> dict[bytes, DeviceFunction]:
    return {one.name: one for one in functions_of(file) if one.name}


def takes_lock(waiting: Waiting) -> bool:
    """Tell whether a loop tries to take a lock, and works and frees it somewhere else.

    A value of the loop's own that is swapped in needs no lock.
    """
    if waiting.works:
        return False
    tries = [*_LOCK.finditer(waiting.asked)]
    return bool(tries) and not any(
        waiting.changed & set(NAME.findall(waiting.asked, match.end(), _end(waiting.asked, match)))
        for match in tries
    )


def _end(text: bytes, match: re.Match[bytes]) -> int:
    """Return where the arguments of a call end."""
    return closing(text, match.end() - 1) or len(text)
