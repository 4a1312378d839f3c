"""What the CMake files of a port ask for and would not find.

The scripts are followed in CMake's order, from the outermost `CMakeLists.txt` through
`add_subdirectory` and `include`, and nothing is run. What cannot be told is taken to be well: a
condition may be either way, and behind a command that nobody knows any target may be there.
Source: CMake's manual, cmake-commands(7).
"""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from pathlib import Path

from porter.compile.read.cmake_bodies import ENDS
from porter.files.regular import read_regular
from porter.source import Severity
from porter.source.build_files.cmake import CMakeSyntaxError, Command, Form, commands
from porter.source.build_files.cmake_commands import OF_CMAKE
from porter.source.build_files.cmake_variables import Variables
from porter.source.build_files.globs import is_inside
from porter.trial.cmake_answers import Answers
from porter.trial.cmake_downloads import Downloads
from porter.trial.cmake_finds import Finds
from porter.trial.cmake_machine import lacking_compilers, lacking_version
from porter.trial.cmake_modules import Required
from porter.trial.cmake_packages import Here, Packages, is_of_cuda, is_of_rocm
from porter.trial.cmake_script import Script
from porter.trial.cmake_survey import Survey
from porter.trial.cmake_words import (
    ABOUT_TARGET,
    ASKS,
    BRINGS_TARGETS,
    LINK_WORDS,
    MAKES_TARGET,
    WORDS,
)
from porter.trial.complaint import Complaint

