"""Parses the command lines of hipcc, clang++ and nvcc."""

from __future__ import annotations

import re
import shlex
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from porter.errors import PorterError
from porter.execute.cpu.told_flags import macros_told
from porter.files.regular import read_regular_text
from porter.tables.gcc_options import is_gccs_own

_INPUTS = (".o", ".a", ".so")
#: What clang compiles; it hands a file of any other suffix to the linker, as `.obj` or `.cuo`.
_COMPILED = frozenset(
    ".c .i .cc .cp .cxx .cpp .CPP .c++ .C .ii .cu .cui .hip .cl .h .hh .hpp .hxx .cuh .s .S .sx"
    " .ll .bc .m .mm .f .f90 .ptx .cubin .fatbin .hsaco".split()
)
#: Options without effect here: optimisation and debugging are the executor's own business, the
#: choice of an architecture means nothing to a host, and its mathematics is the exact one. What
#: makes less of a warning is kept: some are errors by themselves (`-Wno-error=c++11-narrowing`).
_WITHOUT_EFFECT = re.compile(
    r"-O.*|-g.*|-G|-lineinfo|--?expt-.*|--?extended-lambda"
    r"|--ptxas-options.*|-W(?!l,|no-).*|-w|-lamdhip64|-lcudadevrt|-lhiprtc|-lroctx64|-lamd_smi"
    r"|--?diag-.*|--hip-link|-allow-unsupported-compiler|-fPIE|-pie"
    r"|--?forward-unknown-.*|--?rtlib=.*|--?unwindlib=.*|--offload-compress|-parallel-jobs=.*|-MP"
    r"|--cuda-path=.*|--rocm-path=.*|--hip-path=.*|-no-hip-rt|--?keep|--?use_fast_math"
    r"|--?(ftz|prec-div|prec-sqrt)=.*|--?fmad=true|-dlto|--?link|--?res(ource)?-usage|-t\d+"
)
_CUDA_LIBRARY = re.compile(r"-l(cudart|cudart_static|cuda|nvrtc|nvToolsExt)")
#: The same, with a value in the next word or after "=".
_WITHOUT_EFFECT_AND_VALUE = (
    "-arch", "--gpu-architecture", "-gencode", "--generate-code", "-code", "--gpu-code", "-Xptxas",
    "-Xcudafe", "-Xnvlink", "-Xfatbin", "-t", "--threads", "-maxrregcount", "--maxrregcount",
    "-ccbin", "--compiler-bindir", "-mllvm", "-Xarch_device", "-keep-dir", "--keep-dir",
    "-cudart", "--cudart",
)  # fmt: skip
#: What nvcc's -Werror takes; clang's takes nothing.
_KINDS_OF_WARNING = re.compile(
    r"(all-warnings|cross-execution-space-call|reorder|[a-z]+(-[a-z]+)+)"
)
#: Words for device code alone. No PTX is made; the module API takes what is made instead.
_CODE_OBJECT = frozenset(
    "--genco --offload-device-only --cuda-device-only -cubin --cubin -fatbin --fatbin -ptx "
    "--ptx".split()
)
#: For launches, and for the headers, which clang does not tell.
PER_THREAD = ("-fgpu-default-stream=per-thread", "-DCUDA_API_PER_THREAD_DEFAULT_STREAM=1")
#: By which device code may call that of other files; nvcc's words for it become this one.
RELOCATABLE = "-fgpu-rdc"
_RELOCATABLE = re.compile(r"-fgpu-rdc|--?(rdc|relocatable-device-code)=true")
_NOT_RELOCATABLE = re.compile(r"-fno-gpu-rdc|--?(rdc|relocatable-device-code)=false")
_WITH_VALUE = ("-I", "-D", "-U", "-include", "-isystem", "-iquote")
_LONG_FORMS = {
    "--std": "-std",
    "--define-macro": "-D",
    "--include-path": "-I",
    "--system-include": "-isystem",
    "--pre-include": "-include",
    "--compiler-options": "-Xcompiler",
    "--linker-options": "-Xlinker",
    "--output-file": "-o",
    "--output-directory": "-odir",
    "--generate-dependencies": "-M",
    "--generate-nonsystem-dependencies": "-MM",
    "--library": "-l",
    "--library-path": "-L",
    "--shared": "-shared",
    "--default-stream": "-default-stream",
    "--compile": "-c",
    "--verbose": "-v",
    "--dryrun": "-dryrun",
    "--device-link": "-dlink",
    "--device-c": "-dc",
    "--device-w": "-dw",
    "--cuda": "-cuda",
    "--lib": "-lib",
    "--emit-static-lib": "-lib",
    "-optf": "--options-file",
}
#: Standards that nvcc takes and headers of CUDA's library and the executor's do not.
_OLDER = re.compile(r"(?<=^-std=)(c|gnu)\+\+(?:98|03)$")
_JOINED = ("-std", "-D", "-I", "-l", "-L")  # the value belongs into the same word


