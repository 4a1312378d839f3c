"""The places that the output of a build names, and why it failed."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path

from porter.compile.errors import errors
from porter.compile.feedback.causes import Cause, Causes, Kind
from porter.compile.feedback.cython_sources import without_cython
from porter.compile.feedback.stops import stops
from porter.files.real_path import real_path

#: A place of a compiler's message, indented where pip quotes it.
_PLACE = re.compile(r"(?m)^[ |]*+([^\s:|][^:\n]*+):(\d++)(?::\d++)?+: ([^\n]*+)")
_MAKE_ERROR = re.compile(
    r"(?m)^(?:g?make(?:\[\d++\])?+: )?+\*\*\* \[([^\]:\n]++):(\d++): ([^\n]*+)"
)
#: A place at which make itself stops, or is stopped by the project: `$(error …)`.
_MAKE_STOP = re.compile(r"(?m)^([^\s:]++):(\d++): \*\*\* ")
#: A frame of a traceback, indented where pip quotes it; pip runs setup.py as a string.
_FRAME = re.compile(r"(?m)^[ |]*File \"([^\"\n]++)\", line (\d++)")
#: CMake's own error, of whichever command.
_CMAKE_ERROR = re.compile(r"(?m)^CMake Error at ([^\n:]+):(\d++) \((\w+)\)")
_FOLDER = re.compile(r"(?m)^g?make(?:\[\d+\])?: Entering directory '([^']+)'")
_MISSING = re.compile(
    # HIP's own library is wherever HIP is: a command that does not find it lacks its folder.
    r"(?m)(?:cannot find|unable to find library) -l(?!amdhip64\b)|library not found for -l"
    r"|No module named '"
    r"|^g?make(?:\[\d+\])?: (?:[\w+.-]+|(?!\S*(?i:cuda|hip|rocm|nvcc))/[^\s:]++): No such file"
    # A program, or a version of one, that upstream's own build would miss here as well.
    r"|\b(?:ba|da)?sh: (?:line )?+\d+: (?!nvcc|cuobjdump|nvdisasm|hip|roc)[\w+.-]+: (?:command )?+"
    r"not found$|CMake \d[\d.]*+ or higher is required"
    # A version of Python's that this machine has a name for alone.
    r"|^[ \t]*+pyenv: [\w.]++: command not found"
    # What a recipe reads into the shell, or calls, by a folder of another tool's.
    r"|\b(?:ba|da)?sh: (?:line )?+\d+: (?:\.: cannot open )?+"
    r"(?!\S*(?i:cuda|hip|rocm|nvcc))/\S+: No such"
    # A compiler of the host's that the project names by its folder.
    r"|CMAKE_(?:C|CXX|Fortran)_COMPILER:\s++\S++\s++is not a full path to an existing"
    r"|No CMAKE_Fortran_COMPILER could be found"
    # A library's function that the cpu executor lacks, ROCm not.
    r"|not offered here: (?:(?:hip|roc|rccl|miopen)\w++(?:, )?+)++$"
    r"|or later compatible compiler is required to use PyTorch"
    # A build that tells whoever cloned it without its submodules what to do.
    r"|git\s+submodule\s+update"
    # A download while it is configured, on a machine that reaches nobody.
    r"|[Cc]ould(?: not|n't) resolve host|Error occurred during download|Failed to clone repository"
)
#: A package that CMake does not find; CUDA's and ROCm's are for the conversion to name.
_NEITHER = r"(?!(?i:\w*(?:cuda|hip|roc|rccl|miopen)))\w"
_PACKAGE = re.compile(
    rf"(?<!-- )Could NOT find {_NEITHER}"
    rf"|package configuration file\s+provided\s+by\s+\"{_NEITHER}"
    # Variables of `find_library` and `find_path`, by their names or in the folder that uses them.
    rf"|are set to NOTFOUND\.\nPlease set[^\n]*+\n(?:[^\s/]*+/)*+{_NEITHER}"
)
#: A package that CMake does without, unless the project's own message names it then.
_STATUS = re.compile(rf"(?m)^-- Could NOT find ({_NEITHER}\w*+)")
_WORD = re.compile(r"\w++")
#: `find_library` and its kin with REQUIRED, and whether a name among them is of CUDA's or ROCm's.
_REQUIRED = re.compile(r"Could not find (\w++) using the following (?:names|files):([^\n]*+)")
_OF_VENDORS = re.compile(
    r"(?i)cuda|hip|roc|rccl|miopen|\b(?:lib)?(?:cu(?:blas|fft|rand|sparse|solver|dnn|tensor)|nv)"
)
#: What a compiler names behind an error for a person to compare: functions that are as good.
_CANDIDATE = re.compile(r"(?m)^([^\s:][^:\n]*+):(\d++):\d++: note: candidate function")
#: An error of a compiler: what CMake did not find before that was not asked for.
_COMPILED = re.compile(r":\d+: (?:fatal )?error: ")
_TARGET = re.compile(r"No rule to make target '([^']+)'")
#: What is not there: the folder of an output, or sources that would come from elsewhere.
_FOLDER_MISSING = re.compile(
    r"(?:cannot open output file|can't create) (?P<made>(?:[^\s/:]*+/)++)[^\s/:]++: No such file"
    r"|unable to open output file '(?P<written>(?:[^\s/:']*+/)++)[^\s/:']++': 'No such file"
    r"|given\s+source\s+\"(?P<added>[^\"]+)\"\s+which\s+is\s+not\s+an\s+existing\s+directory"
    r"|(?m:^(?=[^:\n]*?(?:akefile|\.mk|\.mak|\.inc))[^:\n]++:\d++: )"
    r"(?P<read>[^\s:]++): No such file or "
    r"|include\s+could\s+not\s+find\s+requested\s+file:\s+(?P<included>\S+)"
    r"|The\s+source\s+directory\s+(?P<empty>\S+)\s+does\s+not\s+contain\s+a\s+CMakeLists\.txt"
    r"|Cannot\s+find\s+source\s+file:\s+(?P<source>\S+)"
    r"|CMake Error: File (?P<configured>\S+) does not exist"
)
#: What make was to make itself, and could not for an error that it showed before.
_REMADE = re.compile(r"Failed to remake makefile '([^'\n]++)'")
#: What a script opens that a step before it was to make: a file in a folder, and no program.
_OPENED = re.compile(
    r"FileNotFoundError: \[Errno 2\] No such file or directory: "
    r"'((?:[\w.-]++/)++\w++\.[\w.-]++)'"
)
#: A command of CMake's that a file would bring which was to be downloaded; CUDA's are not meant.
_COMMAND = re.compile(r"Unknown CMake command \"(?!(?i:cuda_|hip_))(\w+)\"")
#: Text of an `asm` that the executor finds in a kernel, without a place.
_ASSEMBLY = re.compile(r"inline assembly cannot run on the cpu executor: ")
_ERROR = re.compile(r"\b(?:error|undefined)\b")
#: What CMake says of a source that `try_run` has no language for.
_UNTRIED = 'Unknown extension ".cu'
#: How messages begin; a linker's do not say that they are errors, and name a place with `-g`.
_ERRORS = ("error", "fatal error", "undefined reference to", "multiple definition of")


def cause_of(output: str, folder: Path, port: Path, causes: Causes) -> Cause:
    """Tell why a build failed, by the first place that its output names.

    Args:
        output: what it printed.
        folder: where it ran, in the port.
        port: the port's root.
        causes: what is known of the port's lines.
    """
    is_configured = _COMPILED.search(output) is not None
    if not is_configured and (lacking := without_cython(output, causes.upstream)) is not None:
        return lacking
    if not is_configured and _ASSEMBLY.search(output) and causes.told_of_assembly():
        return Cause(Kind.REPORTED)
    may_lack = not is_configured and _UNTRIED not in output
    if _MISSING.search(output) or (may_lack and _lacks_package(output)):
        absent = Kind.ABSENT
    elif (command := _COMMAND.search(output)) is not None:
        absent = Kind.UNREPORTED if causes.define_command(command[1]) else Kind.ABSENT
    elif (missing := _folder_missing(output)) is not None:
        what = missing[missing.lastgroup or 0].rstrip("/")
        absent = causes.of("", 0, f"{what}: No such file").kind
    elif (opened := _OPENED.search(output)) is not None:
        absent = Kind.UNREPORTED if causes.upstream.has_file(opened[1]) else Kind.ABSENT
    elif (target := _TARGET.search(output)) is not None:
        if causes.told_of_target(target[1]):
            return Cause(Kind.REPORTED)
        absent = causes.of("", 0, f"{target[1]}: No such file").kind
    else:
        first = _first_error(output.splitlines())
        absent = causes.of("", 0, first.partition("fatal error: ")[2]).kind
    place = next(_places(output, folder, port), None)
    cause = causes.of(*place) if place is not None else Cause(absent)
    said = _PLACE.search(_first_error(output.splitlines()))
    if cause.kind is Kind.UNREPORTED and said is not None:
        alike = causes.refused_alike(said[3].partition("error: ")[2])
        cause = cause._replace(kind=Kind.REPORTED, said=(alike,)) if alike else cause
    if cause.kind is Kind.UNREPORTED:
        cause = _of_candidates(output, folder, port, causes) or cause
    if cause.kind is Kind.REPORTED:
        return cause
    if cause.kind is Kind.UNCONVERTED and absent is Kind.UNREPORTED:
        return cause
    stopped = None
    if absent is Kind.UNREPORTED and not is_configured:
        stopped = _stopped(output, folder, port, causes)
    return stopped or cause._replace(kind=absent)


def _folder_missing(output: str) -> re.Match[str] | None:
    remade = set(_REMADE.findall(output))
    found = _FOLDER_MISSING.finditer(output)
    return next((one for one in found if one["read"] not in remade), None)


def _lacks_package(output: str) -> bool:
    """Tell whether CMake did not find what neither CUDA nor ROCm has."""
    if _PACKAGE.search(output) is not None:
        return True
    words = set(_WORD.findall(output.partition("CMake Error")[2].lower()))
    if any(name.lower() in words for name in _STATUS.findall(output)):
        return True
    return any(_OF_VENDORS.search(one[0]) is None for one in _REQUIRED.finditer(output))


def _of_candidates(output: str, folder: Path, port: Path, causes: Causes) -> Cause | None:
    """Return the cause of a first error whose candidates were reported; None of any other."""
    first, second = (*_COMPILED.finditer(output), None, None)[:2]
    if first is None:
        return None
    said = output[first.end() : second.start() if second else len(output)]
    folders = _folders(output, folder)
    for match in _CANDIDATE.finditer(said):
        path = _in_port(match[1], folders, port)
        if path and (cause := causes.of(path, int(match[2]))).kind is Kind.REPORTED:
            return cause
    return None


def _stopped(output: str, folder: Path, port: Path, causes: Causes) -> Cause | None:
    """Return the cause of a build that a message of its own stopped; None where none did."""
    for stop in stops(output):
        if path := _in_port(_script(stop.path), [folder], port):
            cause = causes.of(path, stop.line)
            if cause.kind is not Kind.REPORTED and stop.written.search(cause.source):
                return cause._replace(kind=Kind.STOPPED)
    return None


def _first_error(lines: Sequence[str]) -> str:
    """Return a compiler's first error; where there is none, the first line that speaks of one."""
    for pattern in (_COMPILED, _ERROR):
        for line in lines:
            if pattern.search(line):
                return line
    return ""