#: Scripts that include one another, and bodies that are not run where they stand.
_DEEPEST = 20
_MOST_SCRIPTS = 400
_SUFFIX = re.compile(r"\.(?:cu|hip|c|cc|cpp|cxx|C)")
#: A message or a condition that a port may be the cause of; one about HIP is the port's own.
_OF_CUDA = re.compile(r"(?i)cuda|nvcc|nvidia|cudnn|\bsm_?\d")
_OF_HIP = re.compile(r"(?i)hip")


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
        self._targets: set[str] = set()
        self._any_target = False  # whether targets may be there that were not seen
        self._survey = Survey(root)
        self._answers = Answers()
        self._finds = Finds(root)
        self._downloads = Downloads()
        self._hip_sources: tuple[Script, Command] | None = None
        self._complaints: dict[tuple[str, int, str], Complaint] = {}
        self._scripts = 0
        #: What CMake has modules for; whether these find it, CMake alone can tell.
        self.required: list[Required] = []

    def complaints(self) -> list[Complaint]:
        """Return what the port's CMake files would fail at, in their order."""
        self._follow(
            self._folder / "CMakeLists.txt", Variables(self._folder, root=self._root), [], 0
        )
        if self._hip_sources is not None and not self._survey.brings_hip:
            what = "the sources are HIP's, and no command here enables the language"
            self._say(*self._hip_sources, what, "enable_language(HIP) behind project")
        return list(self._complaints.values())

    def _follow(
        self, path: Path, variables: Variables, around: list[bool | None], depth: int
    ) -> None:
        self._scripts += 1
        if depth > _DEEPEST or self._scripts > _MOST_SCRIPTS or not is_inside(path, self._root):
            return
        try:
            data = read_regular(path)
            found = commands(data)
        except (OSError, CMakeSyntaxError):
            return
        script = Script(path, path.relative_to(self._root).as_posix(), data, variables, around)
        ends = b""
        for one in found:
            if ends:
                if one.name not in OF_CMAKE or MAKES_TARGET & {one.name}:
                    self._any_target = True
                ends = b"" if one.name == ends else ends
            elif one.name in ENDS:
                ends = ENDS[one.name]
            elif script.follow(one):
                continue
            elif one.name == b"return" and script.is_sure:
                return
            elif script.is_possible:
                self._command(script, one, depth)

    def _command(self, script: Script, one: Command, depth: int) -> None:
        words = [word for given in one.arguments for word in script.variables.words(given)]
        if said := self._answers.follow(one, script.variables):
            hint = "see that the port gets what CUDA's side did" * bool(_OF_CUDA.search(said))
            self._say(script, one, said, hint, Severity.WARNING if hint else Severity.NOTE)
        for said, hint in (*self._finds.used(one), *self._downloads.of(one, words)):
            self._say(script, one, said, hint, Severity.WARNING, is_local=True)
        if one.name == b"message":
            self._message(script, one)
        if one.name == b"include_directories":
            self._folders(script, one)
        if not words:
            return
        name = one.name.decode()
        if one.name not in OF_CMAKE and not ASKS.fullmatch(one.name):
            self._any_target = True  # cuda_add_library, pybind11_add_module
        if MAKES_TARGET & {one.name}:
            self._targets.add(words[0])
            if one.name != b"add_custom_target" and "ALIAS" not in words:
                self._sources(script, one, words[1:])
        elif one.name in ABOUT_TARGET:
            self._about_target(script, one, words)
        elif name == "set_source_files_properties" and "HIP" in words and script.is_sure:
            self._hip_sources = self._hip_sources or (script, one)
        elif name in ("project", "enable_language"):
            for what in lacking_compilers(script.variables, words):
                self._say(script, one, what, "install it", Severity.WARNING, is_local=True)
            script.variables.run(name, words)
        elif name == "cmake_minimum_required":
            if what := lacking_version(words):
                hint = "install a newer CMake"
                self._say(script, one, what, hint, Severity.WARNING, is_local=True)
        elif name == "find_package":
            self._package(script, one, words)
        elif name in ("add_subdirectory", "include"):
            self._other_script(script, one, words, depth)
        elif name == "configure_file":
            self._input(script, one, words[0])
        elif script.is_sure or name not in ("set", "list", "file", "option"):
            script.variables.run(name, words)
        else:  # what may or may not be set is not known any more
            for word in words[:2]:
                script.variables.values.pop(word, None)
                self._survey.named.add(word)
        if BRINGS_TARGETS.fullmatch(one.name) and name not in ("find_package", "include"):
            self._any_target = True
        if name.startswith(("cuda_", "nvcc_")) and one.name not in self._survey.defined:
            self._say(script, one, f"{name} is a command of FindCUDA's, which nobody brings here")

    def _sources(self, script: Script, one: Command, words: Sequence[str]) -> None:
        for word in (part for given in words for part in given.split(";")):
            if word in WORDS or "$" in word or not _SUFFIX.fullmatch(Path(word).suffix):
                continue
            path = script.here / word
            if not path.exists() and path.name not in self._survey.made:
                hint = "upstream lacks it, too, or the conversion left it out"
                what = f"{word} is a source of a target and is not there"
                is_local = not is_inside(path, self._root)  # a path of its author's machine
                self._say(script, one, what, hint, is_local=is_local, is_upstreams=True)

    def _input(self, script: Script, one: Command, word: str) -> None:
        path = script.here / word
        is_known = "$" not in word and is_inside(path, self._root)
        if is_known and not path.exists() and path.name not in self._survey.made:
            what = f"{word} is what configure_file fills in, and is not there"
            self._say(script, one, what, "upstream lacks it, too", is_upstreams=True)

    def _about_target(self, script: Script, one: Command, words: Sequence[str]) -> None:
        named = words[:1]
        if one.name == b"set_target_properties":
            named = words[: words.index("PROPERTIES")] if "PROPERTIES" in words else []
        if one.name == b"set_property":
            named = []
        for name in named:
            is_literal = one.arguments[0].text.decode("utf-8", "replace") == name
            if name not in self._targets and not self._any_target and is_literal:
                hint = "CMake stops here: move the command behind the one that makes the target"
                what = f"there is no target {name} at this point"
                self._say(script, one, what, hint, is_upstreams=True)
        if one.name == b"target_link_libraries" or "LINK_LIBRARIES" in words:
            for word in words[1:]:
                if word not in LINK_WORDS and "::" in word and "$" not in word:
                    self._imported(script, one, word)
        if one.name == b"target_sources":
            self._sources(script, one, words[1:])

    def _imported(self, script: Script, one: Command, name: str) -> None:
        """Complain of a library of a package that was not asked for."""
        if name in self._targets or "$<" in name:
            return
        if is_of_cuda(name):
            self._say(script, one, f"{name} is CUDA's, and no package of a port brings it")
        elif is_of_rocm(name) and not self._packages.bring(name) and not self._any_target:
            what = f"{name} is linked, and no find_package that is reached brings it"
            self._say(script, one, what, "ask for the package before, in no branch")

    def _package(self, script: Script, one: Command, words: Sequence[str]) -> None:
        name = words[0]
        if name in ("REQUIRED", "QUIET", "CONFIG"):  # a variable that nobody here sets named it
            return
        is_there = self._packages.find(name)
        if (
            is_there is Here.PERHAPS
            and "REQUIRED" in words
            and not self._packages.script(f"Find{name}")
        ):
            line = script.data.count(b"\n", 0, one.start) + 1
            self.required.append(Required(script.name, line, words))
        if is_there is Here.YES and is_of_rocm(f"{name}::"):
            script.variables.values[f"{name}_FOUND"] = ["1"]
        if is_there is Here.NO and "REQUIRED" in words:
            is_local = not is_of_cuda(f"{name}::")
            hint = "install it; the build stops here without it"
            if not is_local:
                hint = "no package of ROCm's stands for it: leave it out"
            what = f"the package {name} is not here"
            self._say(script, one, what, hint, Severity.WARNING, is_local=is_local)

    def _folders(self, script: Script, one: Command) -> None:
        for argument in one.arguments:
            text = argument.value.decode("utf-8", "replace")
            match = re.fullmatch(r"\$\{(\w+)\}", text)
            name = match[1] if match else ""
            is_set = name in script.variables.values or name in self._survey.named
            is_set |= is_of_rocm(f"{name.partition('_')[0]}::")
            if argument.form is Form.QUOTED and name in self._survey.set and not is_set:
                what = f"{name} is set where no build comes, and CMake refuses an empty folder"
                self._say(script, one, what, "set it, or take the quotes away")

    def _message(self, script: Script, one: Command) -> None:
        if not one.arguments or one.arguments[0].text not in (b"FATAL_ERROR", b"SEND_ERROR"):
            return
        text = " ".join(w.decode("utf-8", "replace") for w in one.words[1:])
        if script.is_sure:
            self._say(script, one, f"CMake stops here: {text}", "see what the project asks for")
        elif _OF_CUDA.search(text + script.asked) and not _OF_HIP.search(script.asked):
            what = f"CMake may stop here, as the project asks for what is CUDA's: {text}"
            self._say(script, one, what, "leave the question out", Severity.WARNING)

    def _other_script(self, script: Script, one: Command, words: Sequence[str], depth: int) -> None:
        is_folder = one.name == b"add_subdirectory"
        path = script.here / words[0]
        if is_folder:
            path /= "CMakeLists.txt"
            if path.is_file():
                variables = Variables(path.parent, script.variables, self._root)
                self._follow(path, variables, script.states(), depth + 1)
            elif script.is_sure and "$" not in words[0]:
                hint = "fetch the submodule, or see .gitmodules"
                name = os.path.relpath(path.parent, self._root)
                what = f"the folder {name} has no CMakeLists.txt"
                self._say(script, one, what, hint, Severity.WARNING)
                self._any_target = True
            else:
                self._any_target = True
            return
        found = path if path.is_file() else self._packages.script(words[0])
        if found is None:
            self._lacking_script(script, one, words)
        elif is_inside(found, self._root):
            self._follow(found, script.variables, script.states(), depth + 1)

    def _lacking_script(self, script: Script, one: Command, words: Sequence[str]) -> None:
        """Complain of a script that is included by its path and is not there."""
        path = script.here / words[0]
        is_named = words[0].endswith(".cmake") and "/" in words[0] and "$" not in words[0]
        if is_named and "OPTIONAL" not in words and path.name not in self._survey.made:
            name = os.path.relpath(path, self._root) if is_inside(path, self._root) else words[0]
            what = f"{name} is included and is not there"
            hint = "upstream lacks it, too: fetch the submodule, or see .gitmodules"
            is_local = not is_inside(path, self._root)
            self._say(script, one, what, hint, is_local=is_local, is_upstreams=True)

    def _say(
        self,
        script: Script,
        one: Command,
        message: str,
        hint: str = "",
        severity: Severity = Severity.ERROR,
        *,
        is_local: bool = False,
        is_upstreams: bool = False,
    ) -> None:
        if not script.is_sure and severity is Severity.ERROR:
            severity = Severity.WARNING
        line = script.data.count(b"\n", 0, one.start) + 1
        complaint = Complaint(script.name, line, message, hint, severity=severity)
        complaint = complaint._replace(is_local=is_local, is_upstreams=is_upstreams)
        self._complaints.setdefault((script.name, line, message), complaint)
