"""Names that ninja, the shell or a terminal would take for something else."""

from __future__ import annotations

import os
import shlex
from pathlib import Path

import pytest
from click.testing import CliRunner
from hypothesis import given, settings
from hypothesis import strategies as st

from porter.cli.build import command
from porter.compile.commands import Step
from porter.compile.driver import build
from porter.compile.ninja import run_ninja
from porter.errors import PorterError
from porter.source.build_files.quoting import ninja_command, unwritable, visible

from .tree import write_tree

SOURCE = "#include <hip/hip_runtime.h>\nint value() { return 1; }\n"
#: Everything that ninja, a shell or clang gives a meaning, each in a name that would touch a file.
ODD = (
    "a|b.cpp", "a||b.cpp", "a$b.cpp", "$(touch PWNED).cpp", "`touch PWNED`.cpp",
    "a;touch PWNED;.cpp",
    "a'b.cpp", 'a"b.cpp', "a b.cpp", "a:b.cpp", "-fplugin=x.cpp", "@args.cpp", "a\\b.cpp",
    "a#b.cpp",
    "a&b.cpp", "a>PWNED.cpp", "a*b?.cpp", "größe.cpp", "${bar}.cpp", "~.cpp", "%(x).cpp", "a=b.cpp",
    "[red].cpp",
)  # fmt: skip


@pytest.mark.slow
@pytest.mark.toolchain
def test_odd_names_are_compiled_under_their_own(tmp_path: Path) -> None:
    root = write_tree(tmp_path / "port", dict.fromkeys(ODD, SOURCE))
    report = build(root, ["gfx942"], folder=tmp_path / "out")
    assert {unit.source for unit in report.units} == set(ODD)
    assert [unit.error for unit in report.failed] == []
    assert len({unit.object for unit in report.units}) == len(ODD)
    assert not list(tmp_path.rglob("PWNED*"))


@pytest.mark.toolchain
def test_names_that_no_build_file_can_hold_are_refused_and_the_rest_is_built(
    tmp_path: Path,
) -> None:
    root = write_tree(tmp_path / "port", {"good.cpp": SOURCE})
    bad = ["a\n  command = touch PWNED\nb.cpp", "a\tb.cpp", "a\x1b[2Jb.cpp", "a\x7f.cpp"]
    for name in (*map(os.fsencode, bad), b"\xff.cpp"):
        (root / os.fsdecode(name)).write_text(SOURCE)
    result = CliRunner().invoke(command, [str(root), "--folder", str(tmp_path / "out")])
    assert result.exit_code == 1, result.output
    assert "1 of 6 units compile" in result.output
    assert "not compiled: its name holds the control character \\n: rename it" in result.output
    assert "not compiled: its name holds bytes that are not UTF-8: rename it" in result.output
    assert result.output.replace("\n", "").isprintable()
    assert not list(tmp_path.rglob("PWNED*"))


@pytest.mark.slow
@pytest.mark.toolchain
def test_folders_called_like_porters_own_files_do_no_harm(tmp_path: Path) -> None:
    folders = (
        "lock",
        "build.ninja",
        "step.sh",
        "a.cpp.host.o.log",
        "units",
        "linked",
        "configured",
    )
    files = {f"{folder}/a.cpp": SOURCE for folder in folders} | {"a.cpp": SOURCE}
    root = write_tree(tmp_path / "port", files | {f"{'d' * 200}/{'n' * 245}.cpp": SOURCE})
    report = build(root, ["gfx942"], folder=tmp_path / "out")
    assert [unit.error for unit in report.failed] == []


def test_a_port_whose_own_path_cannot_be_written_is_refused(tmp_path: Path) -> None:
    root = write_tree(tmp_path / "a\nb", {"a.cpp": SOURCE})
    with pytest.raises(PorterError, match="control character"):
        build(root, ["gfx942"], folder=tmp_path / "out")


def test_a_unit_with_endless_options_is_refused_by_name(tmp_path: Path) -> None:
    makefile = f"a.o: a.cpp\n\tclang++ {'-DX ' * 40_000} -c a.cpp\n"
    root = write_tree(tmp_path / "port", {"a.cpp": SOURCE, "Makefile": makefile})
    report = build(root, ["gfx942"], syntax_only=True, folder=tmp_path / "out")
    assert "more options than one command can have" in str(report.units[0].error)
    assert not report.ok


ANYTHING = st.text(st.characters(exclude_categories=["Cs"]), max_size=30)


@settings(max_examples=30, deadline=None)
@given(name=ANYTHING.filter(lambda text: "/" not in text and "\0" not in text), words=ANYTHING)
def test_ninja_runs_the_words_and_nothing_else(
    tmp_path_factory: pytest.TempPathFactory, name: str, words: str
) -> None:
    folder = tmp_path_factory.mktemp("ninja")
    output = folder / "out" / f"x{name}"
    step = Step("a", "host", ["printf", "%s", words], output, folder, stamps=True)
    if unwritable(name) or unwritable(words):
        with pytest.raises(PorterError, match="file for ninja cannot"):
            run_ninja([step], folder, 1, lambda done, total: None)
        return
    output.with_name(f"{output.name}.d").parent.mkdir(parents=True)
    output.with_name(f"{output.name}.d").write_text("")
    run_ninja([step], folder, 1, lambda done, total: None)
    assert output.is_file()
    assert step.log.read_text(encoding="utf-8") == words


@given(st.lists(ANYTHING.filter(lambda text: not unwritable(text))))
def test_commands_are_read_back_as_they_were(words: list[str]) -> None:
    assert shlex.split(ninja_command(words).replace("$$", "$")) == words


def test_what_a_terminal_would_obey_is_shown() -> None:
    assert visible("a\x1b[2J\u202eb\udcff\n") == "a\\x1b[2J\\u202eb\\udcff\\n"
    assert visible("größe 漢字") == "größe 漢字"
