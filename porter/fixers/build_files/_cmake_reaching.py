"""Variables and parameters of CMake scripts whose words reach the flags of CUDA's compiler.

`set(EXTRA -G)` says nothing of who gets the flag; `$<$<COMPILE_LANGUAGE:CUDA>:${EXTRA}>` further
down does. What reaches the host's compilers, too, is not CUDA's alone.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from porter.fixers.build_files._cmake_flag_words import holds_nvccs_flags, parts
from porter.project.cmake_scripts import CMakeScripts
from porter.source import SourceFile
from porter.source.build_files.cmake import CMakeSyntaxError, Command, commands
from porter.source.once import once_for_each_file

_OPEN, _CLOSE = frozenset((b"function", b"macro")), frozenset((b"endfunction", b"endmacro"))
_TO_A_LIST = frozenset((b"APPEND", b"PREPEND", b"INSERT"))
#: Commands whose words are flags of any compiler.
_OPTIONS = re.compile(rb"add_compile_options|target_compile_options|set(?:_\w+)?_propert(?:y|ies)")
_HOSTS_VARIABLE = re.compile(rb"CMAKE_(?:C|CXX|Fortran)_FLAGS\w*")
_REFERENCE = re.compile(rb"\$\{([\w./+-]+)\}")
_REST = b"ARGN"
#: The commands of CMake's that scripts have most of: they are no project's.
_CMAKES = frozenset(
    b"if elseif else endif foreach endforeach message set list string include add_subdirectory "
    b"find_package project cmake_minimum_required option install return file math "
    b"target_link_libraries target_include_directories include_directories add_dependencies "
    b"target_compile_definitions target_sources set_target_properties set_property add_test "
    b"add_custom_command add_custom_target execute_process configure_file".split()
)
#: How many variables one of them is followed through.
_MOST = 200


class Function(NamedTuple):
    """A function or a macro of a project.

    Attributes:
        name: its name, in lower case.
        parameters: what it calls its first arguments.
        body: the commands in it.
    """

    name: bytes
    parameters: tuple[bytes, ...]
    body: tuple[Command, ...]

    def parameter(self, place: int) -> bytes:
        """Return what the argument at a place is called inside."""
        return self.parameters[place] if place < len(self.parameters) else _REST


_Variable = tuple[bytes, Function | None]


class _Use(NamedTuple):
    """What a command does with the words of a variable.

    Attributes:
        is_cudas: it hands them to CUDA's compiler.
        is_hosts: it hands them to the host's compilers.
        further: the variables that it gives them to.
    """

    is_cudas: bool = False
    is_hosts: bool = False
    further: tuple[_Variable, ...] = ()


class _Script(NamedTuple):
    """The commands of a script by the variables in them and by name, and its functions."""

    uses: dict[bytes, list[Command]]
    named: dict[bytes, list[Command]]
    functions: dict[bytes, Function]


class Reaching:
    """Tells what reaches the flags of CUDA's compiler, in a script and those that share its names.

    Args:
        file: the script.
    """

    def __init__(self, file: SourceFile) -> None:
        self._scripts = CMakeScripts(file.depend_on_tree(), file.path)
        self._own = _script(file.data)
        self._others: dict[bytes, _Script] = {}
        self._known: dict[tuple[bytes, bytes], bool] = {}

    def function(self, name: bytes) -> Function | None:
        """Return the function that a command calls; None of CMake's own."""
        found = self._own.functions.get(name)
        if found is not None:
            return found
        if name in _CMAKES:
            return None
        others = (script.functions.get(name) for script in self._naming(name))
        return next(filter(None, others), None)

    def takes_flags(self, function: Function) -> bool:
        """Tell whether a function hands anything on as flags of a compiler."""
        return any(_OPTIONS.fullmatch(one.name) or holds_nvccs_flags(one) for one in function.body)

    def is_cudas(self, variable: bytes, function: Function | None = None) -> bool:
        """Tell whether the words of a variable reach CUDA's compiler, and no other.

        Args:
            variable: the variable.
            function: the function whose parameter it is.
        """
        key = (variable, function.name if function else b"")
        if key not in self._known:
            self._known[key] = self._followed(variable, function)
        return self._known[key]

    def gives_to_cudas(self, command: Command) -> bool:
        """Tell whether a command gives words to variables that reach CUDA's compiler alone.

        `set(${out} …)` in a function gives them to what its calls name.
        """
        variable = target(command)
        named = _REFERENCE.fullmatch(variable) if variable is not None else None
        if variable is None or named is None:
            return variable is not None and self.is_cudas(variable)
        found: set[bytes] = set()
        for function in self._own.functions.values():
            if command in function.body and named[1] in function.parameters:
                place = function.parameters.index(named[1])
                found.update(
                    call.words[place]
                    for script in (self._own, *self._naming(function.name))
                    for call in script.named.get(function.name, ())
                    if place < len(call.arguments)
                )
        return bool(found) and all(map(self.is_cudas, found))

    def _followed(self, variable: bytes, function: Function | None) -> bool:
        is_cudas = False
        left: list[_Variable] = [(variable, function)]
        seen: set[tuple[bytes, bytes]] = set()
        while left and len(seen) < _MOST:
            name, inside = left.pop()
            key = (name, inside.name if inside else b"")
            if key in seen:
                continue
            seen.add(key)
            for command in self._uses(name, inside):
                use = self._use(command, name)
                if use.is_hosts:
                    return False
                is_cudas |= use.is_cudas
                left += use.further
        return is_cudas

    def _uses(self, name: bytes, inside: Function | None) -> Iterator[Command]:
        if inside is not None:
            yield from (one for one in inside.body if name in _variables(one))
            return
        yield from self._own.uses.get(name, ())
        for script in self._naming(name):
            yield from script.uses.get(name, ())

    def _use(self, command: Command, name: bytes) -> _Use:
        """Return what a command does with the words of a variable."""
        words = command.words
        if holds_nvccs_flags(command):
            return _Use(is_cudas=True)
        if _OPTIONS.fullmatch(command.name):
            reference = b"${%b}" % name
            taken = [part for part in parts(command) if reference in part.argument.text]
            is_cudas = all(part.is_nvccs for part in taken)
            return _Use(is_cudas, is_hosts=not is_cudas and not command.name.startswith(b"set_"))
        if command.name == b"foreach" and words:
            return _Use(further=((words[0], None),))
        variable = target(command)
        if variable is not None:
            is_hosts = _HOSTS_VARIABLE.fullmatch(variable) is not None
            return _Use(is_hosts=is_hosts, further=((variable, None),))
        function = self.function(command.name)
        if function is None:
            return _Use()
        reference = b"${%b}" % name
        places = (place for place, word in enumerate(words) if reference in word)
        return _Use(further=tuple((function.parameter(place), function) for place in places))

    def _naming(self, name: bytes) -> Iterator[_Script]:
        for data in self._scripts.naming(name):
            script = self._others.get(data)
            if script is None:
                script = self._others[data] = _script(data)
            yield script


