"""Give each thread a default stream of its own where a macro in flags asks for it.

## What it does
`-DCUDA_API_PER_THREAD_DEFAULT_STREAM` becomes `-fgpu-default-stream=per-thread` where HIP's
compiler alone gets it, and `-DHIP_API_PER_THREAD_DEFAULT_STREAM` where a compiler of the host's
does. Definitions of CMake's targets become HIP's, and the targets get the option for HIP.

## Why
HIP's headers ask for a macro of their own, and clang for an option: without that, kernels would be
launched into the stream that all threads share, and copies not wait for them.

## What it leaves alone
Build files that speak of HIP's macro or of `-fgpu-default-stream`. Flags that compilers of both
kinds get, or that are neither's by what can be seen, are reported.

## References
CUDA C++ Programming Guide, "Default Stream"; clang's command line reference,
`-fgpu-default-stream`; HIP's `amd_hip_runtime_pt_api.h`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from porter.fixers import Context, Example, Rule
from porter.fixers.build_files import _cmake, _make
from porter.source import SourceFile
from porter.source.build_files.cmake import Argument, Command
from porter.source.build_files.make_commands import Compiler, commands
from porter.source.build_files.make_flow import MakeFlow
from porter.source.build_files.makefile import Kind, Line
from porter.source.text.edits import RuleOutput
from porter.source.text.languages import Language

_STREAM = b"CUDA_API_PER_THREAD_DEFAULT_STREAM"
_STREAM_OF_HIP = b"HIP_API_PER_THREAD_DEFAULT_STREAM"
_OPTION = b"-fgpu-default-stream=per-thread"
_FLAG = re.compile(rb"(?<!\w)[-/]D[ \t]*+(?P<name>%b)(?:=1)?(?![\w=])" % _STREAM)
_DEFINED = re.compile(rb"(?:-D)?(?P<name>%b)(?:=1)?" % _STREAM)
_DEVICES = re.compile(rb"(?i)nvcc|cuda|hip")
#: Whose flags a list or a variable of Python's holds.
_OWNER = re.compile(rb"(?i)(?P<device>\w*(?:nvcc|cuda_?flags|hip)\w*)|\w*(?:cxx|cpp|gcc|host)\w*")
#: Commands of CMake's that define macros: whether they name a target first.
_DEFINING = {
    b"target_compile_definitions": True,
    b"add_compile_definitions": False,
    b"add_definitions": False,
}

rule = Rule(
    "BLD64",
    "default-streams",
    languages=(Language.MAKE, Language.CMAKE, Language.PYTHON, Language.BUILD, Language.SHELL),
    handles=(_STREAM,),
)

EXAMPLES = (
    Example(
        """
        NVCCFLAGS = -O2 -DCUDA_API_PER_THREAD_DEFAULT_STREAM=1
        CXXFLAGS = -DCUDA_API_PER_THREAD_DEFAULT_STREAM
        a: a.cpp k.cu
        \tg++ $(CXXFLAGS) -c a.cpp
        \tnvcc $(NVCCFLAGS) -c k.cu
        """,
        """
        NVCCFLAGS = -O2 -fgpu-default-stream=per-thread
        CXXFLAGS = -DHIP_API_PER_THREAD_DEFAULT_STREAM
        a: a.cpp k.cu
        \tg++ $(CXXFLAGS) -c a.cpp
        \tnvcc $(NVCCFLAGS) -c k.cu
        """,
        path="Makefile",
    ),
    Example(
        """
        FLAGS = -O2 -DCUDA_API_PER_THREAD_DEFAULT_STREAM
        a: a.cpp k.cu
        \tg++ $(FLAGS) -c a.cpp
        \tnvcc $(FLAGS) -c k.cu
        """,
        path="Makefile",
        findings=("error",),
        title="a flag that both compilers get",
    ),
    Example(
        "target_compile_definitions(run PRIVATE CUDA_API_PER_THREAD_DEFAULT_STREAM)\n",
        "target_compile_definitions(run PRIVATE HIP_API_PER_THREAD_DEFAULT_STREAM)\n"
        "target_compile_options(run PRIVATE "
        "$<$<COMPILE_LANGUAGE:HIP>:-fgpu-default-stream=per-thread>)\n",
        path="CMakeLists.txt",
        title="a definition of a target",
    ),
    Example(
        'set(CMAKE_CUDA_FLAGS "-g -DCUDA_API_PER_THREAD_DEFAULT_STREAM")\n',
        'set(CMAKE_CUDA_FLAGS "-g -fgpu-default-stream=per-thread")\n',
        path="CMakeLists.txt",
        title="flags of CMake's for CUDA",
    ),
    Example(
        'flags = {"cxx": ["-O2"], "nvcc": ["-O2", "-DCUDA_API_PER_THREAD_DEFAULT_STREAM"]}\n',
        'flags = {"cxx": ["-O2"], "nvcc": ["-O2", "-fgpu-default-stream=per-thread"]}\n',
        path="setup.py",
        title="flags of an extension",
    ),
    Example(
        "FLAGS = -DCUDA_API_PER_THREAD_DEFAULT_STREAM -fgpu-default-stream=per-thread\n",
        path="Makefile",
        title="HIP's option is there",
    ),
)


@rule.check
def check(file: SourceFile, context: Context) -> Iterator[RuleOutput]:
    """Yield what becomes of each flag."""
    if _STREAM not in file.data or _OPTION[:20] in file.data or _STREAM_OF_HIP in file.data:
        return
    if file.language is Language.CMAKE:
        for command in _cmake.changeable(file):
            yield from _of_command(file, command)
    elif file.language is Language.MAKE:
        flow = _make.reading(file).flow
        for line in _make.changeable(file):
            for match in _FLAG.finditer(line.text):
                given = _compilers(flow, line, match.start())
                span = line.text_start + match.start(), line.text_start + match.end()
                yield _changed(span, match, given)
    else:
        for match in _FLAG.finditer(file.data):
            owner = None
            if file.language is Language.PYTHON:
                start = file.data.rfind(b"\n", 0, match.start()) + 1
                owner = next(reversed(list(_OWNER.finditer(file.data, start, match.start()))), None)
            given = {Compiler.DEVICE if owner["device"] else Compiler.HOST} if owner else set()
            yield _changed(match.span(), match, given)


def _compilers(flow: MakeFlow, line: Line, at: int) -> set[Compiler]:
    """Return the compilers that a word of a line is for."""
    if line.kind is Kind.ASSIGNMENT:
        return (
            {Compiler.DEVICE} if _make.is_nvccs(flow, line.name) else set(flow.reached(line.name))
        )
    return {
        one
        for start, end in commands(line.text)
        if start <= at < end
        for one in flow.compilers(line.text[start:end])
    }


def _changed(span: tuple[int, int], match: re.Match[bytes], given: set[Compiler]) -> RuleOutput:
    """Return what becomes of a flag that these compilers get."""
    if given == {Compiler.DEVICE}:
        return rule.replace(span, _OPTION, _STREAM.decode())
    if given == {Compiler.HOST}:
        start = span[0] + match.start("name") - match.start()
        return rule.replace((start, start + len(_STREAM)), _STREAM_OF_HIP, _STREAM.decode())
    return _told(span)


def _of_command(file: SourceFile, command: Command) -> Iterator[RuleOutput]:
    """Yield what becomes of the macro in a command of CMake's."""
    names_target = _DEFINING.get(command.name)
    for argument in command.arguments:
        if _STREAM not in argument.text:
            continue
        match = _DEFINED.fullmatch(argument.text)
        if names_target is not None and match:
            start = argument.text_start + match.start("name")
            yield rule.replace((start, start + len(_STREAM)), _STREAM_OF_HIP, _STREAM.decode())
            target = command.words[0] + b" PRIVATE " if names_target else b""
            name = b"target_compile_options(" if names_target else b"add_compile_options("
            option = b"$<$<COMPILE_LANGUAGE:HIP>:%b>)" % _OPTION
            line = file.newline + _cmake.indent(file.data, command.start)
            yield rule.insert(command.end, line + name + target + option)
        elif _is_devices(command, argument):
            for flag in _FLAG.finditer(argument.text):
                start = argument.text_start + flag.start()
                yield rule.replace((start, start + len(flag.group())), _OPTION, _STREAM.decode())
        else:
            yield _told((argument.start, argument.end))


def _is_devices(command: Command, argument: Argument) -> bool:
    """Tell whether an argument holds flags for CUDA alone."""
    if b"COMPILE_LANGUAGE:CUDA" in argument.text or b"COMPILE_LANGUAGE:HIP" in argument.text:
        return True
    names = command.words[:2] if command.name in (b"list", b"string") else command.words[:1]
    of_variables = command.name in (b"set", b"list", b"string")
    return of_variables and any(_DEVICES.search(name) for name in names)


def _told(span: tuple[int, int]) -> RuleOutput:
    return rule.error(
        span,
        f"{_STREAM.decode()} means nothing to HIP: all threads share one default stream",
        hint="give HIP's compiler -fgpu-default-stream=per-thread",
    )
