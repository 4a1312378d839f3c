"""What is read of a shell's text: its commands, and where it cannot be read."""

from __future__ import annotations

import time

import pytest

from porter.source.scripts.shell import Command, read_shell


def called(text: str) -> list[list[str]]:
    """Return the words of each command."""
    found = read_shell(text.encode()).commands
    return [[word.text.decode() for word in one.words] for one in found if one.words]


def command(text: str, name: str) -> Command:
    return next(
        one
        for one in read_shell(text.encode()).commands
        if one.words and one.words[0].text == name.encode()
    )


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("nvcc a.cu\n", [["nvcc", "a.cu"]]),
        ("nvcc a.cu -o 'a b' \"c $(d e)\"\n",
         [["d", "e"], ["nvcc", "a.cu", "-o", "'a b'", '"c $(d e)"']]),
        ("a; b && c || d | e & f\n", [["a"], ["b"], ["c"], ["d"], ["e"], ["f"]]),
        ("a \\\n  -b \\\r\n  -c\r\nd\r\n", [["a", "-b", "-c"], ["d"]]),
        ("a # nvcc b\n# nvcc c\nd#e\n", [["a"], ["d#e"]]),
        ("if a; then b; else c; fi\n", [["a"], ["b"], ["c"], ["fi"]]),
        ("a > b 2>&1 < c\n", [["a"]]),
        ("case $x in nvcc) a;; b|nvcc ) c ;; esac\nd\n", [["a"], ["b"], ["c"], ["esac"], ["d"]]),
        ("nvcc() { a; }\nb\n", [["a"], ["}"], ["b"]]),
        ("[[ -n a && nvcc == b ]] && c\n", [["[[", "-n", "a", "nvcc", "==", "b", "]]"], ["c"]]),
        ("a `b c` d\n", [["b", "c"], ["a", "`b c`", "d"]]),
        ("a $((1 + (2))) ${b:-c d} $'x\\'y'\n", [["a", "$((1 + (2)))", "${b:-c d}", "$'x\\'y'"]]),
        ("a <(b c)\n", [["b", "c"], ["a", "<(b c)"]]),
        ("(a)\n{ b; }\n", [["a"], ["b"], ["}"]]),
        ("a=(nvcc b) c\n", [["c"]]),
        ("", []),
    ],
)  # fmt: skip
def test_words(text: str, words: list[list[str]]) -> None:
    assert called(text) == words


def test_the_places_of_words_are_those_of_the_file() -> None:
    text = b"x && nvcc \\\n -O3 'a b'.cu\n"
    for one in read_shell(text).commands:
        for word in one.words:
            assert text[word.start : word.end] == word.text


def test_assignments_stand_before_a_command_and_behind_export() -> None:
    text = b"A=1 B='x y' c D=2\nexport E=3 F\n"
    first, second = read_shell(text).commands
    assert [word.text for word in first.assignments] == [b"A=1", b"B='x y'"]
    assert [word.text for word in second.assignments] == [b"E=3"]


def test_here_documents_hold_no_commands() -> None:
    text = "cat > a <<EOF\nnvcc b\nEOF\nd <<-'X' <<Y\n\tnvcc c\n\tX\nnvcc e\nY\nf\n"
    script = read_shell(text.encode())
    assert called(text) == [["cat"], ["d"], ["f"]]
    bodies = [text[start:end] for start, end in script.documents]
    assert bodies == ["nvcc b\n", "\tnvcc c\n", "nvcc e\n"]


def test_a_here_document_without_an_end_takes_the_rest() -> None:
    assert called("a <<EOF\nnvcc b\n") == [["a"]]


@pytest.mark.parametrize(
    "text", ["a | b\n", "a > b\n", "x=$(a)\n", "x=`a`\n", "a >> b\n", "a &> b\n", "a |& b\n"]
)
def test_what_a_command_prints_is_taken(text: str) -> None:
    assert command(text, "a").is_taken


@pytest.mark.parametrize("text", ["a\n", "a 2> b\n", "a > /dev/null 2>&1\n", "a < b\n", "b | a\n"])
def test_what_a_command_prints_is_not_taken(text: str) -> None:
    assert not command(text, "a").is_taken


@pytest.mark.parametrize("opening", ["'", '"', "$(", "`", "${"])
def test_what_is_never_closed_is_unread_and_what_stands_before_is_not(opening: str) -> None:
    text = f"a b\nc {opening}d\nnvcc e\n"
    script = read_shell(text.encode())
    assert called(text)[0] == ["a", "b"]
    assert script.unread is not None
    assert script.unread[1] == len(text)
    assert ["nvcc", "e"] not in called(text) or opening in "$(`"


def test_what_lies_too_deep_is_unread() -> None:
    text = b"$(" * 500 + b"a" + b")" * 500
    assert read_shell(text).unread is not None


@pytest.mark.parametrize(
    "unit",
    ["$(", "`", '"', "'", "${", "then ", "<<a ", "a=( ", "((", "$((", "\\\n", "[[ ", "case "],
)
def test_any_text_is_read_in_time_that_grows_with_it(unit: str) -> None:
    def seconds(size: int) -> float:
        text = (unit * (size // len(unit) + 1)).encode()
        start = time.process_time()
        read_shell(text)
        return time.process_time() - start

    assert seconds(200_000) < 3
