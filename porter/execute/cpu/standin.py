"""Stand-ins for hipcc, clang++ and nvcc: a project's own build, unchanged, for the cpu executor.

They take those compilers' command lines: sources, `-c`, `-o`, `-shared`, libraries, `-MD`. Use them
as `make HIPCC=porter-hipcc`, `make NVCC=porter-nvcc`, `cmake -DCMAKE_CXX_COMPILER=porter-hipcc`
where a project compiles HIP as C++, and `cmake -DCMAKE_HIP_COMPILER=porter-clang++` where it
enables the language HIP, for which CMake takes no compiler that is called hipcc.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from porter.emit.write import write_atomically
from porter.errors import PorterError
from porter.execute.cpu.architecture import CUDA
from porter.execute.cpu.compilation import Compiler
from porter.execute.cpu.compiler_queries import answer
from porter.execute.cpu.program import DEVICE_SUFFIXES, HOST_SUFFIXES

_INPUTS = (".o", ".a", ".so")
#: Options without effect here: optimisation and debugging are the executor's own business, and
#: neither relocatable device code nor the choice of an architecture means anything to a host.
_WITHOUT_EFFECT = re.compile(
    r"-O.*|-g.*|-G|-lineinfo|--?rdc=.*|-fgpu-rdc|-dc|-dlink|--?expt-.*|--?extended-lambda"
    r"|-t=?\d*|--threads=?\d*|--ptxas-options.*|-Wno-.*|-W.*|-w|-fno-gpu-rdc|-lamdhip64|-lcudart"
    r"|-lcudart_static|-lcuda|-lhiprtc|-lnvrtc|-diag-suppress.*|--hip-link|-arch=.*|--gpu-architecture=.*"
    r"|-gencode=.*|--generate-code=.*|-allow-unsupported-compiler|-fPIE|-pie|-v|-forward-unknown-.*"
    r"|--?rtlib=.*|--?unwindlib=.*|--offload-compress|-parallel-jobs=.*|-MP|--cuda-path=.*"
    r"|--rocm-path=.*|--hip-path=.*|-no-hip-rt"
)
#: The same, with a value in the next word.
_WITHOUT_EFFECT_AND_VALUE = (
    "-arch", "-gencode", "--generate-code", "--gpu-architecture", "-Xptxas", "-Xcudafe", "-t",
    "--threads", "-maxrregcount", "-ccbin", "-Xnvlink", "-Xfatbin", "-diag-suppress",
    "-mllvm", "-Xarch_device",
)  # fmt: skip
#: Words for device code alone. No PTX is made; the module API takes what is made instead.
_CODE_OBJECT = ("--genco", "--cuda-device-only", "-cubin", "--cubin", "-fatbin", "--fatbin", "-ptx",
                "--ptx")  # fmt: skip
_WITH_VALUE = ("-I", "-D", "-U", "-include", "-isystem", "-iquote")
_LONG_FORMS = {
    "--std": "-std",
    "--define-macro": "-D",
    "--include-path": "-I",
    "--shared": "-shared",
}


@dataclass
class CommandLine:
    """What a compiler command asks for.

    Args:
        sources: files to compile.
        inputs: objects and libraries to link.
        flags: for the compiler.
        link_flags: for the linker.
        output: the file to write; None for the default.
        compile_only: `-c`.
        code_object: device code alone, for the module API.
        dependency_file: where to write a make rule; None for nowhere.
        dependency_target: what the rule says it makes; None for the output.
        arch: the first AMD architecture that was named; None when none was.
        language: forced by `-x`; None when suffixes decide.
    """

    sources: list[Path] = field(default_factory=list)
    inputs: list[Path] = field(default_factory=list)
    flags: list[str] = field(default_factory=list)
    link_flags: list[str] = field(default_factory=list)
    output: Path | None = None
    compile_only: bool = False
    code_object: bool = False
    dependency_file: Path | None = None
    dependency_target: str | None = None
    wants_dependencies: bool = False
    arch: str | None = None
    language: str | None = None


def parse(words: Sequence[str]) -> CommandLine:
    """Parse the arguments of hipcc or nvcc.

    Raises:
        PorterError: an option lacks its value.
    """
    line = CommandLine()
    rest = iter(words)

    def value(option: str) -> str:
        try:
            return next(rest)
        except StopIteration:
            raise PorterError(f"{option} needs a value") from None

    for word in rest:
        name, equals, text = word.partition("=")
        if equals and name in _LONG_FORMS:
            word = f"{_LONG_FORMS[name]}{'=' if name == '--std' else ''}{text}"
        if word == "-o":
            line.output = Path(value(word))
        elif word in ("-c", "--compile"):
            line.compile_only = True
        elif word in _CODE_OBJECT:
            line.code_object = True
        elif word in ("-MD", "-MMD"):
            line.wants_dependencies = True
        elif word == "-MF":
            line.dependency_file = Path(value(word))
        elif word in ("-MT", "-MQ"):
            line.dependency_target = value(word)
        elif word == "-x":
            line.language = value(word)
        elif word.startswith("--offload-arch="):
            line.arch = line.arch or text.partition(":")[0]
        elif word in ("-Xcompiler", "--compiler-options"):
            host = parse(value(word).strip("'\"").replace(",", " ").split())
            line.flags += host.flags
            line.link_flags += host.link_flags
        elif word in ("-shared", "--shared") or word.startswith(("-l", "-L", "-Wl,")):
            if not _WITHOUT_EFFECT.fullmatch(word) or word.startswith("-Wl,"):
                line.link_flags.append(_LONG_FORMS.get(word, word))
        elif word in ("-Xlinker",):
            line.link_flags += ["-Xlinker", value(word)]
        elif word in _WITHOUT_EFFECT_AND_VALUE:
            value(word)
        elif word in _WITH_VALUE:
            line.flags += [word, value(word)]
        elif word.startswith("-fopenmp"):
            line.flags.append(word)
            line.link_flags.append(word)
        elif word.startswith("-"):
            if not _WITHOUT_EFFECT.fullmatch(word):
                line.flags.append(word)
        elif Path(word).suffix in _INPUTS or ".so." in word:
            line.inputs.append(Path(word))
        else:
            line.sources.append(Path(word))
    return line


def compile_and_link(line: CommandLine, arch: str, *, all_is_device_code: bool) -> None:
    """Do what a command line asks for.

    Args:
        line: the command.
        arch: the architecture to follow.
        all_is_device_code: take C++ files for HIP, as hipcc does.

    Raises:
        PorterError: a source does not compile, or the program does not link.
    """
    compiler = Compiler.default(arch, line.flags)
    if line.code_object:
        if len(line.sources) != 1:
            raise PorterError("a code object is made from one source")
        source = line.sources[0]
        output = line.output or source.with_suffix(".hsaco")
        write_atomically(output, compiler.code_object(source).read_bytes())
        return
    made = [
        (source, _objects(compiler, source, line.language, all_is_device_code))
        for source in line.sources
    ]
    for source, objects in made:
        if line.wants_dependencies or line.dependency_file:
            _write_dependencies(line, source, objects)
    if line.compile_only:
        if line.output and len(made) > 1:
            raise PorterError("-c with -o takes one source")
        for source, objects in made:
            _merge(compiler, objects, line.output or Path(f"{source.stem}.o"))
        return
    objects = [*(o for _, several in made for o in several), *line.inputs]
    compiler.link(objects, line.output or Path("a.out"), line.link_flags)


def _objects(
    compiler: Compiler, source: Path, language: str | None, all_is_device_code: bool
) -> list[Path]:
    is_device = source.suffix in DEVICE_SUFFIXES or language in ("hip", "cu", "cuda")
    is_device |= all_is_device_code and source.suffix in HOST_SUFFIXES
    if is_device and language not in ("c", "c++"):
        return [compiler.device_object(source), compiler.host_object(source)]
    return [compiler.cpp_object(source)]


def _merge(compiler: Compiler, objects: Sequence[Path], output: Path) -> None:
    """Write the host's and the device's object as one, as `-c` promises."""
    with tempfile.TemporaryDirectory(dir=output.absolute().parent) as directory:
        made = Path(directory) / "merged.o"
        command = [str(compiler.toolchain.lld), "-r", *map(str, objects), "-o", str(made)]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode:
            raise PorterError(f"cannot merge objects\n{done.stderr}", path=output)
        made.replace(output)


def _write_dependencies(line: CommandLine, source: Path, objects: Sequence[Path]) -> None:
    output = line.output or Path(f"{source.stem}.o")
    path = line.dependency_file or output.with_suffix(".d")
    target = line.dependency_target or output
    files = sorted({file for made in objects for file in Compiler.files_behind(made)})
    names = " \\\n  ".join(file.replace(" ", "\\ ") for file in files)
    path.write_text(f"{target}: {names}\n", encoding="utf-8", errors="surrogateescape")


def hipcc() -> None:
    """Run as hipcc. PORTER_CPU_ARCH or the first --offload-arch names the architecture."""
    _main("porter-hipcc", _hip_architecture)


def clang() -> None:
    """Run as the clang++ that CMake's language HIP wants: C++ files are HIP only with -x hip."""
    _main("porter-clang++", _hip_architecture, all_is_device_code=False)


def nvcc() -> None:
    """Run as nvcc; the architecture is always sm_80."""
    _main("porter-nvcc", lambda _: CUDA, all_is_device_code=False)


def _hip_architecture(line: CommandLine) -> str:
    return os.environ.get("PORTER_CPU_ARCH") or line.arch or "gfx942"


def _main(
    name: str, arch: Callable[[CommandLine], str], *, all_is_device_code: bool = True
) -> None:
    try:
        words = sys.argv[1:]
        line = parse(words)
        status = answer(words, Compiler.default(arch(line), line.flags))
        if status is not None:
            sys.exit(status)
        if not line.sources and not line.inputs:
            raise PorterError("no input files")
        compile_and_link(line, arch(line), all_is_device_code=all_is_device_code)
    except PorterError as error:
        print(f"{name}: {error}", file=sys.stderr)
        sys.exit(1)
