"""A failed build is put down to what was reported, to what is absent, or is unreported."""

from __future__ import annotations

from pathlib import Path

import pytest

from porter.compile.feedback.causes import Causes, Kind
from porter.compile.feedback.output import cause_of
from porter.compile.feedback.record import ConversionRecord, ConvertedFile, Said
from porter.source.text.edits import Severity

SAID = (
    Said("AAA01", Severity.WARNING, 2, 1, "no two"),
    Said("AAA02", Severity.NOTE, 3, 1, "three"),
)


def causes(up: Path, port: Path, path: str, *said: Said) -> Causes:
    return Causes(ConversionRecord(up, {path: ConvertedFile(path, said)}), port)


@pytest.fixture
def trees(tmp_path: Path) -> tuple[Path, Path]:
    for name, text in (
        ("up", "one;\ntwo;\nthree;\nf(two);\n"),
        ("port", "#include <x>\none;\nTWO;\nthree;\nf(TWO);\n"),
    ):
        (tmp_path / name / "a").mkdir(parents=True)
        (tmp_path / name / "a" / "k.cu").write_text(text)
        (tmp_path / name / "a" / "own.h").touch()
        (tmp_path / name / "a" / "own.cmake").write_text("FUNCTION( own_command x)\n")
        (tmp_path / name / "sub" / "empty").mkdir(parents=True)  # a submodule that was not fetched
    return tmp_path / "up", tmp_path / "port"


STOPPING = """\
if(NOT EXISTS x)
  message(FATAL_ERROR "no x")
endif()
include(gone)
"""
STOPPED = "CMake Error at CMakeLists.txt:{line} ({command}):\n  {text}\n\n\n-- Configuring\n"


@pytest.mark.parametrize(
    ("line", "command", "text", "kind"),
    [
        (2, "message", "Set XDIR\n\n  to where x lies", Kind.STOPPED),
        (2, "message", "Set XDIR\n\n  to where CUDA lies", Kind.UNREPORTED),
        (4, "include", "include could not find requested file:\n\n    gone", Kind.ABSENT),
        (4, "include", "include could not find requested file:\n\n    a/own.h", Kind.UNREPORTED),
        (1, "message", "what the line does not say", Kind.UNREPORTED),
    ],
)
def test_a_project_stops_its_own_cmake(
    trees: tuple[Path, Path], line: int, command: str, text: str, kind: Kind
) -> None:
    up, port = trees
    for root in trees:
        (root / "CMakeLists.txt").write_text(STOPPING)
    output = STOPPED.format(line=line, command=command, text=text)
    assert cause_of(output, port, port, causes(up, port, "CMakeLists.txt")).kind is kind


def test_a_finding_about_the_command_that_cmake_refuses_counts(trees: tuple[Path, Path]) -> None:
    up, port = trees
    for root in trees:
        (root / "CMakeLists.txt").write_text(STOPPING)
    known = causes(up, port, "CMakeLists.txt", Said("AAA01", Severity.WARNING, 4, 1, "gone"))
    output = STOPPED.format(line=4, command="include", text="no")
    assert cause_of(output, port, port, known).kind is Kind.REPORTED


@pytest.mark.parametrize(
    ("text", "output", "kind"),
    [
        ("a:\n$(error no x)\n", "Makefile:2: *** no x.  Stop.\n", Kind.STOPPED),
        ("a:\n$(error no nvcc)\n", "Makefile:2: *** no nvcc.  Stop.\n", Kind.UNREPORTED),
        ("a:\nb\n", "Makefile:2: *** missing separator.  Stop.\n", Kind.UNREPORTED),
    ],
)
def test_a_project_stops_its_own_make(
    trees: tuple[Path, Path], text: str, output: str, kind: Kind
) -> None:
    up, port = trees
    for root in trees:
        (root / "Makefile").write_text(text)
    assert cause_of(output, port, port, causes(up, port, "Makefile")).kind is kind


def test_a_finding_about_the_place_where_make_stops_counts(trees: tuple[Path, Path]) -> None:
    for root in trees:
        (root / "Makefile").write_text("a:\n$(error no CUDA)\n")
    known = causes(*trees, "Makefile", Said("AAA01", Severity.WARNING, 2, 1, "may stop"))
    output = "Makefile:2: *** no CUDA.  Stop.\n"
    assert cause_of(output, trees[1], trees[1], known).kind is Kind.REPORTED


