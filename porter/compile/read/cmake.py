"""Reads the targets of a port's `CMakeLists.txt` files, without running CMake.

Variables, lists, globs, functions, loops over lists and what targets hand on to those that link
them are followed. Branches of a conditional that are not for a build by clang on Linux with the
project's options as they are by default add nothing to what stands outside of them.
Source: CMake's manual, cmake-language(7) and cmake-commands(7).
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from porter.compile.read.cmake_choices import chosen_before
from porter.compile.read.cmake_folders import AddedFolders
from porter.compile.read.cmake_interpreter import Interpreter
from porter.compile.read.cmake_sources import DEVICE_LANGUAGES, SourceProperties
from porter.compile.read.cmake_standards import OF_CXX, of_properties, standard
from porter.compile.read.cmake_target import (
    KINDS,
    PLACES,
    TARGET_COMMANDS,
    Target,
    binds,
    modules,
    reached,
    take_place,
    uses_openmp,
    uses_torch,
)
from porter.compile.read.configured import ConfiguredFile
from porter.compile.read.export_header import ExportHeader, export_header
from porter.compile.read.unit import C_SUFFIX, DEVICE_SUFFIXES, Language, Unit, unit_from_flags
from porter.files.regular import read_regular
from porter.source.build_files.cmake import CMakeSyntaxError, commands
from porter.source.build_files.cmake_expressions import whole
from porter.source.build_files.cmake_variables import Variables
from porter.source.build_files.unfollowed import Unfollowed

_SCOPES = frozenset({"PUBLIC", "PRIVATE", "INTERFACE", "SYSTEM", "BEFORE", "AFTER"})
_BUILD_INTERFACE = re.compile(r"^\$<BUILD_INTERFACE:(.*)>$")
_FOR_LANGUAGE = re.compile(r"^\$<\$<COMPILE_LANGUAGE:([\w,]+)>:(.*)>$")


@dataclass
class _Folder:
    """What holds for the targets of one folder; subfolders start from a copy."""

    variables: Variables
    flags: list[str] = field(default_factory=list)
    device_flags: list[str] = field(default_factory=list)


class CMakeReader:
    """Follows the commands of a port's `CMakeLists.txt` files.

    Args:
        root: the port.
        unfollowed: collects what the reader leaves out at its bounds.

    Attributes:
        configured: the files that they configure.
        exported: the headers of export macros that they generate.
        makes_programs: whether a command makes one, in a loop or a function, too.
    """

    def __init__(self, root: Path, unfollowed: Unfollowed | None = None) -> None:
        self.root = root
        self.unfollowed = unfollowed or Unfollowed(root)
        self.folders: dict[Path, _Folder] = {}
        self.targets: dict[str, Target] = {}
        self.places: dict[str, tuple[Path, str]] = {}
        self.sources = SourceProperties()
        self.here = root
        self.folder = _Folder(Variables(root))
        self.script = ""
        self.configured: list[ConfiguredFile] = []
        self.exported: list[ExportHeader] = []
        self.makes_programs = False
        self._interpreter = Interpreter(self._command, self.unfollowed)
        self._added = AddedFolders()
        self._early: dict[str, Target] = {}
        self._is_perhaps = False  # whether the script is of a folder that CMake may leave out
        self._is_left_out = False  # and whether CMake is sure to
        self._left_out: list[str] = []
        self._only_when_off: set[str] = set()  # made in branches that are not taken

    def read_scripts(self, paths: Sequence[str]) -> None:
        """Read the scripts among the port's files, outer folders first."""
        scripts = (path for path in paths if Path(path).name == "CMakeLists.txt")
        for script in sorted(scripts, key=lambda path: path.count("/")):
            place = (self.root / script).parent
            self._is_perhaps = self._added.are_perhaps(place)
            if self._added.are_left_out(place):
                self._left_out.append(script)
            else:
                self._script(self.root / script, script)
        for name, target in self.targets.items():
            if target.is_loaded and not target.is_of_python:
                target.binds = binds(name, target, self.places[name][0])

    def units(self) -> Iterator[Unit]:
        """Yield the units of all targets; of modules without PyTorch first.

        A program's same source is compiled as theirs. What a build may leave out is the last.
        """
        owners = modules(self.targets)
        plain = [one for one in owners if not uses_torch(owners[one], self.targets)]
        names = dict.fromkeys((*plain, *self.targets))
        for name in sorted(names, key=lambda one: self.targets[one].is_perhaps):
            yield from self._units(name, owners.get(name, ""))

    def units_left_out(self) -> list[Unit]:
        """Return the units as they are where folders of branches that are not taken are read, too.

        What these say of a target that stands outside of such branches is not heard.
        """
        self._is_perhaps = self._is_left_out = bool(self._left_out)
        for script in self._left_out:
            self._script(self.root / script, script)
        return list(self.units()) if self._left_out else []

    def _script(self, path: Path, script: str) -> None:
        self.here, self.script = path.parent, script
        parent = next((self.folders[p] for p in self.here.parents if p in self.folders), None)
        outer = parent.variables if parent else None
        self.folder = _Folder(Variables(self.here, outer, self.root, self.unfollowed))
        if parent is not None:
            self.folder.flags += parent.flags
            self.folder.device_flags += parent.device_flags
        self.folders[self.here] = self.folder
        try:
            data = read_regular(path)
            found = list(commands(data))
        except CMakeSyntaxError:
            return  # `porter convert` reports it
        except OSError as error:
            self.unfollowed.add(path, f"it {error.strerror}")
            return
        if parent is None:
            self.folder.variables.values.update(chosen_before(self.root, found))
        self.makes_programs |= any(one.name.endswith(b"add_executable") for one in found)
        self._interpreter.run(path, found, data, self.folder.variables)

    def _command(self, command: str, words: list[str]) -> None:
        if not words:
            return
        first, rest = words[0], words[1:]
        if command == "add_subdirectory":
            self._added.add(Path(os.path.normpath(self.here / first)), self._interpreter)
            return
        if (self._interpreter.is_off or self._is_left_out) and self._is_known(command, words):
            return
        if self.folder.variables.run(command, words):
            return
        if TARGET_COMMANDS.fullmatch(command):
            kinds = KINDS.intersection(rest)
            is_perhaps = self._is_perhaps or not self._interpreter.is_chosen
            target = self.targets.setdefault(first, Target(command, kinds, is_perhaps=is_perhaps))
            target.is_perhaps &= is_perhaps
            target.take(self._early.pop(first, Target()))
            self.places.setdefault(first, (self.here, self.script))
            target.sources += [w for w in rest if w not in KINDS]
        elif command == "target_sources" and first in self.targets:
            self.targets[first].sources += [self._absolute(w) for w in rest if w not in _SCOPES]
        elif command == "target_link_libraries" and first in self.targets:
            self.targets[first].links += [w for w in rest if w not in _SCOPES]
        elif command == "configure_file" and rest:
            self._configure(first, rest)
        elif command == "generate_export_header":
            self.exported.append(export_header(words, self.here))
        elif command == "find_package" and first == "Torch":
            self.folder.variables.values["TORCH_LIBRARIES"] = ["torch"]
        elif command == "find_library" and "torch_python" in rest:
            self.folder.variables.values[first] = ["torch_python"]
        elif command in PLACES:
            take_place(command, words, self.targets)
            if command.startswith("set_"):
                self._standards(words[first == "TARGET" :])
                self.sources.take(command, words, self.here)
        elif command == "set_source_files_properties":
            self.sources.take(command, words, self.here)
        else:
            self._flags(command, first, words)

    def _is_known(self, command: str, words: list[str]) -> bool:
        """Tell whether a command in a branch that is off would change what stands outside of it."""
        if TARGET_COMMANDS.fullmatch(command):
            name, is_there = words[0], words[0] in self.targets
        elif command.startswith(("target_", "set_target_")):  # a folder read later may make it
            return words[0] not in self._only_when_off
        elif not self._interpreter.is_off:  # what is the folder's own
            return False
        elif command in ("set", "option", "list", "file", "string"):
            at = {"set": 0, "option": 0, "string": 2}.get(command, 1)
            name = "".join(words[at : at + 1])
            is_there = name in self.folder.variables.values
        else:
            return True
        if not is_there:
            self._only_when_off.add(name)
        return name not in self._only_when_off

    def _configure(self, template: str, words: list[str]) -> None:
        self.configured.append(
            ConfiguredFile(
                self.here / template,
                self.here / words[0],
                dict(self.folder.variables.values),
                at_only="@ONLY" in words,
                copy_only="COPYONLY" in words,
            )
        )

    def _flags(self, command: str, first: str, words: list[str]) -> None:
        target = self.targets.get(first) if command.startswith("target_") else None
        if command.startswith("target_") and target is None:  # of a folder that is read later
            target = self._early.setdefault(first, Target())
        kind = command.removeprefix("target_").removeprefix("add_")
        values = [w for w in words[1 if target else 0 :] if w not in _SCOPES]
        holder = target or self.folder
        if kind == "include_directories":
            holder.flags += [f"-I{self._absolute(_plain(w))}" for w in values if _plain(w)]
        elif kind in ("compile_definitions", "definitions"):
            self._add(holder, values, prefix="-D")
        elif kind == "compile_options":
            self._add(holder, values, prefix="")

    def _standards(self, words: list[str]) -> None:
        """Take the standards that properties give to targets; HIP's own wins over C++'s."""
        for name, flag, is_hips in of_properties(words):
            if target := self.targets.get(name):
                (target.device_flags if is_hips else target.flags).append(flag)

    def _add(self, holder: Target | _Folder, values: list[str], prefix: str) -> None:
        for value in whole(values):
            match = _FOR_LANGUAGE.match(value)
            into = holder.flags
            if match:
                value = match[2]
                if DEVICE_LANGUAGES & set(match[1].split(",")):
                    into = holder.device_flags
            for flag in [value] if "$<" in value else value.split(";"):
                if flag and not flag.startswith("$<"):
                    into.append(flag if flag.startswith(("-D", "-U", "/")) else prefix + flag)

    def _absolute(self, word: str) -> str:
        return str(self.here / word)

    def _units(self, name: str, module: str) -> Iterator[Unit]:
        directory, script = self.places[name]
        folder = self.folders[directory]
        flags, device_flags = self._all_flags(name)
        if module and uses_openmp(module, self.targets):
            flags.append("-fopenmp")
        extension = self.targets[module].output or module if module else name
        for word in self.targets[name].sources:
            source = directory / word
            language = self.sources.language(source)
            for_device = source.suffix in DEVICE_SUFFIXES or language is Language.HIP
            of_c = source.suffix == C_SUFFIX and language is None
            asked = standard(folder.variables.values, for_device=for_device, of_c=of_c)
            words = [*folder.flags, *flags]
            words = [*asked, *(one for one in words if not (of_c and one.startswith(OF_CXX)))]
            if for_device:
                words += [*folder.device_flags, *device_flags]
            words += self.sources.flags(source)
            unit = unit_from_flags(
                self.root, source, words, directory, script, language=language,
                torch_extension=extension if uses_torch(module or name, self.targets) else None,
            )  # fmt: skip
            if unit is not None:
                yield replace(unit, module=module, is_perhaps=self.targets[name].is_perhaps)

    def _all_flags(self, name: str) -> tuple[list[str], list[str]]:
        """Return the flags of a target and of all that it links, and those of HIP alone."""
        linked = [target for _, target in reached(name, self.targets)]
        flags = [flag for target in linked for flag in target.flags]
        return flags, [flag for target in linked for flag in target.device_flags]


def _plain(word: str) -> str:
    """Return a directory without the generator expression around it; "" when it has another."""
    match = _BUILD_INTERFACE.match(word)
    word = match[1] if match else word
    return "" if word.startswith("$<") else word