@dataclass
class CommandLine:
    """What a compiler command asks for.

    Args:
        sources: files to compile.
        inputs: objects and libraries to link.
        flags: for the compiler.
        link_flags: for the linker.
        links_cuda: CUDA's runtime is linked by name.
        output: the file to write; None for the default.
        output_folder: nvcc's `-odir`, where files go that are not named.
        compile_only: `-c`.
        syntax_only: `-fsyntax-only`, find errors and make nothing.
        device_link: nvcc's `-dlink`, which links device code alone.
        archive: nvcc's `-lib` and clang's `--emit-static-lib`, which make a static library.
        code_object: device code alone, for the module API.
        intermediate: nvcc's `-cuda`, C++ for another compiler.
        dependency_file: where to write a make rule; None for nowhere.
        dependency_target: what the rule says it makes; None for the output.
        wants_dependencies: a make rule is wanted, beside the output.
        verbose: `-v`, tell what is run.
        only_tells: nvcc's `--dryrun`, tell and do nothing.
        arch: the first AMD architecture that was named; None when none was.
        language: forced by `-x`; None when suffixes decide.
    """

    sources: list[Path] = field(default_factory=list)
    inputs: list[Path] = field(default_factory=list)
    flags: list[str] = field(default_factory=list)
    link_flags: list[str] = field(default_factory=list)
    links_cuda: bool = False
    output: Path | None = None
    output_folder: Path = Path()
    compile_only: bool = False
    syntax_only: bool = False
    device_link: bool = False
    archive: bool = False
    code_object: bool = False
    intermediate: bool = False
    dependency_file: Path | None = None
    dependency_target: str | None = None
    wants_dependencies: bool = False
    verbose: bool = False
    only_tells: bool = False
    arch: str | None = None
    language: str | None = None


def parse(words: Sequence[str]) -> CommandLine:
    """Parse the arguments of hipcc or nvcc.

    Raises:
        PorterError: an option lacks its value, or a file of options cannot be read.
    """
    line = CommandLine()
    rest = deque(words)
    while rest:
        word = _short(rest.popleft(), rest)
        if word == "--options-file" or word.startswith("@"):
            name = word[1:] if word.startswith("@") else _value(word, rest)
            rest.extendleft(reversed(_options_file(name)))
        elif not (_is_switch(line, word) or _has_value(line, word, rest)):
            _add(line, word)
    return line


def for_clang(flags: Sequence[str]) -> list[str]:
    """Return a compiler's flags with clang's word for nvcc's that link device code across files."""
    return [RELOCATABLE if _RELOCATABLE.fullmatch(flag) else flag for flag in flags]


def _short(word: str, rest: deque[str]) -> str:
    """Give an option its short name; a value after "=" goes to where the option looks for it."""
    name, equals, text = word.partition("=")
    short = _LONG_FORMS.get(name, name)
    if not word.startswith("-"):
        return word
    if short in _JOINED:
        separator = "=" if short == "-std" else ""
        if equals:
            return _OLDER.sub(r"\1++14", f"{short}{separator}{text}")
        if short in _WITH_VALUE:
            return short
        return _OLDER.sub(r"\1++14", f"{short}{separator}{_value(name, rest)}")
    if not equals:
        return short
    takes_next = short in (
        "-o",
        "-odir",
        "-Xcompiler",
        "-Xlinker",
        "--options-file",
        "-default-stream",
    )
    if takes_next or short in _WITH_VALUE or short in _WITHOUT_EFFECT_AND_VALUE:
        rest.appendleft(text)
        return short
    return word


