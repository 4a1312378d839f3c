"""Commands that people wrote down are read from scripts, READMEs and usage texts."""

from __future__ import annotations

import pytest

from porter.source.scripts.shell_commands import Input
from porter.verify.program.found import Command
from porter.verify.program.written_commands import Kind, name_of, written_commands

PROGRAMS = {"needle": ["nw/needle"], "lud_cuda": ["lud/cuda/lud_cuda"], "main": ["main"]}


def calls(text: str, kind: Kind = Kind.SCRIPT) -> list[tuple[str, Command]]:
    folders = {"nw/data", "nw/inputs"}
    return [*written_commands(text, "nw", PROGRAMS, "file", kind, folders.__contains__)]


@pytest.mark.parametrize(
    ("text", "args"),
    [
        ("./needle 2048 10", ("2048", "10")),
        ("time ./needle 32 10 > result.txt", ("32", "10")),
        ("mpirun -np 2 ./needle -i 'a b'", ("-i", "a b")),
        ("make && ./needle 7 | tee log", ("7",)),
        ("./needle \\\n  7 8", ("7", "8")),
        ("EXE=needle\nN=64\nfor i in $(seq 9); do\n  ./$EXE $N\n  N=$((N*2))\ndone", ("64",)),
    ],
)
def test_a_script_calls_a_program(text: str, args: tuple[str, ...]) -> None:
    assert calls(text) == [("nw/needle", Command("nw", args, "file"))]


def test_input_of_a_variable_that_is_not_known_is_none() -> None:
    assert calls('echo "$1 2" | ./needle') == []
    text = 'run() {\n  echo -e "$1\\n$2" | ./needle\n}\nrun 64 1'
    assert [command.input for _, command in calls(text)] == [Input("64\n1\n")]


def test_what_is_printed_is_no_call() -> None:
    assert calls('echo "Compiling ./needle"; printf "./needle 5"; echo ./needle 7') == []


def folders(text: str, kind: Kind) -> list[str]:
    return [command.folder for _, command in calls(text, kind)]


def test_a_recipe_changes_its_folder_for_one_line() -> None:
    text = "cd data && ../needle 1\n./needle 2"
    assert folders(text, Kind.RECIPE) == ["nw/data", "nw"]


def test_a_script_changes_its_folder_until_it_says_otherwise() -> None:
    text = "cd data\n../needle 1\n../needle 2\ncd ..\n./needle 3\ncd $WORK\n./needle 4"
    assert folders(text, Kind.SCRIPT) == ["nw/data", "nw/data", "nw", "nw"]
    there_and_back = "pushd data\n../needle 1\npopd\n./needle 2"
    assert folders(there_and_back, Kind.SCRIPT) == ["nw/data", "nw"]


def test_a_text_for_people_changes_to_folders_that_are_there_or_that_it_makes() -> None:
    assert folders("cd data && ../needle 1", Kind.PROSE) == ["nw/data"]
    made = "mkdir build; cd build\ncmake ..\nmake\n./needle 1"
    assert folders(made, Kind.PROSE) == ["nw/build"]
    cloned = "git clone https://example.org/nw; cd nw\n./needle 1\ncd ~/other\n./needle 2"
    assert folders(cloned, Kind.PROSE) == ["nw", "nw"]


def test_where_a_text_for_people_names_files_its_own_folder_may_be_meant() -> None:
    assert folders("cd data\n./needle in.txt", Kind.PROSE) == ["nw/data", "nw"]


@pytest.mark.parametrize("kind", [Kind.PROSE, Kind.SCRIPT])
def test_a_text_elsewhere_names_a_program_from_where_its_reader_is(kind: Kind) -> None:
    def places(text: str, folder: str = ".") -> list[str]:
        programs = {"app": ["code/bin/app"]}
        return [one.folder for _, one in written_commands(text, folder, programs, "file", kind)]

    assert places("./bin/app data/in.csv 200") == ["code", "."]
    assert places("code/bin/app data/in.csv 200") == ["."]
    assert places("./bin/app in.csv", "scripts") == ["code", "scripts"]
    assert places("./app data/in.csv 200") == [".", "code/bin"]
    assert places("./app 200") == ["."]
    assert places("./in/app in.csv") == ["."]


def test_a_program_may_have_windows_ending_here() -> None:
    programs = {name_of("bin/app.exe"): ["bin/app.exe"]}
    for text in ("./bin/app.exe in.jpg", "./bin/app in.jpg"):
        (found,) = written_commands(text, ".", programs, "file", Kind.SCRIPT)
        assert found == ("bin/app.exe", Command(".", ("in.jpg",), "file"))