def test_a_project_stops_its_own_setup(trees: tuple[Path, Path]) -> None:
    up, port = trees
    for root in trees:
        (root / "setup.py").write_text("if x:\n    raise RuntimeError('set X')\n")
    output = (
        'File "<string>", line 2, in <module>\n    raise RuntimeError("{0}")\nRuntimeError: {0}\n'
    )
    known = causes(up, port, "setup.py")
    assert cause_of(output.format("set X"), port, port, known).kind is Kind.STOPPED
    assert cause_of(output.format("no CUDA"), port, port, known).kind is Kind.UNREPORTED


NOT_FOUND = (
    "CMake Error: The following variables are used in this project, but they are set to NOTFOUND.\n"
    "Please set them or make sure they are set and tested correctly in the CMake files:\n"
)


@pytest.mark.parametrize(
    ("output", "kind"),
    [
        ("/x/k.o: in function `f':\nk.cu:3: undefined reference to `two()'\n", Kind.REPORTED),
        ("k.cu:3:1: error: no\n", Kind.REPORTED),
        ("make[1]: Entering directory '{port}/a'\n./k.cu:3:1: error: no\n", Kind.REPORTED),
        ("k.cu:4:1: error: only a note\n", Kind.UNREPORTED),
        ("k.cu:5:1: error: the name again\n", Kind.REPORTED),
        ("k.cu:2:1: error: no\nk.cu:3:1: error: no\n", Kind.UNREPORTED),
        ("k.cu:1:10: fatal error: 'GL/gl.h' file not found\n", Kind.ABSENT),
        ("/usr/bin/ld: cannot find -lpng: No such file or directory\n", Kind.ABSENT),
        ("  pyenv: python3.7: command not found\n", Kind.ABSENT),
        ("/usr/bin/ld: cannot find -lamdhip64: No such file or directory\n", Kind.UNREPORTED),
        (
            "error: subprocess-exited-with-error\n"
            "      {port}/a/k.cu:3:1: fatal error: 'GL/gl.h' file not found\n"
            '  File "<string>", line 61, in <module>\n',
            Kind.REPORTED,
        ),
        (
            "  error: subprocess-exited-with-error\n"
            "      {port}/a/k.cu:1:1: fatal error: 'GL/gl.h' file not found\n"
            '  File "<string>", line 61, in <module>\n',
            Kind.ABSENT,
        ),
        ("k.cu:1:10: fatal error: 'oneapi/dpl/random' file not found\n", Kind.ABSENT),
        ("k.cu:1:10: fatal error: 'a/own.h' file not found\n", Kind.UNREPORTED),
        ("k.cu:1:10: fatal error: hip/hip_fp16.h: No such file or directory\n", Kind.UNREPORTED),
        ("k.cu:1:10: fatal error: 'cuda_runtime.h' file not found\n", Kind.UNREPORTED),
        ("k.cc:1:10: fatal error: boost/own.h: No such file or directory\n", Kind.ABSENT),
        ("k.cu:1:10: fatal error: own.h: No such file or directory\n", Kind.UNREPORTED),
        ("/usr/bin/ld: error: unable to find library -lGL\n", Kind.ABSENT),
        ("ModuleNotFoundError: No module named 'torch'\n", Kind.ABSENT),
        ("make: nvc++: No such file or directory\n", Kind.ABSENT),
        ("/bin/sh: 1: .: cannot open /opt/tools/hls/settings.sh: No such file\n", Kind.ABSENT),
        ("sh: line 1: /opt/tools/setup.sh: No such file or directory\n", Kind.ABSENT),
        ("/bin/sh: 1: .: cannot open /opt/rocm/env.sh: No such file\n", Kind.UNREPORTED),
        ("/bin/sh: 1: .: cannot open ./env.sh: No such file\n", Kind.UNREPORTED),
        ("cc: not defined, and not offered here: hipGraphicsMapResources, hipfftXt\n", Kind.ABSENT),
        ("cc: not defined, and not offered here: hipGraphicsMapResources, own\n", Kind.UNREPORTED),
        ("/bin/bash: line 1: go: command not found\n", Kind.ABSENT),
        ("/bin/sh: 1: nvcc: not found\n", Kind.UNREPORTED),
        ('  Error occurred during download: "Couldn\'t resolve host name"\n', Kind.ABSENT),
        (
            "  The source directory\n\n  {port}/sub/empty\n\n"
            "  does not contain a CMakeLists.txt file.\n",
            Kind.ABSENT,
        ),
        (
            "  The source directory\n\n  {port}/a\n\n  does not contain a CMakeLists.txt file.\n",
            Kind.UNREPORTED,
        ),
        ("  CMake 3.26 or higher is required.  You are running version 3.25.1\n", Kind.ABSENT),
        (
            "  The CMAKE_CXX_COMPILER:\n\n    /usr/bin/g++-10\n\n"
            "  is not a full path to an existing compiler tool.\n",
            Kind.ABSENT,
        ),
        ("  No CMAKE_Fortran_COMPILER could be found.\n", Kind.ABSENT),
        (
            "all.h:5:2: error: C++17 or later compatible compiler is required to use PyTorch.\n",
            Kind.ABSENT,
        ),
        ("make: *** No rule to make target '../b/k.h', needed by 'k'.\n", Kind.ABSENT),
        ("make: *** No rule to make target 'own.h', needed by 'k'.\n", Kind.UNREPORTED),
        ("ld.lld: error: cannot open output file bin/k: No such file\n", Kind.ABSENT),
        (
            "ld.lld: error: cannot open output file a/k: No such file\n",
            Kind.UNREPORTED,
        ),
        ("Fatal error: can't create obj/k.o: No such file or directory\n", Kind.ABSENT),
        ("Fatal error: can't create a/k.o: No such file or directory\n", Kind.UNREPORTED),
        (
            "error: unable to open output file 'obj/k.o': 'No such file or directory'\n",
            Kind.ABSENT,
        ),
        ('  given source "x/gtest" which is\n  not an existing directory.\n', Kind.ABSENT),
        ('  given source "sub/empty" which is not an existing directory.\n', Kind.ABSENT),
        ('  given source "up/a" which is not an existing directory.\n', Kind.UNREPORTED),
        ("  Cannot find source file:\n\n    {port}/sub/empty/scan.cu\n", Kind.ABSENT),
        ("  Cannot find source file:\n\n    {port}/b/own.h\n", Kind.UNREPORTED),
        ("  Cannot find source file:\n\n    {port}/a/k\n", Kind.UNREPORTED),
        ("Makefile:3: /home/mk/rules.mk: No such file or directory\n", Kind.ABSENT),
        ("gpu.mk:3: ../a/own.h: No such file or directory\n", Kind.UNREPORTED),
        ('  Unknown CMake command "CPMAddPackage".\n', Kind.ABSENT),
        ('  Unknown CMake command "cuda_add_library".\n', Kind.UNREPORTED),
        ('  Unknown CMake command "own_command".\n', Kind.UNREPORTED),
        ("  Could NOT find Boost (missing: Boost_INCLUDE_DIR)\n", Kind.ABSENT),
        ('Could NOT find R (missing: R)\nUnknown extension ".cu" for file\n', Kind.UNREPORTED),
        ("CMake Error:\n  Could not find S_LIB using the following names: s\n", Kind.ABSENT),
        ("CMake Error:\n  Could not find S using the following names: cufft\n", Kind.UNREPORTED),
        ("CMake Error:\n  Could not find CUDA_L using the following names: l\n", Kind.UNREPORTED),
        ("  Could NOT find R (missing: R_LIBRARY)\nk.cu:5:1: error: no\n", Kind.REPORTED),
        ("  Could NOT find R (missing: R_LIBRARY)\nk.cu:4:1: error: no\n", Kind.UNREPORTED),
        ('  missing.  Try\n  "git submodule\n  update --init".\n', Kind.ABSENT),
        (NOT_FOUND + "/tmp/p/HTS_DIR\n   used as include directory\n", Kind.ABSENT),
        (NOT_FOUND + "HTS_LIBRARY\n    linked by target\n", Kind.ABSENT),
        (NOT_FOUND + "CUDA_LIBRARY\n    linked by target\n", Kind.UNREPORTED),
        ("  Could NOT find CUDA (missing: CUDA_CUDART)\n", Kind.UNREPORTED),
        ("CMake Error: File /p/src/version.h.in does not exist.\n", Kind.ABSENT),
        ("CMake Error: File /p/src/k.cu does not exist.\n", Kind.UNREPORTED),
        ('  package configuration file provided by "gflags" with any\n', Kind.ABSENT),
        ('  package configuration file provided by "hipblas" with any\n', Kind.UNREPORTED),
        ("ld: undefined reference to `f'\n", Kind.UNREPORTED),
        ("make: *** [k.cu:3: all] Error 1\n", Kind.REPORTED),
        ("k.cu:3:10: fatal error: 'GL/gl.h' file not found\n", Kind.REPORTED),
    ],
)
def test_the_cause_of_a_failure(trees: tuple[Path, Path], output: str, kind: Kind) -> None:
    up, port = trees
    folder = port / "a" if "Entering" not in output else port
    known = causes(up, port, "a/k.cu", *SAID)
    assert cause_of(output.format(port=port), folder, port, known).kind is kind


