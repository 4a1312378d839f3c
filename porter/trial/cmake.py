"""What the CMake files of a port ask for and would not find.

The scripts are followed in CMake's order, from the outermost `CMakeLists.txt` through
`add_subdirectory`, `include`, functions and loops, by the reader that tells their targets; nothing
is built. What cannot be told is taken to be well: a condition may be either way, and behind a
command that nobody knows any target may be there.
Source: CMake's manual, cmake-commands(7).
"""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from pathlib import Path

from porter.compile.read.cmake_interpreter import Interpreter
from porter.files.regular import read_regular
from porter.source import Severity
from porter.source.build_files.cmake import CMakeSyntaxError, Command, Form, commands
from porter.source.build_files.cmake_commands import OF_CMAKE
from porter.source.build_files.cmake_variables import Variables
from porter.source.build_files.globs import is_inside
from porter.source.build_files.unfollowed import Unfollowed
from porter.trial.absence import why_absent
from porter.trial.cmake_answers import Answers
from porter.trial.cmake_complaints import Complaints
from porter.trial.cmake_downloads import Downloads
from porter.trial.cmake_finds import Finds
from porter.trial.cmake_machine import lacking_compilers, lacking_version
from porter.trial.cmake_modules import Required
from porter.trial.cmake_packages import Here, Packages, is_of_cuda, is_of_rocm
from porter.trial.cmake_place import Place
from porter.trial.cmake_survey import Survey
from porter.trial.cmake_targets import Targets
from porter.trial.cmake_unknown import UnknownCommands
from porter.trial.cmake_words import makes_files
from porter.trial.complaint import Complaint

#: Folders that are added within one another, and in all.
_DEEPEST = 20
_MOST_SCRIPTS = 400
#: Commands that give variables values, which are known where CMake is sure to run them.
_SETS = frozenset({"set", "list", "file", "option"})
#: A message or a condition that a port may be the cause of; one about HIP is the port's own.
_OF_CUDA = re.compile(r"(?i)cuda|nvcc|nvidia|cudnn|\bsm_?\d")
_OF_HIP = re.compile(r"(?i)hip")
#: A message to those whose checkout lacks its submodules, whatever they are called.
_OF_A_FETCH = re.compile(r"(?i)submodule|--recurs")