def _is_error(message: str) -> bool:
    return message.startswith(_ERRORS) or "No such file" in message


def _places(output: str, folder: Path, port: Path) -> Iterator[tuple[str, int]]:
    """Yield the places of errors, by their path in the port."""
    folders = _folders(output, folder)
    for pattern in (_PLACE, _MAKE_ERROR, _MAKE_STOP, _CMAKE_ERROR):
        for match in pattern.finditer(output):
            if pattern is _PLACE and not _is_error(match[3]):
                continue
            if named := _in_port(match[1], folders, port):
                yield named, int(match[2])
        if pattern is _PLACE:  # errors in a library's header, by the code that led there
            led = (one for one in errors(output, port) if one.header and one.line)
            yield from ((one.file, one.line) for one in led if (port / one.file).is_file())
    for path, line in reversed(_FRAME.findall(output)):
        if named := _in_port(_script(path), [folder], port):
            yield named, int(line)


def _folders(output: str, folder: Path) -> list[Path]:
    """Return where paths of an output may begin: where it ran, and where make went."""
    return [folder, *map(Path, _FOLDER.findall(output))]


def _in_port(path: str, folders: Sequence[Path], port: Path) -> str | None:
    """Return what a file that an output names is called in the port; None of any other."""
    root = real_path(port)
    places = (real_path(folder / path) for folder in folders)
    found = (place for place in places if place.is_file() and place.is_relative_to(root))
    place = next(found, None)
    return None if place is None else place.relative_to(root).as_posix()


def _script(path: str) -> str:
    """Return the file of Python's frame; a package's setup.py is run as a text."""
    return "setup.py" if path == "<string>" else path