def test_a_folder_that_was_copied_as_it_is_was_told(trees: tuple[Path, Path]) -> None:
    up, port = trees
    record = ConversionRecord(up, {"a/k.cu": ConvertedFile("a/k.cu")}, ("a",))
    output = "k.cu:1:10: fatal error: 'cusparse.h' file not found\n"
    assert cause_of(output, port / "a", port, Causes(record, port)).kind is Kind.UNCONVERTED


@pytest.mark.parametrize(
    ("said", "kind"), [("inline PTX", Kind.REPORTED), ("a name", Kind.UNREPORTED)]
)
def test_assembly_that_reached_the_executor(
    trees: tuple[Path, Path], said: str, kind: Kind
) -> None:
    up, port = trees
    known = causes(up, port, "a/k.cu", Said("AAA01", Severity.ERROR, 2, 1, f"{said}: `x.u32 %0`"))
    output = "cc: inline assembly cannot run on the cpu executor: x.u32 $0; (in k)\n"
    assert cause_of(output, port, port, known).kind is kind


def test_a_build_script_that_raises_stops_where_its_traceback_ends(tmp_path: Path) -> None:
    up, port = tmp_path / "up", tmp_path / "port"
    for root in (up, port):
        root.mkdir()
        (root / "setup.py").write_text("def f():\n    run(nvcc)\n\n\nf()\n")
    known = causes(up, port, "setup.py", Said("PYT07", Severity.WARNING, 2, 5, "nvcc is CUDA's"))
    output = """  error: subprocess-exited-with-error
      File "/usr/lib/python3.11/build_meta.py", line 317, in run_setup
      File "<string>", line 5, in <module>
      File "<string>", line 2, in f
      File "/usr/lib/python3.11/subprocess.py", line 466, in check_output
    """
    assert cause_of(output, port, port, known).kind is Kind.REPORTED
    assert cause_of(output.replace("line 2, in f", ""), port, port, known).kind is Kind.UNREPORTED