class CMakeTrial:
    """Follows the CMake files of a port.

    Args:
        root: the port.
        folder: where CMake is started.
    """

    def __init__(self, root: Path, folder: Path) -> None:
        self._root = root
        self._folder = folder
        self._packages = Packages(root)
        self._complaints = Complaints()
        self._say = self._complaints.say
        self._targets = Targets(root, self._packages, self._complaints)
        self._survey = Survey(root)
        self._unknown = UnknownCommands(self._survey)
        self._answers = Answers()
        self._finds = Finds(root)
        self._downloads = Downloads()
        self._interpreter = Interpreter(self._take, Unfollowed(root), self._skip, is_strict=True)
        self._hip_sources: Place | None = None
        self._scripts = 0
        self._depth = 0
        #: What CMake has modules for; whether these find it, CMake alone can tell.
        self.required: list[Required] = []

    def complaints(self) -> list[Complaint]:
        """Return what the port's CMake files would fail at, in their order."""
        self._follow(self._folder / "CMakeLists.txt", Variables(self._folder, root=self._root))
        if self._hip_sources is not None and not self._survey.brings_hip:
            what = "the sources are HIP's, and no command here enables the language"
            self._say(self._hip_sources, what, "enable_language(HIP) behind project")
        return self._complaints.without(self._survey.made)

    def _follow(self, path: Path, variables: Variables) -> None:
        self._scripts += 1
        is_too_much = self._depth > _DEEPEST or self._scripts > _MOST_SCRIPTS
        if is_too_much or not is_inside(path, self._root):
            self._targets.are_any = self._unknown.are_any = True
            return
        try:
            data = read_regular(path)
            found = list(commands(data))
        except (OSError, CMakeSyntaxError):
            self._targets.are_any = self._unknown.are_any = True
            return
        self._depth += 1
        self._interpreter.run(path, found, data, variables)
        self._depth -= 1

    def _take(self, command: str, words: list[str]) -> None:
        if not self._interpreter.is_off:
            self._command(Place(self._interpreter, self._root), command, words)

    def _skip(self, found: Sequence[Command]) -> None:
        """Take note of commands that may be run, with words that nobody knows."""
        self._targets.skip(found)
        for one in found:
            texts = [word.decode("utf-8", "replace") for word in one.words]
            self._make(one, texts)
            if one.name.decode() in _SETS:
                self._forget(self._interpreter.variables, texts)

    def _make(self, one: Command, words: Sequence[str]) -> None:
        """Take note of the files that a command may make."""
        if makes_files(one.name, words) or one.name not in OF_CMAKE:
            self._survey.made |= {os.path.basename(word) for word in words}

    def _forget(self, variables: Variables, words: Sequence[str]) -> None:
        """Know no more of the variables that a command names."""
        for word in words[:2]:
            variables.values.pop(word, None)
            self._survey.named.add(word)

    def _command(self, place: Place, name: str, words: list[str]) -> None:
        one = place.command
        if said := self._answers.follow(one, place.variables):
            hint = "see that the port gets what CUDA's side did" * bool(_OF_CUDA.search(said))
            self._say(place, said, hint, Severity.WARNING if hint else Severity.NOTE)
        for said, hint in (*self._finds.used(one), *self._downloads.of(one, words)):
            self._say(place, said, hint, Severity.WARNING, is_local=True)
        if name == "message":
            self._message(place)
        if name == "include_directories":
            self._folders(place)
        is_elsewhere = name in ("include", "add_subdirectory") and bool(one.arguments)
        if is_elsewhere and not place.variables.words(one.arguments[0]):
            self._targets.are_any = self._unknown.are_any = True
            return
        if said := self._unknown.of(place):
            hint = "a package that is not installed may bring it"
            self._say(place, said, hint, Severity.WARNING, is_local=True)
        if not words:
            return
        self._make(one, words[1:] if name == "configure_file" else words)
        self._targets.follow(place, words)
        if name == "set_source_files_properties" and "HIP" in words and place.is_sure:
            self._hip_sources = self._hip_sources or place
        elif name in ("project", "enable_language"):
            for what in lacking_compilers(place.variables, words):
                self._say(place, what, "install it", Severity.WARNING, is_local=True)
            place.variables.run(name, words)
        elif name == "cmake_minimum_required":
            if what := lacking_version(words):
                hint = "install a newer CMake"
                self._say(place, what, hint, Severity.WARNING, is_local=True)
        elif name == "find_package":
            self._package(place, words)
        elif name == "add_subdirectory":
            self._subdirectory(place, words[0])
        elif name == "include":
            self._lacking_script(place, words)
        elif name == "configure_file":
            self._input(place, words[0])
        elif name in _SETS and not (place.is_sure and self._is_given(place, name, words)):
            self._forget(place.variables, words)
        else:
            place.variables.run(name, words)
        if name.startswith(("cuda_", "nvcc_")) and one.name not in self._survey.defined:
            self._say(place, f"{name} is a command of FindCUDA's, which nobody brings here")

    @staticmethod
    def _is_given(place: Place, name: str, words: Sequence[str]) -> bool:
        """Tell whether it is known what a command gives to a variable, of which it may be much."""
        if name == "list":
            return len(words) > 2 or "".join(words[1:]) in place.variables.values
        is_to_be = name == "set" and len(place.command.arguments) > 1
        return not is_to_be or words[1:2] not in ([], ["CACHE"])

    def _input(self, place: Place, word: str) -> None:
        path = place.here / word
        if "$" not in word and is_inside(path, self._root) and not path.exists():
            name = os.path.relpath(path, self._root) if os.path.isabs(word) else word
            what = f"{name} is what configure_file fills in, and is not there"
            hint = "upstream lacks it, too"
            self._say(place, what, hint, word=word, unless_made=path.name, is_upstreams=True)

    def _package(self, place: Place, words: Sequence[str]) -> None:
        name = words[0]
        if name in ("REQUIRED", "QUIET", "CONFIG"):  # a variable that nobody here sets named it
            return
        is_there = self._packages.find(name)
        self._unknown.package(name, is_there)
        if (
            is_there is Here.PERHAPS
            and "REQUIRED" in words
            and not self._packages.script(f"Find{name}")
        ):
            self.required.append(Required(*place.line_of(name), words))
        if is_there is Here.YES and is_of_rocm(f"{name}::"):
            place.variables.values[f"{name}_FOUND"] = ["1"]
        if is_there is Here.NO and "REQUIRED" in words:
            is_local = not is_of_cuda(f"{name}::")
            hint = "install it; the build stops here without it"
            if not is_local:
                hint = "no package of ROCm's stands for it: leave it out"
            what = f"the package {name} is not here"
            self._say(place, what, hint, Severity.WARNING, word=name, is_local=is_local)

    def _folders(self, place: Place) -> None:
        for argument in place.command.arguments:
            text = argument.value.decode("utf-8", "replace")
            match = re.fullmatch(r"\$\{(\w+)\}", text)
            name = match[1] if match else ""
            is_set = name in place.variables.values or name in self._survey.named
            is_set |= is_of_rocm(f"{name.partition('_')[0]}::")
            if argument.form is Form.QUOTED and name in self._survey.set and not is_set:
                what = f"{name} is set where no build comes, and CMake refuses an empty folder"
                self._say(place, what, "set it, or take the quotes away")

    def _message(self, place: Place) -> None:
        one = place.command
        if not one.arguments or one.arguments[0].text not in (b"FATAL_ERROR", b"SEND_ERROR"):
            return
        text = " ".join(w.decode("utf-8", "replace") for w in one.words[1:])
        if place.is_sure:
            self._say(place, f"CMake stops here: {text}", "see what the project asks for")
        elif _OF_CUDA.search(text + place.asked) and not _OF_HIP.search(place.asked):
            what = f"CMake may stop here, as the project asks for what is CUDA's: {text}"
            hint = "leave the question out"
            if _OF_A_FETCH.search(text):
                what = f"CMake may stop here for want of sources: {text}"
                hint = "fetch the submodules, and convert once more"
            self._say(place, what, hint, Severity.WARNING)

    def _subdirectory(self, place: Place, word: str) -> None:
        path = place.here / word / "CMakeLists.txt"
        if path.is_file():
            self._follow(path, Variables(path.parent, place.variables, self._root))
            return
        self._targets.are_any = self._unknown.are_any = True
        if place.is_sure and "$" not in word:
            hint = why_absent(path, self._root)
            name = os.path.relpath(path.parent, self._root)
            what = f"the folder {name} has no CMakeLists.txt"
            self._say(place, what, hint, Severity.WARNING, word=word)

    def _lacking_script(self, place: Place, words: Sequence[str]) -> None:
        """Complain of a script that is included by its path and is not there."""
        path = place.here / words[0]
        found = self._packages.script(words[0])
        if found is not None and is_inside(found, self._root):
            self._interpreter.include(found)
            return
        self._unknown.are_any |= "$" in words[0] or words[0].endswith(".cmake")
        is_named = words[0].endswith(".cmake") and "/" in words[0] and "$" not in words[0]
        if is_named and "OPTIONAL" not in words and not path.exists():
            name = os.path.relpath(path, self._root) if is_inside(path, self._root) else words[0]
            what = f"{name} is included and is not there"
            hint = why_absent(path, self._root)
            is_local = not is_inside(path, self._root)
            self._say(
                place, what, hint, word=words[0], unless_made=path.name,
                is_local=is_local, is_upstreams=True,
            )  # fmt: skip
