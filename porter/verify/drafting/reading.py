"""Reads what a function checks of its arguments: its own checks, macros, and functions it calls."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from porter.verify.drafting.argument import plain_name
from porter.verify.drafting.bound_arguments import note_lengths
from porter.verify.drafting.checks import Checks
from porter.verify.drafting.code_arguments import arguments_of
from porter.verify.drafting.cpp_code import CppCode, Function
from porter.verify.drafting.device_order import in_order
from porter.verify.drafting.dispatch_macros import take_dispatch
from porter.verify.drafting.dtypes import dtype_of
from porter.verify.drafting.launch_grids import note_grid
from porter.verify.drafting.macros import CHECK, expanded, mentions_check
from porter.verify.drafting.meanings import Argument, Dtype, Like, Present, Size, Tensor
from porter.verify.drafting.parameter_values import Maker, parameter_values
from porter.verify.drafting.refusals import (
    condition_of,
    is_under_condition,
    only_refuses,
    refused_condition,
)
from porter.verify.drafting.shape_notes import take_comments
from porter.verify.drafting.shared_indices import note_indices
from porter.verify.drafting.space import Space
from porter.verify.drafting.switches import take_chain, take_switch
from porter.verify.drafting.template_arguments import template_arguments
from porter.verify.drafting.uses import POINTER, accessed, note_rows, note_use
from porter.verify.drafting.values import SAVED, Values

if TYPE_CHECKING:
    from tree_sitter import Node

#: A text without this checks nothing, by itself or by what it calls.
_MAY_CHECK = re.compile(r"check|assert|launch|dispatch", re.IGNORECASE)
#: Calls in calls that are followed, and statements that are read.
_DEEPEST, _MOST_NODES = 8, 200_000


@dataclass
class Reader:
    """Reads functions of a project.

    Attributes:
        code: what the project defines.
        takes_else: where code goes one way or another, the other is read.
        space: what is learned.
        applies: a function of autograd is applied on the way.
        has_choice: code went one way or another.
    """

    code: CppCode
    takes_else: bool = False
    space: Space = field(default_factory=Space)
    applies: bool = False
    has_choice: bool = False
    _left: int = _MOST_NODES
    _dispatched: Dtype | None = None
    _types: dict[str, str] = field(default_factory=dict)  # that a function gives names
    _saved: object = None

    def read(self, function: Function, made_by: Maker | None = None) -> Space:
        """Return what a function takes.

        Args:
            function: the one that is bound.
            made_by: of a method, what makes its object; its arguments come first.
        """
        names = parameter_values(function, self.code, self.space)
        note_lengths(function, self.space)
        if made_by is not None:
            self._body(made_by.function, made_by.own(names), 0)
            names = made_by.seen_by_methods(names)
        self._body(function, names, 0)
        take_comments(function, self.code, self.space)
        tensors = [plain_name(one.name) for one in function.parameters if one.kind == "tensor"]
        self.space.settle(tensors)
        return self.space

    def _body(self, function: Function, names: dict[str, object], depth: int) -> None:
        names = {**self.code.constants, **names}
        checks = Checks(self.space, Values(self.space, names, self.takes_else), self.code)
        around, self._types = self._types, {}
        self._walk(function, function.body, checks, depth)
        self._types = around

    def _walk(self, function: Function, node: Node, checks: Checks, depth: int) -> None:
        """Read a statement and all in it, in order."""
        self._left -= 1
        if self._left < 0:
            return
        note_use(function, node, checks.values)
        if node.type == "init_declarator":
            self._declare(function, node, checks)
        elif node.type == "kernel_call_syntax":
            note_grid(function, node, checks.values, self.code.constants)
        elif node.type == "alias_declaration":  # using scalar_t = c10::complex<float>;
            name, stands_for = (node.child_by_field_name(key) for key in ("name", "type"))
            if name is not None and stands_for is not None:
                self._types[function.text(name)] = function.text(stands_for)
        elif node.type == "switch_statement":
            if take_switch(function, node, checks):
                over = function.text(node).partition("{")[0].strip()
                self._note(over, function.place(node), True)
        elif node.type == "if_statement" and take_chain(function, node, checks):
            over = function.text(node).partition("{")[0].strip()
            self._note(over, function.place(node), True)
        elif node.type == "if_statement" and (wrong := refused_condition(function, node)):
            text = f"not ({' '.join(function.text(wrong).split())})"
            self._note(text, function.place(wrong), checks.deny(function, wrong))
            return
        elif node.type == "call_expression" and self._call(function, node, checks, depth):
            return
        for child in self._parts(function, node, checks):
            self._walk(function, child, checks, depth)

    def _parts(self, function: Function, node: Node, checks: Checks) -> list[Node]:
        """Return what is read of a statement: of `if` and `else` one, where both check."""
        ways = [node.child_by_field_name(key) for key in ("consequence", "alternative")]
        if node.type != "if_statement" or ways[1] is None:
            return node.named_children
        if not _MAY_CHECK.search(function.text(ways[1])):
            return node.named_children
        if only_refuses(function, ways[1]):  # it is a check, as of the device
            return [one for one in node.named_children if one != ways[1]]
        self.has_choice = True
        condition = checks.values.of(function, node.child_by_field_name("condition"))
        if isinstance(condition, Present):
            self.space.given[condition.name] = not self.takes_else
        skipped = ways[not self.takes_else]
        return [one for one in node.named_children if one != skipped]

    def _declare(self, function: Function, node: Node, checks: Checks) -> None:
        declarator, value = (node.child_by_field_name(key) for key in ("declarator", "value"))
        if declarator is None or value is None:
            return
        name = re.sub(r"^[&*\s]+", "", function.text(declarator))
        found = checks.values.of(function, value)
        if found is not None:
            checks.values.names[name] = found
        if isinstance(found, Size) and not found.plus:
            self.space.call_size(found.slot, plain_name(name))

    def _call(self, function: Function, node: Node, checks: Checks, depth: int) -> bool:
        """Read a call; tell whether there is nothing more to read in it."""
        called, given = (node.child_by_field_name(key) for key in ("function", "arguments"))
        if called is None or given is None:
            return False
        arguments = [one for one in arguments_of(given) if one.type != "comment"]
        text = function.text(called)
        if called.type != "identifier" and "<" in text:
            self._typed(function, text, called, arguments, checks)
        name = text.partition("<")[0].rpartition("::")[2]
        if name == "apply" and "::" in text:
            self.applies = True
            return self._applied(text, function, arguments, checks, depth)
        if called.type == "field_expression":
            if text.endswith("save_for_backward") and arguments:
                self._saved = checks.values.of(function, arguments[0])
            return False
        # C's, and that of c10's logging where the project has none of its own: both end a process.
        ends = text == "assert" or (text == "CHECK" and text not in self.code.macros)
        if arguments and (CHECK.match(name) or (ends and not is_under_condition(node))):
            self._check(function, condition_of(arguments[0]), checks)
            return True
        if arguments and (found := take_dispatch(name, function, node, arguments, checks)):
            self._dispatched = found.over
            return False
        if name in self.code.macros:
            return self._expand(name, function, arguments, node, checks, depth)
        target = self.code.called(text, len(arguments))
        if target is None:
            return False
        if any(one.type == "kernel_call_syntax" for one in node.named_children):
            self._launch(target, function, arguments, checks)
        elif depth < _DEEPEST:
            # Its own scalar_t is that of the dispatch around the call where it is passed on.
            around = self._dispatched
            self._dispatched = around if "scalar_t" in text.partition("<")[2] else None
            self._enter(target, function, arguments, checks, depth)
            self._dispatched = around
        return False

    def _launch(
        self, kernel: Function, function: Function, arguments: list[Node], checks: Checks
    ) -> None:
        """Take on what a kernel asserts of the tensors that it is given, and how it reads them."""
        for argument in arguments:  # `x.packed_accessor32<float, 4>()` tells of dimensions
            self._walk(function, argument, checks, 0)
        arguments = [accessed(function, one, self.code) for one in arguments]
        tensors: dict[str, str] = {}
        for parameter, argument in zip(kernel.parameters, arguments, strict=False):
            if isinstance(passed := checks.values.of(function, argument), (Tensor, Like)):
                tensors[parameter.name] = passed.name
                note_rows(kernel, parameter.name, passed.name, self.space)
        note_indices(kernel, tensors, self.space)
        for place in in_order(kernel):
            given = checks.values.of(function, arguments[place]) if place < len(arguments) else None
            if isinstance(given, Tensor):
                self.space.in_order.add(given.name)
                where = f"asserted in {kernel.name}"
                self.space.evidence.setdefault(f"{given.name} does not fall", where)

    def _check(self, function: Function, condition: Node, checks: Checks) -> None:
        text = " ".join(function.text(condition).split())
        if text != "false":
            self._note(text, function.place(condition), checks.hold(function, condition))

    def _note(self, text: str, place: str, is_read: bool) -> None:
        """Keep a check for the comments of the case."""
        kept = self.space.evidence if is_read else self.space.unread
        kept.setdefault(text, place)

    def _typed(
        self, function: Function, text: str, called: Node, arguments: list[Node], checks: Checks
    ) -> None:
        """Take on the type and dimensions in `x.accessor<float, 2>()` and `info<int64_t>(x)`."""
        name, given = template_arguments(text)
        method = name.rpartition(".")[2]
        written, *more = given or [""]
        is_pointer = called.type == "field_expression" and POINTER.fullmatch(method.strip())
        owner = None
        if is_pointer:
            owner = checks.values.of(function, called.child_by_field_name("argument"))
        if isinstance(owner, Tensor):
            if written == "scalar_t" and self._dispatched:
                self.space.same_dtype(self._dispatched.name, owner.name)
            if more and more[0].isdecimal():
                self.space.ranks.setdefault(owner.name, int(more[0]))
        dtype = dtype_of(self._types.get(written, written))
        if not dtype:
            return
        if is_pointer:
            checks.takes(owner, (dtype,))
        elif "getTensorInfo" in method and arguments:
            checks.takes(checks.values.of(function, arguments[0]), (dtype,))

    def _applied(
        self, text: str, function: Function, arguments: list[Node], checks: Checks, depth: int
    ) -> bool:
        """Read a function of autograd, whose first parameter is its context, forth and back.

        On the way back the tensors that were saved are known: its kernels assert things, too.
        """
        owner = text.rpartition("::")[0].rpartition("::")[2]
        self._saved = None
        for target in self.code.functions.get(f"{owner}::forward", [])[:1]:
            if len(target.parameters) == len(arguments) + 1 and depth < _DEEPEST:
                values = [checks.values.of(function, one) for one in arguments]
                names = [one.name for one in target.parameters[1:]]
                self._body(target, dict(zip(names, values, strict=True)), depth + 1)
        for target in self.code.functions.get(f"{owner}::backward", [])[:1]:
            if self._saved is not None and depth < _DEEPEST:
                unread = dict(self.space.unread)  # the others are of gradients, which no case draws
                self._body(target, {SAVED: self._saved}, depth + 1)
                self.space.unread = unread
        return True

    def _enter(
        self,
        target: Function,
        function: Function,
        arguments: list[Node],
        checks: Checks,
        depth: int,
    ) -> None:
        """Read a function that is called, with its parameters standing for the arguments."""
        values = [checks.values.of(function, one) for one in arguments]
        if any(isinstance(one, (Tensor, Dtype, Size, Argument)) for one in values):
            names = {one.name: value for one, value in zip(target.parameters, values, strict=False)}
            self._body(target, names, depth + 1)

    def _expand(
        self, name: str, function: Function, arguments: list[Node], node: Node, checks: Checks,
        depth: int,
    ) -> bool:  # fmt: skip
        """Read what a macro of the project stands for, if it checks something; tell whether.

        Of others the arguments are read, which may be code.
        """
        macro = self.code.macros[name]
        tells = POINTER.search(macro.body) or mentions_check(macro, self.code)
        if depth >= _DEEPEST or not tells:
            return False
        inside = expanded(name, macro, function, arguments, node)
        self._walk(inside, inside.body, checks, depth + 1)
        return True
