"""Interprets the part of Python that build scripts use, without running them.

What a script computes from constants, paths, the files of the port and string and list operations
is computed; everything else is `UNKNOWN`, and stays so through whatever uses it. A branch whose
condition is unknown is taken both ways. Nothing is imported and no function of the outside is
called but those of `static_world`, so reading a script can do nothing but read.
"""

from __future__ import annotations

import ast
import os
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from porter.errors import PorterError
from porter.files.regular import read_regular
from porter.source.build_files.executed_text import executed_file
from porter.source.build_files.globs import is_inside
from porter.source.build_files.static_expressions import MOST_STEPS, Endless, Expressions, Scopes
from porter.source.build_files.static_values import in_order
from porter.source.build_files.static_world import outside
from porter.source.build_files.unfollowed import Unfollowed
from porter.source.build_files.unknown import UNKNOWN, Unknown, known
from porter.source.python.syntax import parse_python

_DEEPEST = 20
_EXITS = frozenset({"exit", "quit", "sys.exit", "os._exit"})


class _Return(Exception):
    def __init__(self, value: Any) -> None:
        super().__init__()
        self.value = value


class _NextTurn(Exception):
    """`continue`."""


class _LoopLeft(Exception):
    """`break`."""


class StaticReader(Expressions):
    """Interprets a script.

    Args:
        script: the file, for `__file__` and the working directory.
        facts: what dotted names stand for, beside `outside`; a callable is called.
        on_call: shown every call whose function is not known: dotted name, positional values,
            keyword values and line. What it returns is the call's value.
        unfollowed: collects where the script is not followed to its end.
        content: what the script says; read from the file when None.
    """

    def __init__(
        self,
        script: Path,
        facts: Mapping[str, Any],
        on_call: Callable[[str, list[Any], dict[str, Any], int], Any],
        unfollowed: Unfollowed | None = None,
        content: bytes | None = None,
    ) -> None:
        reported = unfollowed or Unfollowed(script.parent)
        folder = Path(os.path.abspath(script.parent))  # a script that resolves its path gets this
        super().__init__(script, {**outside(folder), **facts}, on_call, reported)
        self.depth = 0
        self.content = content
        #: Where the script ends itself, whatever is not known: lines, and what it says there.
        self.stops: list[tuple[int, str]] = []
        self._doubts = 0

    def run(self) -> None:
        """Interpret the script from its first line to its last.

        Raises:
            SyntaxError: it is not Python.
        """
        content = read_regular(self.script) if self.content is None else self.content
        tree = parse_python(content)
        scope: dict[str, Any] = {"__file__": os.path.abspath(self.script), "__name__": "__main__"}
        try:
            self._block(tree.body, [scope])
        except _Return:
            return
        except Endless:
            steps = f"{MOST_STEPS:,} steps are taken; what would come next is not read"
            self.unfollowed.add(self.script, steps)
        except RecursionError:
            self.unfollowed.add(self.script, "expressions too deep in one another")

    def _block(self, body: list[ast.stmt], scopes: Scopes) -> None:
        for statement in body:
            self.steps += 1
            if self.steps > MOST_STEPS:
                raise Endless
            self._statement(statement, scopes)

    def _statement(self, node: ast.stmt, scopes: Scopes) -> None:
        if isinstance(node, ast.Assign):
            value = self.value(node.value, scopes)
            for target in node.targets:
                self.bind(target, value, scopes)
        elif isinstance(node, ast.AnnAssign) and node.value is not None:
            self.bind(node.target, self.value(node.value, scopes), scopes)
        elif isinstance(node, ast.AugAssign):
            both = ast.copy_location(ast.BinOp(node.target, node.op, node.value), node)
            self.bind(node.target, self.value(both, scopes), scopes)
        elif isinstance(node, ast.Raise):
            self._stop(node.lineno, node.exc, scopes)
        elif isinstance(node, ast.Expr):
            if isinstance(node.value, ast.Call) and ast.unparse(node.value.func) in _EXITS:
                self._stop(node.lineno, node.value, scopes)
            if (path := executed_file(node.value)) is None:
                self.value(node.value, scopes)
            else:
                self._execute(node.value, path, scopes)
        elif isinstance(node, ast.FunctionDef):
            scopes[-1][node.name] = node
        elif isinstance(node, ast.Return):
            raise _Return(None if node.value is None else self.value(node.value, scopes))
        elif isinstance(node, ast.Continue):
            raise _NextTurn
        elif isinstance(node, ast.Break):
            raise _LoopLeft
        elif isinstance(node, ast.If):
            self._if(node, scopes)
        elif isinstance(node, ast.For):
            self._for(node, scopes)
        elif isinstance(node, ast.With):
            for item in node.items:
                if item.optional_vars is not None:
                    self.bind(item.optional_vars, UNKNOWN, scopes)
            self._block(node.body, scopes)
        elif isinstance(node, ast.Try):
            with self._doubt():  # what is raised may be caught
                self._block([*node.body, *node.orelse, *node.finalbody], scopes)
        elif isinstance(node, (ast.Import, ast.ImportFrom)):
            self._import(node, scopes)

    def _stop(self, line: int, said: ast.expr | None, scopes: Scopes) -> None:
        """Note where the script ends itself, unless something that is not known decides on it."""
        if self._doubts:
            return
        given = said.args[0] if isinstance(said, ast.Call) and said.args else None
        text = self.value(given, scopes) if given is not None else ""
        if isinstance(text, str) or given is None or (isinstance(text, int) and text):
            self.stops.append((line, text if isinstance(text, str) else ""))

    @contextmanager
    def _doubt(self, *, is_doubted: bool = True) -> Iterator[None]:
        """Let nothing in a block count as sure to be run."""
        self._doubts += is_doubted
        try:
            yield
        finally:
            self._doubts -= is_doubted

    def _execute(self, call: ast.expr, path: ast.expr, scopes: Scopes) -> None:
        """Interpret a file of the port that a script executes, in the names that it is given."""
        assert isinstance(call, ast.Call)
        named = self.value(path, scopes)
        file = self.script.parent / named if isinstance(named, (str, Path)) else None
        given = [*call.args[1:2], *(word.value for word in call.keywords if word.arg == "globals")]
        names = self.value(given[0], scopes) if given else scopes[-1]
        if given and ast.unparse(given[0]) in ("globals()", "locals()"):
            names = scopes[-1]
        if file is None or not isinstance(names, dict) or not is_inside(file, self.unfollowed.root):
            return
        try:
            body = parse_python(read_regular(file)).body
        except (OSError, PorterError, SyntaxError):
            return
        self._block(body, [names])

    def _import(self, node: ast.Import | ast.ImportFrom, scopes: Scopes) -> None:
        prefix = f"{node.module}." if isinstance(node, ast.ImportFrom) else ""
        for alias in node.names:
            full = prefix + alias.name
            if alias.asname or prefix:
                scopes[-1][alias.asname or alias.name] = Unknown(full)

    def _if(self, node: ast.If, scopes: Scopes) -> None:
        test = self.value(node.test, scopes)
        if known(test):
            self._block(node.body if test else node.orelse, scopes)
            return
        returned: _Return | None = None
        for body in (node.body, node.orelse):
            try:
                with self._doubt():
                    self._block(body, scopes)
            except _Return as found:
                returned = returned or found
            except (_NextTurn, _LoopLeft):
                continue  # or not: what is behind the branch is read, too
        if returned is not None:
            raise returned

    def _for(self, node: ast.For, scopes: Scopes) -> None:
        items = self.value(node.iter, scopes)
        with self._doubt(is_doubted=not known(items)):
            self._turns(node, items, scopes)

    def _turns(self, node: ast.For, items: Any, scopes: Scopes) -> None:
        for item in [UNKNOWN] if not known(items) else in_order(items):
            self.bind(node.target, item, scopes)
            try:
                self._block(node.body, scopes)
            except _NextTurn:
                continue
            except _LoopLeft:
                break

    def enter(
        self,
        function: ast.FunctionDef,
        arguments: list[Any],
        keywords: dict[str, Any],
        scopes: Scopes,
    ) -> Any:
        """Return what a function of the script returns."""
        if self.depth >= _DEEPEST:
            deep = f"line {function.lineno}: calls more than {_DEEPEST} deep"
            self.unfollowed.add(self.script, deep)
            return UNKNOWN
        names = [argument.arg for argument in (*function.args.args, *function.args.kwonlyargs)]
        defaults = dict(zip(reversed(names), reversed(function.args.defaults), strict=False))
        scope = {name: self.value(value, scopes[:1]) for name, value in defaults.items()}
        scope = {**dict.fromkeys(names, UNKNOWN), **scope}
        scope.update(zip(names, arguments, strict=False))
        scope.update(keywords)
        self.depth += 1
        try:
            self._block(function.body, [scopes[0], scope])
        except _Return as returned:
            return returned.value
        finally:
            self.depth -= 1
        return None
