"""The commands of a shell text, with their places.

Nothing is run and nothing is expanded. Where a text cannot be read (a quote that is never closed),
the commands before that place are returned, and the rest is `unread`.
Source: POSIX, "Shell Command Language"; Bash's manual, "Shell Syntax", "Arrays".
"""

from __future__ import annotations

import re
from typing import NamedTuple

from porter.source.text.spans import Span


class Word(NamedTuple):
    """A word as it is written, with its quotes."""

    start: int
    end: int
    text: bytes


class Command(NamedTuple):
    """A command, without what is redirected.

    Attributes:
        words: what it calls, with its arguments; empty where it only assigns.
        assignments: `NAME=value`, in front of it or behind `export` and its like.
        is_taken: what it prints goes to another command, a file or a value.
    """

    words: tuple[Word, ...]
    assignments: tuple[Word, ...]
    is_taken: bool


class Script(NamedTuple):
    """What a shell text holds.

    Attributes:
        commands: its commands, those within `$(…)` before the one that they are a part of.
        documents: the bodies of its here-documents.
        unread: the part that could not be read; None where all could.
    """

    commands: tuple[Command, ...]
    documents: tuple[Span, ...]
    unread: Span | None


def read_shell(data: bytes, start: int = 0, end: int | None = None) -> Script:
    """Return what `data[start:end]` holds.

    Args:
        data: the bytes of a file.
        start: where the shell's text starts.
        end: where it ends; by default at the end of the file.
    """
    reader = _Reader(data, len(data) if end is None else end)
    unread = None
    try:
        reader.read(start)
    except _Unreadable as error:
        unread = (error.at, reader.end)
    return Script(tuple(reader.commands), tuple(reader.documents), unread)


#: `NAME=value`, `NAME+=value`.
ASSIGNMENT = re.compile(rb"([A-Za-z_]\w*)\+?=")
_BLANK = re.compile(rb"(?:[ \t]|\r(?=\n)|\\\r?\n)++")
_COMMENT = re.compile(rb"#[^\n]*+")
_OPERATOR = re.compile(rb"\n|&&|\|\||;;&|;&|;;|\|&|[;|()]|&(?!>)")
_REDIRECTION = re.compile(rb"([0-9]*)(<<<|<<-?|<>|>>|>\||>&|<&|<(?!\()|>(?!\()|&>>?)")
_PLAIN = re.compile(rb"""(?:[^\s'"\\$`|&;<>()]|\\(?!\r?\n)[^\n]|\\\r?\n(?=\S))++""")
_SINGLE = re.compile(rb"\$?'(?:(?<=\$')(?:\\.|[^'\\])*+|(?<!\$')[^']*+)'", re.DOTALL)
_IN_DOUBLE = re.compile(rb'(?:[^"\\$`]|\\.|\$(?![({]))++', re.DOTALL)
_ARITHMETIC = re.compile(rb"\$\(\([^()]*+(?:\([^()]*+\)[^()]*+)*+\)\)")
_VARIABLE = re.compile(rb"\$\{(?:[^{}]|\{[^{}]*+\})*+\}")
_ARRAY = re.compile(rb"""\((?:[^()'"]|'[^']*+'|"(?:\\.|[^"\\])*+")*+\)""", re.DOTALL)
#: Words in front of a command that are no part of it.
_RESERVED = frozenset(b"if then else elif do while until ! { time".split())
_ASSIGNERS = frozenset(b"export declare local readonly typeset ENV ARG".split())
#: Substitutions within one another that are followed.
_DEEPEST = 20


class _Unreadable(Exception):
    """The text cannot be read from an offset on."""

    def __init__(self, at: int) -> None:
        super().__init__(at)
        self.at = at


