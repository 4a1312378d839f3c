"""Programs that read standard input are given what documents show, or a guess, or it is said."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import pytest

from porter.source.file import SourceFile
from porter.source.scripts.shell_commands import Input, simple_commands
from porter.verify.program.candidates import to_try
from porter.verify.program.found import Command
from porter.verify.program.smaller import variants
from porter.verify.program.standard_input import Reads, reads_of_executable, reads_of_source
from tests.verify.program.unprepared import verdict

PROGRAM = """\
#include <cstdio>
__global__ void add(int *x, int by) { x[threadIdx.x] = threadIdx.x + by; }
int main() {
  int n, by;
  printf("please type n and by\\n");
  scanf("%d %d", &n, &by);
  int *x;
  cudaMallocManaged(&x, n * sizeof(int));
  add<<<1, n>>>(x, by);
  cudaDeviceSynchronize();
  std::printf("%d\\n", x[n - 1]);
}
"""
README = """\
[me@cluster src]$ ./a.out

please type n and by

40 2

41
"""


@pytest.mark.parametrize(
    ("code", "reads"),
    [
        (b'scanf("%d %lf\\n", &n, &x);', Reads.NUMBERS),
        (b"std::cin >> n;", Reads.NUMBERS),
        (b'scanf("%s", name);', Reads.TEXT),
        (b'scanf("n = %d", &n);', Reads.TEXT),
        (b"scanf(format, &n);", Reads.TEXT),
        (b"fgets(line, sizeof line, stdin);", Reads.TEXT),
        (b"std::getline(std::cin, line);", Reads.TEXT),
        (b'sscanf(argv[1], "%d", &n); fscanf(file, "%d", &n); reader.scanf("%d");', Reads.NOTHING),
        (b"getchar();", Reads.NOTHING),
        (b'// scanf("%d", &n);', Reads.NOTHING),
    ],
)
def test_a_source_says_what_it_reads(code: bytes, reads: Reads) -> None:
    assert reads_of_source(SourceFile("a.cu", code)) is reads


@pytest.mark.parametrize(
    ("name", "reads"),
    [
        (b"__isoc99_scanf", Reads.NUMBERS),
        (b"_ZSt3cin", Reads.NUMBERS),
        (b"stdin", Reads.TEXT),
        (b"__isoc99_sscanf", Reads.NOTHING),
    ],
)
def test_an_executable_says_what_it_reads(name: bytes, reads: Reads) -> None:
    assert reads_of_executable(b"\x7fELF\0puts\0" + name + b"\0main\0") is reads


@pytest.mark.parametrize(
    ("line", "given"),
    [
        ("./app 1 < in.txt > out.txt", Input(file="in.txt")),
        ("cat in.txt | ./app 1", Input(file="in.txt")),
        ("echo 64 64 | ./app 1 | tee log", Input("64 64\n")),
        (r"printf '3\n4\n' | ./app 1", Input("3\n4\n")),
        ("echo -n 3 | ./app 1", Input("3")),
        ("./app 1 <<< '7 8'", Input("7 8\n")),
        ("sort in.txt | ./app 1", Input()),
        ("./app 1; ./other < in.txt", Input()),
    ],
)
def test_the_shell_says_what_is_on_standard_input(line: str, given: Input) -> None:
    (command,) = (one for one in simple_commands(line) if one.words[:1] == ["./app"])
    assert (command.words, command.input) == (["./app", "1"], given)


def _known(tried: Iterable[Command]) -> list[str]:
    return [one.input.text for one in tried if "guessed" not in one.origin]


def test_an_input_that_is_not_there_is_no_way_to_run(tmp_path: Path) -> None:
    (tmp_path / "in.txt").write_text("5\n")
    commands = [
        Command(".", ("1",), "README", Input(file=file)) for file in ("gone.txt", "in.txt", "..")
    ]
    tried = to_try(tmp_path, "app", commands, Reads.TEXT)
    assert _known(tried) == ["5\n", ""]


@pytest.mark.parametrize("file", ["../secret", "linked", "/etc/hostname"])
def test_an_input_outside_of_the_tree_is_not_read(tmp_path: Path, file: str) -> None:
    """It would be written into porter.toml, and given to a stranger's program."""
    (tmp_path / "secret").write_text("mine\n")
    tree = tmp_path / "tree"
    tree.mkdir()
    (tree / "linked").symlink_to(tmp_path / "secret")
    asked = [Command(".", (), input=Input(file=file))]
    tried = to_try(tree, "a.cu", asked, Reads.TEXT)
    assert _known(tried) == [""]