def test_of_programs_of_one_name_a_command_means_the_one_next_to_it() -> None:
    programs = {"nw": ["cuda/nw/nw", "openmp/nw/nw"]}

    def meant(text: str, folder: str) -> list[str]:
        return [path for path, _ in written_commands(text, folder, programs, "", Kind.SCRIPT)]

    assert meant("./nw 7", "cuda/nw") == ["cuda/nw/nw"]
    assert meant("../nw/nw 7", "cuda/data") == ["cuda/nw/nw"]
    assert meant("nw 7", "openmp/scripts") == ["openmp/nw/nw"]
    assert meant("nw 7", ".") == ["cuda/nw/nw", "openmp/nw/nw"]


@pytest.mark.parametrize(
    "text",
    [
        "./needle <size> [penalty]",
        "./needle $SIZE",
        "./needle N",
        "nvcc -O3 -o needle needle.cu -DN=4",
        "SRC=needle.cu\nEXE=needle\n$NVCC $SRC; g++ -o $EXE $SRC -lm 4",
        "./needle <(sort input.txt)",
        "./needle << END",
        "rm -f needle.o",
        "it's a needle in a haystack",
    ],
)
def test_what_is_no_call_with_arguments_is_left_alone(text: str) -> None:
    assert calls(text) == []


@pytest.mark.parametrize(
    ("text", "args"),
    [
        ("Usage: needle 32 10", ("32", "10")),
        ("    $ ./needle 32 --fast", ("32", "--fast")),
        ("`lud/cuda/lud_cuda -s 64 -v`", ("-s", "64", "-v")),
        ("e.g.: main -f data/in.txt", ("-f", "data/in.txt")),
        ("Then call `./needle 64 2`, which takes a second.", ("64", "2")),
        ("me@host:~/nw/data$ ./needle 5", ("5",)),
        ("> needle.exe 100", ("100",)),
        ("nvprof --print-gpu-trace ./needle 7", ("7",)),
    ],
)
def test_a_text_for_people_shows_a_call(text: str, args: tuple[str, ...]) -> None:
    (found,) = calls(text, Kind.PROSE)
    assert found[1].args == args


@pytest.mark.parametrize(
    "text",
    [
        "main computes the sum of all elements",
        "The needle program is here",
        "needle",
        "main loop 1",
        "What `./needle` does is written in the paper",
    ],
)
def test_prose_that_begins_with_a_programs_name_is_no_call(text: str) -> None:
    assert calls(text, Kind.PROSE) == []


@pytest.mark.parametrize(
    ("text", "given"),
    [
        ("./needle <<EOF\n64 32\n5\nEOF\n./needle 7", "64 32\n5\n"),
        ("./needle 1 << 'EOF' > log\n$5\nEOF", "$5\n"),
        ("./needle <<-END\n\t64\n\t32\nEND", "64\n32\n"),
        ("  ./needle <<END\n    64\n      32\n  END", "64\n  32\n"),
        ("cat <<EOF | ./needle\n64\nEOF", "64\n"),
        ("seq 3 | ./needle", "1\n2\n3\n"),
        ("seq 2 2 7 | ./needle 1", "2\n4\n6\n"),
    ],
)
def test_what_is_written_below_a_command_is_its_input(text: str, given: str) -> None:
    assert calls(text)[0][1].input == Input(given)


@pytest.mark.parametrize("text", [
    "==51984== NVPROF is profiling process 51984, command: needle.exe in.txt",
    "==51984== Profiling application: ./needle in.txt",
])  # fmt: skip
def test_a_profiler_says_what_it_ran(text: str) -> None:
    ((_, command),) = written_commands(text, ".", {"needle": ["needle"]}, "README", Kind.PROSE)
    assert command.args == ("in.txt",)


@pytest.mark.parametrize("text", ["./needle <<EOF\n$SIZE\nEOF", "./needle <<EOF\n64 32\n"])
def test_a_here_document_that_is_not_known_makes_no_call(text: str) -> None:
    assert calls(text) == []


def test_lines_of_a_here_document_are_no_commands() -> None:
    assert len(calls("cat > run <<EOF\n./needle 5\nEOF\n./needle 6")) == 1


@pytest.mark.parametrize("front", ["N=100 OMP_NUM_THREADS=2", "env N=100 OMP_NUM_THREADS=2"])
@pytest.mark.parametrize("kind", Kind)
def test_variables_stand_in_front_of_a_command(front: str, kind: Kind) -> None:
    ((_, command),) = calls(f"{front} ./needle 5", kind)
    assert command.args == ("5",)
    assert command.environment == (("N", "100"), ("OMP_NUM_THREADS", "2"))