class _Reader:
    """One walk over a shell text."""

    def __init__(self, data: bytes, end: int) -> None:
        self.data = data
        self.end = end
        self.commands: list[Command] = []
        self.documents: list[Span] = []
        self._due: list[tuple[bytes, bool]] = []  # here-documents that begin on the next line

    def read(self, at: int, closer: bytes = b"", depth: int = 0) -> int:
        """Read commands to the end, or behind the `closer` of a substitution."""
        if depth > _DEEPEST:
            raise _Unreadable(at)
        words: list[Word] = []
        goes_elsewhere = False
        parentheses = cases = 0
        while at < self.end:
            if blank := _BLANK.match(self.data, at, self.end) or _COMMENT.match(
                self.data, at, self.end
            ):
                at = blank.end()
                continue
            if closer == b"`" and self.data[at] == 0x60:
                self._emit(words, is_taken=True)
                return at + 1
            redirection = _REDIRECTION.match(self.data, at, self.end)
            if redirection and not _is_test(words):
                at, is_output = self._redirect(redirection, closer, depth)
                goes_elsewhere |= is_output
                continue
            operator = _OPERATOR.match(self.data, at, self.end)
            if operator is None:
                word = self._word(at, closer, depth)
                words.append(word)
                at = word.end
                continue
            at, sign = operator.end(), operator.group()
            if sign == b"\n":
                at = self._here_documents(at)
            if _is_test(words):
                continue
            if words and words[0].text == b"case":
                cases += 1
            elif words and words[0].text == b"esac":
                cases -= cases > 0
            if sign == b")" and not parentheses:
                if not cases and closer == b")":
                    self._emit(words, is_taken=True)
                    return at
                words, goes_elsewhere = [], False  # what stands before it is a pattern of `case`
                continue
            parentheses += (sign == b"(") - (sign == b")")
            if sign == b"(" and words:
                words, goes_elsewhere = [], False  # `name()`: a function is defined
                continue
            is_taken = goes_elsewhere or sign in (b"|", b"|&") or bool(closer)
            self._emit(words, is_taken=is_taken)
            words, goes_elsewhere = [], False
        if closer:
            raise _Unreadable(at)
        self._emit(words, is_taken=goes_elsewhere)
        return at

    def _emit(self, words: list[Word], *, is_taken: bool) -> None:
        first = 0
        while first < len(words) and words[first].text in _RESERVED:
            first += 1
        last = first
        while last < len(words) and ASSIGNMENT.match(words[last].text):
            last += 1
        assignments, called = words[first:last], words[last:]
        if called and called[0].text in _ASSIGNERS:
            assignments += [word for word in called[1:] if ASSIGNMENT.match(word.text)]
        if assignments or called:
            self.commands.append(Command(tuple(called), tuple(assignments), is_taken))

    def _redirect(self, match: re.Match[bytes], closer: bytes, depth: int) -> tuple[int, bool]:
        """Return the offset behind a redirection, and whether it takes what is printed."""
        number, sign = match.groups()
        at = match.end()
        while blank := _BLANK.match(self.data, at, self.end):
            at = blank.end()
        if at >= self.end or _OPERATOR.match(self.data, at, self.end):
            return at, False
        word = self._word(at, closer, depth)
        if sign in (b"<<", b"<<-"):
            self._due.append((re.sub(rb"['\"\\]", b"", word.text), sign == b"<<-"))
        is_output = b">" in sign and number in (b"", b"1") and word.text != b"/dev/null"
        return word.end, is_output

    def _here_documents(self, at: int) -> int:
        """Return the offset behind the here-documents that begin here."""
        for delimiter, is_indented in self._due:
            tabs = rb"\t*" if is_indented else b""
            end = re.compile(rb"(?m)^%b%b\r?$" % (tabs, re.escape(delimiter)))
            found = end.search(self.data, at, self.end)
            self.documents.append((at, found.start() if found else self.end))
            at = min(found.end() + 1, self.end) if found else self.end
        self._due.clear()
        return at

    def _word(self, start: int, closer: bytes, depth: int) -> Word:
        at = start
        while at < self.end:
            if match := _PLAIN.match(self.data, at, self.end) or _SINGLE.match(
                self.data, at, self.end
            ):
                at = match.end()
                if self.data[at - 1] == 0x3D:  # `NAME=(…)`
                    array = _ARRAY.match(self.data, at, self.end)
                    at = array.end() if array else at
                continue
            sign = self.data[at]
            if sign == 0x60 and closer == b"`":
                break
            if sign == 0x22:
                at = self._double_quoted(at + 1, depth)
            elif sign == 0x27:
                raise _Unreadable(start)
            elif sign in b"$`":
                at = self._expansion(at, depth)
            elif sign in b"<>" and self.data[at + 1 : at + 2] == b"(":
                at = self.read(at + 2, b")", depth + 1)
            elif sign in b"<>" or at == start:
                at += 1  # an operator of `[[ … ]]`, or a backslash at the end
            else:
                break
            if sign in b"<>" and at == start + 1:
                break
        return Word(start, at, self.data[start:at])

    def _double_quoted(self, at: int, depth: int) -> int:
        start = at
        while at < self.end:
            if self.data[at] == 0x22:
                return at + 1
            match = _IN_DOUBLE.match(self.data, at, self.end)
            at = match.end() if match else self._expansion(at, depth)
        raise _Unreadable(start - 1)

    def _expansion(self, at: int, depth: int) -> int:
        """Return the offset behind what begins with `$` or a backtick."""
        if self.data[at] == 0x60:
            return self.read(at + 1, b"`", depth + 1)
        following = self.data[at + 1 : at + 2]
        if following == b"{":
            match = _VARIABLE.match(self.data, at, self.end)
            if match is None:
                raise _Unreadable(at)
            return match.end()
        if following == b"(":
            match = _ARITHMETIC.match(self.data, at, self.end)
            return match.end() if match else self.read(at + 2, b")", depth + 1)
        return at + 1


def _is_test(words: list[Word]) -> bool:
    """Tell whether the words are in `[[ … ]]`, where operators part no commands."""
    return any(word.text == b"[[" for word in words[:3]) and words[-1].text != b"]]"