def test_what_has_an_input_comes_first_then_a_guess(tmp_path: Path) -> None:
    known = [Command(".", ("1",), "run"), Command(".", (), "README", Input("5\n"))]
    first, guess, choice, *others = to_try(tmp_path, "app", known, Reads.NUMBERS)
    assert first.input.text == "5\n"
    assert guess.args == ("1",) and guess.input.text.startswith("64\n64\n")
    assert "guessed" in guess.origin
    assert choice.args == ("1",) and choice.input.text.startswith("1\n64\n64\n")
    assert "menu" in choice.origin
    assert [one.args for one in others] == [("1",), ()]


def test_text_is_guessed_last_where_a_program_may_not_read_it(tmp_path: Path) -> None:
    """A source reads; an executable only names the stream, for what it may never do."""
    known = [Command(".", ("1",), "run")]
    of_source = to_try(tmp_path, "app.cu", known, Reads.TEXT, b"int main")
    of_executable = to_try(tmp_path, "app", known, Reads.TEXT, b"\x7fELF")
    for tried, place in ((of_source, 0), (of_executable, -1)):
        assert [bool(one.input.text) for one in tried].count(True) == 1
        assert tried[place].input.text.startswith("64\n") and "guessed" in tried[place].origin


def test_large_numbers_of_an_input_become_smaller() -> None:
    tried = variants(Command(".", (), "README", Input("1024 1000\n7 x\n")))
    assert [one.input.text for one in tried] == ["1024 1000\n7 x\n", "16 10\n7 x\n", "2 2\n7 x\n"]
    data = Input("1024\n" * 100)
    assert len(variants(Command(".", (), "README", data))) == 1


@pytest.mark.toolchain
def test_what_a_readme_shows_is_typed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    found = verdict(tmp_path, monkeypatch, {"add.cu": PROGRAM, "README.md": README})
    assert found["passed"] and found["numbers"] == 1
    assert found["remarks"] == ["arguments <<< '40 2' (README.md)"]


@pytest.mark.toolchain
def test_numbers_are_guessed_where_nothing_shows_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = verdict(tmp_path, monkeypatch, {"add.cu": PROGRAM, "README.md": "adds"})
    assert found["passed"] and found["numbers"] == 1
    (remark,) = found["remarks"]
    assert remark.endswith("(guessed: it reads numbers from standard input)")


READS = 'scanf("%d %d", &n, &by)'


@pytest.mark.toolchain
def test_text_is_guessed_where_nothing_shows_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program = PROGRAM.replace(
        READS, "char s[9]; if (!fgets(s, 9, stdin)) return 1; n = by = s[0] - '0'"
    )
    found = verdict(tmp_path, monkeypatch, {"add.cu": program, "README.md": "adds"})
    assert found["passed"] and found["numbers"] == 1  # both are 6, of "64"
    assert found["remarks"][0].endswith("(guessed: it reads text from standard input)")


@pytest.mark.toolchain
def test_a_program_that_wants_other_text_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program = PROGRAM.replace(
        READS, "char s[9]; if (!fgets(s, 9, stdin) || *s != 'n') return 1; n = by = 6"
    )
    found = verdict(tmp_path, monkeypatch, {"add.cu": program, "README.md": "adds"})
    assert not found["is_compared"]
    assert "it reads text from standard input, and no document says which" in found["problem"]


@pytest.mark.toolchain
def test_what_nothing_was_read_into_is_the_same_on_both_sides(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Input that does not fit is not looked at, and the memory that it would be in is printed."""
    looks = 'char s[99]; int given = scanf("name = %98s", s); n = 9; by = given > 0'
    printed = 'for (char one : s) std::printf("%d ", one);'
    program = PROGRAM.replace(READS, looks).replace("  std::printf", f"{printed}\n  std::printf")
    found = verdict(tmp_path, monkeypatch, {"add.cu": program, "README.md": "adds"})
    assert found["passed"] and found["numbers"] == 100
