"""What a Makefile of a port asks for and would not find.

What the first target needs is followed, rule by rule; no recipe is run, and neither is
`$(shell …)`: where that has a say, nothing is said. Source: GNU make's manual, "How make Processes
a Makefile", "Using Implicit Rules", "Recursive Use of make".
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path

from porter.compile.read.make_device_side import device_side
from porter.compile.read.make_prerequisites import MakePrerequisites
from porter.compile.read.make_rules import MakeRule, MakeRules, RecipeLine
from porter.files.regular import LARGEST_SETTINGS, read_regular
from porter.source import Severity
from porter.source.build_files.globs import is_inside
from porter.source.build_files.make_commands import call, commands, file_name, leading_words
from porter.source.build_files.makefile_names import MAKEFILE_NAMES
from porter.source.build_files.unfollowed import Unfollowed
from porter.source.text.shell_words import shell_words
from porter.trial import gcc_flags
from porter.trial.absence import why_absent
from porter.trial.compiler_flags import refusals
from porter.trial.complaint import Complaint
from porter.trial.made_folders import has_files, makes_folders
from porter.trial.recipe_needs import (
    lacking_folder,
    lacking_libraries,
    lacking_programs,
    may_be_made,
)

#: NVIDIA's programs that recipes call.
_NVIDIAS = frozenset(
    b"nvcc cuobjdump nvdisasm nvprune ptxas fatbinary nvlink cudafe++ cuda-gdb nvprof "
    b"cuda-memcheck compute-sanitizer nsys ncu nv-nsight-cu-cli".split()
)
#: How make is called, and the folder that it is sent to.
_MAKE = re.compile(r"\$[({]MAKE[)}]|\bg?make\b")
_SENT_TO = re.compile(r"(?<!\S)-C[ \t]*+([^\s;&|]++)")
_OUTPUT = re.compile(r"(?:^|\s)-o\s+([\w./][\w./-]*)")
#: What a recipe holds that builds something, here or elsewhere.
_COMPILES = re.compile(
    r"\b(?:hipcc|nvcc|\w*g?cc|ld|ar|cmake|make|ninja)\b|[gc]\+\+|clang|\.sh\b|python"
)
#: What the environment may set where no Makefile does.
_FIRST_REFERENCE = re.compile(r"[@\s+-]*(\$\([^()]*\)|\$\{[^{}]*\})")
_OF_CUDA = re.compile(r"(?i)cuda|nvcc|nvidia")


class MakeTrial:
    """Follows the first target of a Makefile.

    Args:
        root: the port.
        path: the Makefile.
        seen: Makefiles that are followed already.
    """

    def __init__(self, root: Path, path: Path, seen: set[Path] | None = None) -> None:
        self._root = root
        self._path = path
        self._folder = path.parent
        self._seen = set() if seen is None else seen
        self._seen.add(path)
        self._folders: set[str] = set()
        self._asked_of: set[str] = set()
        self._reader = MakeRules(root, path, Unfollowed(root))
        self._values = self._reader.values
        self._made = MakePrerequisites(path, self._reader)

    def complaints(self) -> Iterator[Complaint]:
        """Yield what make would fail at."""
        compiles = False
        last: RecipeLine | None = None
        for rule, lacking in self._made.reached():
            for name in lacking:
                what = f"make has no rule for {name}, and the port has no such file"
                hint = "upstream lacks it, too, or it is left out"
                yield self._complaint(rule.path, rule.line, what, hint, is_upstreams=True)
            yield from self._of_folders(rule)
            for line in rule.recipe:
                last = line
                known, text = self._values.unknown, self._values.expand(line.text)
                compiles |= self._values.unknown != known or bool(_COMPILES.search(text))
                compiles |= "MAKE" in line.text
                yield from self._of_recipe(line)
        if last is not None and not compiles and len(self._seen) == 1:
            what = "the first target of make compiles nothing"
            hint = "name another: porter build --native --target NAME"
            yield self._complaint(
                last.path, last.line, what, hint, Severity.WARNING, is_upstreams=True
            )
        elif len(self._seen) == 1 and (side := device_side(self._root, self._path)) is not None:
            what = f"make compiles nothing for a GPU unless it is given {side.name}={side.value}"
            hint = f"porter build --native -D {side.name}={side.value}"
            yield self._complaint(self._path, side.line, what, hint, Severity.WARNING)

    def _of_folders(self, rule: MakeRule) -> Iterator[Complaint]:
        """Yield the folders of what a rule makes that nobody makes."""
        if not rule.recipe or makes_folders(self._reader.rules, self._path):
            return
        made = self._values.expand(rule.targets).split()
        for one in rule.recipe:
            made += _OUTPUT.findall(self._values.expand(one.text))
        for target in made:
            folder = os.path.normpath(os.path.dirname(target.partition("%")[0]) or ".")
            is_there = has_files(self._folder / folder) or folder in self._folders
            if not is_there and not {folder, f"{folder}/", f"./{folder}"} & self._made.exact.keys():
                self._folders.add(folder)
                what = f"{folder}/ is written to, and neither is it there nor is it made"
                hint = f"mkdir -p {folder}"
                found = self._complaint(rule.path, rule.line, what, hint, Severity.WARNING)
                place = self._folder / folder
                if not is_inside(place, self._root):
                    yield found._replace(is_local=True)
                else:
                    yield found._replace(folder=place.relative_to(self._root).as_posix())

    def _of_recipe(self, line: RecipeLine) -> Iterator[Complaint]:
        for match in _SENT_TO.finditer(line.text) if _MAKE.search(line.text) else ():
            yield from self._of_another(line, match[1])
        known, asked = self._values.unknown, len(self._values.unanswered)
        text = self._values.expand(line.text)
        is_known = self._values.unknown == known
        if _COMPILES.search(text):
            yield from self._of_answers(line, self._values.unanswered[asked:])
        reference = _FIRST_REFERENCE.match(line.text)
        if is_known and (reference is None or self._values.expand(reference[1]).strip()):
            for program in lacking_programs(text):
                yield self._lacks(line, f"{program} is called, and it is not installed here")
        absent = lacking_folder(text, self._folder) if is_known else ""
        rules = self._reader.rules
        if absent and absent.rstrip("/") not in self._made.exact and not may_be_made(rules, line):
            what = f"{absent} is not there when this line is run, and make stops"
            hint, severity = "upstream lacks it, too", Severity.WARNING
            yield self._complaint(line.path, line.line, what, hint, severity, is_upstreams=True)
        data = text.encode("utf-8", "replace")
        for start, end in commands(data):
            command = data[start:end]
            first = next(leading_words(command), (b"", 0))[0]
            if (name := file_name(first)) in _NVIDIAS:
                what = f"{name.decode()} is called, which no ROCm has"
                yield self._complaint(line.path, line.line, what, "take hipcc, or leave it out")
            called = call(command)
            if called is None or not is_known:
                continue
            try:
                words = shell_words(command[called.end :].decode("utf-8", "replace"))
            except ValueError:
                continue
            for library in lacking_libraries(words, self._folder):
                if not self._is_made_here(f"lib{library}."):
                    yield self._lacks(line, f"the library {library} is linked, and none is here")
            for refused in gcc_flags.refusals(called.name.decode("utf-8", "replace"), words):
                yield self._lacks(line, refused)
            if not called.name.startswith(b"hipcc"):
                continue
            for reason in refusals(words):
                yield self._complaint(line.path, line.line, f"hipcc says: {reason}", "leave it out")

    def _lacks(self, line: RecipeLine, what: str) -> Complaint:
        hint = "install it; the build stops here without it"
        found = self._complaint(line.path, line.line, what, hint, Severity.WARNING)
        return found._replace(is_local=True)

    def _is_made_here(self, name: str) -> bool:
        """Tell whether a Makefile that is followed names a library, and may make it."""
        for path in self._seen:
            with suppress(OSError):
                if name.encode() in read_regular(path, LARGEST_SETTINGS):
                    return True
        return False

    def _of_answers(self, line: RecipeLine, asked: Iterable[str]) -> Iterator[Complaint]:
        """Yield the commands whose answers are known once make asks them, each at one place."""
        for command in asked:
            if command not in self._asked_of:
                self._asked_of.add(command)
                what = f"what `{command}` answers is known once make runs it, and this hangs on it"
                is_cudas = _OF_CUDA.search(command) is not None
                hint = "see that the port gets what CUDA's side did" * is_cudas
                severity = Severity.WARNING if is_cudas else Severity.NOTE
                yield self._complaint(line.path, line.line, what, hint, severity)

    def _of_another(self, line: RecipeLine, name: str) -> Iterator[Complaint]:
        """Yield what the Makefile of a folder that make is sent to would fail at."""
        known = self._values.unknown
        folder = self._folder / self._values.expand(name).strip("\"'")
        if self._values.unknown != known or ("$" in name and "@" in name):
            return
        found = next((folder / one for one in MAKEFILE_NAMES if (folder / one).is_file()), None)
        if found is None:
            if not folder.is_dir() or not any(folder.iterdir()):
                what = f"make is sent to {name}, which is not there or empty"
                hint = why_absent(folder, self._root)
                yield self._complaint(line.path, line.line, what, hint, Severity.WARNING)
        elif found not in self._seen and is_inside(found, self._root):
            yield from MakeTrial(self._root, found, self._seen).complaints()

    def _complaint(
        self,
        path: Path,
        line: int,
        message: str,
        hint: str,
        severity: Severity = Severity.ERROR,
        *,
        is_upstreams: bool = False,
    ) -> Complaint:
        name = path.relative_to(self._root).as_posix()
        return Complaint(name, line, message, hint, severity=severity, is_upstreams=is_upstreams)