def _value(option: str, rest: deque[str]) -> str:
    if not rest:
        raise PorterError(f"{option} needs a value")
    return rest.popleft()


def _options_file(name: str) -> list[str]:
    try:
        return shlex.split(read_regular_text(name))
    except OSError as error:
        raise PorterError(f"cannot read options: {error.strerror}", path=Path(name)) from error


def _is_switch(line: CommandLine, word: str) -> bool:
    """Take an option without a value."""
    if word == "-c":
        line.compile_only = True
    elif word == "-fsyntax-only":
        line.syntax_only = True
    elif word in ("-dc", "-dw"):
        line.compile_only = True
        line.flags += [RELOCATABLE] if word == "-dc" else []
    elif _RELOCATABLE.fullmatch(word):
        line.flags.append(RELOCATABLE)
    elif _NOT_RELOCATABLE.fullmatch(word):
        line.flags = [flag for flag in line.flags if flag != RELOCATABLE]
    elif word == "-dlink":
        line.device_link = True
    elif word == "-lib":
        line.archive = True
    elif word == "-v":
        line.verbose = True
    elif word == "-dryrun":
        line.verbose = line.only_tells = True
    elif word in _CODE_OBJECT:
        line.code_object = True
    elif word == "-cuda":
        line.intermediate = True
    elif word in ("-MD", "-MMD"):
        line.wants_dependencies = True
    elif word in ("-fmad=false", "--fmad=false"):
        line.flags.append("-ffp-contract=off")
    elif word.startswith("--offload-arch="):
        first = re.split("[,:]", word.partition("=")[2])[0]
        line.arch = line.arch or (first if first != "native" else None)
    else:
        return False
    return True


def _has_value(line: CommandLine, word: str, rest: deque[str]) -> bool:
    """Take an option with its value."""
    if word == "-o":
        line.output = Path(_value(word, rest))
    elif word == "-odir":
        line.output_folder = Path(_value(word, rest))
    elif word == "-MF":
        line.dependency_file = Path(_value(word, rest))
    elif word in ("-MT", "-MQ"):
        line.dependency_target = _value(word, rest)
    elif word == "-x":
        line.language = _value(word, rest)
    elif word == "-Xcompiler":
        words = _value(word, rest).strip("'\"").replace(",", " ").split()
        host = parse([one for one in words if not is_gccs_own(one)])
        line.flags += host.flags
        line.link_flags += host.link_flags
    elif word == "-Xlinker":
        for part in _value(word, rest).split(","):
            line.link_flags += ["-Xlinker", part]
    elif word == "-Werror":
        if rest and _KINDS_OF_WARNING.fullmatch(rest[0]):
            rest.popleft()
    elif word == "-default-stream":
        line.flags += PER_THREAD if _value(word, rest) == "per-thread" else []
    elif word in _WITHOUT_EFFECT_AND_VALUE:
        _value(word, rest)
    elif word in _WITH_VALUE:
        line.flags += [word, _value(word, rest)]
    else:
        return False
    return True


def _add(line: CommandLine, word: str) -> None:
    """Take a file, or an option for the compiler or the linker."""
    if _WITHOUT_EFFECT.fullmatch(word):
        line.flags += macros_told([word])
        return
    if _CUDA_LIBRARY.fullmatch(word):
        line.links_cuda = True
    elif word == "-shared" or word.startswith(("-l", "-L", "-Wl,")):
        line.link_flags.append(word)
    elif word in ("-rdynamic", "-export-dynamic", "--export-dynamic"):
        line.link_flags.append("-rdynamic")
    elif word.startswith("-fopenmp"):
        line.flags.append(word)
        line.link_flags.append(word)
    elif word.startswith("-"):
        line.flags.append(word)
    elif Path(word).suffix in _INPUTS or ".so." in word or _is_object(line, Path(word)):
        line.inputs.append(Path(word))
    else:
        line.sources.append(Path(word))


def _is_object(line: CommandLine, path: Path) -> bool:
    """Tell whether a file is the linker's, whose suffix no language has."""
    return line.language is None and path.suffix != "" and path.suffix not in _COMPILED