def target(command: Command) -> bytes | None:
    """Return the variable that a command gives words to; None of another command."""
    words = command.words
    if command.name == b"set" and words:
        return words[0]
    if command.name in (b"list", b"string") and len(words) > 1 and words[0] in _TO_A_LIST:
        return words[1]
    return None


def _variables(command: Command) -> set[bytes]:
    """Return the variables that a command reads."""
    found = {name for word in command.words for name in _REFERENCE.findall(word)}
    if command.name == b"foreach" and b"LISTS" in command.words:
        found.update(command.words[command.words.index(b"LISTS") + 1 :])
    return found


def _script(data: bytes) -> _Script:
    uses: dict[bytes, list[Command]] = {}
    named: dict[bytes, list[Command]] = {}
    functions: dict[bytes, Function] = {}
    opened: list[tuple[Command, list[Command]]] = []
    try:
        found = commands(data)
    except CMakeSyntaxError:
        found = ()
    for command in found:
        if command.name in _OPEN and command.arguments:
            opened.append((command, []))
            continue
        if command.name in _CLOSE and opened:
            opening, body = opened.pop()
            name, *parameters = opening.words
            function = Function(name.lower(), tuple(parameters), tuple(body))
            functions.setdefault(function.name, function)
            continue
        named.setdefault(command.name, []).append(command)
        for name in _variables(command):
            uses.setdefault(name, []).append(command)
        if opened:
            opened[-1][1].append(command)
    return _Script(uses, named, functions)


@once_for_each_file
def reaching(file: SourceFile) -> Reaching:
    """Return what is known of the variables of a script."""
    return Reaching(file)