def test_an_error_is_put_down_to_a_candidate_that_was_reported(trees: tuple[Path, Path]) -> None:
    up, port = trees
    error = "k.cu:4:7: error: use of overloaded operator '+=' is ambiguous\n  4 | a += b;\n"
    note = "./k.cu:{line}:1: note: candidate function\n"
    said = causes(up, port, "a/k.cu", Said("AAA01", Severity.ERROR, 1, 1, "one"))
    for line, kind in ((2, Kind.REPORTED), (5, Kind.UNREPORTED)):
        output = error + note.format(line=line)
        assert cause_of(output, port / "a", port, said).kind is kind
    later = f"{error}k.cu:5:1: error: another\n{note.format(line=2)}"
    assert cause_of(later, port / "a", port, said).kind is Kind.UNREPORTED


def test_what_cudas_compiler_made_was_left_out_as_was_told(trees: tuple[Path, Path]) -> None:
    up, port = trees
    (up / "a" / "made.o").write_text("x")
    output = "make: *** No rule to make target '{}', needed by 'app'.  Stop.\n"
    known = Causes(ConversionRecord(up, {}, (), ("a/made.o",)), port)
    assert cause_of(output.format("./made.o"), port / "a", port, known).kind is Kind.REPORTED
    assert cause_of(output.format("other.o"), port / "a", port, known).kind is Kind.ABSENT
    unknown = Causes(ConversionRecord(up, {}), port)
    assert cause_of(output.format("made.o"), port / "a", port, unknown).kind is Kind.UNREPORTED


@pytest.mark.parametrize(("name", "kind"), [("k.cu", Kind.REPORTED), ("own.h", Kind.UNREPORTED)])
def test_a_target_that_make_cannot_make(trees: tuple[Path, Path], name: str, kind: Kind) -> None:
    up, port = trees
    for root in trees:
        (root / "Makefile").write_text("k.o: k.cu\nl.o: own.h\n")
    message = "make has no rule for k.cu, and the port has no such file"
    known = causes(up, port, "Makefile", Said("AAA03", Severity.ERROR, 1, 1, message))
    output = f"make: *** No rule to make target '{name}', needed by 'x.o'.\n"
    assert cause_of(output, port, port, known).kind is kind
