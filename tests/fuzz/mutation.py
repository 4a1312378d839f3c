"""Changed sources: pieces of a file that belong together go, come twice, move, or are swapped."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from hypothesis import strategies as st

from tests.fuzz.target import Case

#: Mutated files are cut at this length.
LARGEST = 4_000
_PIECE = re.compile(rb"[\w\x80-\xff]+|[ \t]+|\r?\n|.", re.DOTALL)
#: What readers trip over: openers without their closers, odd ends of lines, odd bytes.
_ODD = (
    *b'\xef\xbb\xbf \\\n \\\r\n \r \0 \xff \xc3\xa9 \x1a \f \\ \\\\ $ $( ${ $$ % %% @ \\"'.split(
        b" "
    ),
    *b"\" ' ''' ` /* */ // # ( ) [ ] { } < > <<< >>> << >> , ; : :: ? ... .* -> && ||".split(),
    *b'= += == ! ~ * & ## [[ ]] [=[ ]=] $< $<$ R"( R"x( )" u8" L\' 0x 1e 1\'0 f" b\''.split(),
    *b'rb" """ {0} {x!r:>{w}} ifdef endif else define endef include'.split(),
    *(b"\n#if 0\n", b"\n#else\n", b"\n#endif\n", b"\n#define R(x) ", b"\n\t"),
)

Change = Callable[[list[bytes], int, int, bytes], list[bytes]]


def _delete(pieces: list[bytes], low: int, high: int, word: bytes) -> list[bytes]:
    return pieces[:low] + pieces[high:]


def _repeat(pieces: list[bytes], low: int, high: int, word: bytes) -> list[bytes]:
    return pieces[:high] + pieces[low:high] + pieces[high:]


def _repeat_often(pieces: list[bytes], low: int, high: int, word: bytes) -> list[bytes]:
    return pieces[:high] + pieces[low : low + 3] * 12 + pieces[high:]


def _move(pieces: list[bytes], low: int, high: int, word: bytes) -> list[bytes]:
    return pieces[low:high] + pieces[:low] + pieces[high:]


def _insert(pieces: list[bytes], low: int, high: int, word: bytes) -> list[bytes]:
    return [*pieces[:low], word, *pieces[low:]]


def _replace(pieces: list[bytes], low: int, high: int, word: bytes) -> list[bytes]:
    return [*pieces[:low], word, *pieces[low + 1 :]]


def _enclose(pieces: list[bytes], low: int, high: int, word: bytes) -> list[bytes]:
    return [*pieces[:low], word, *pieces[low:high], word, *pieces[high:]]


def _cut(pieces: list[bytes], low: int, high: int, word: bytes) -> list[bytes]:
    return pieces[: high or 1]


def _other_newlines(pieces: list[bytes], low: int, high: int, word: bytes) -> list[bytes]:
    return [b"\r\n" if piece == b"\n" else piece for piece in pieces]


def _join_lines(pieces: list[bytes], low: int, high: int, word: bytes) -> list[bytes]:
    return [
        b"\\\n" if piece == b"\n" and low <= at < high else piece for at, piece in enumerate(pieces)
    ]


CHANGES: tuple[Change, ...] = (
    _delete, _repeat, _repeat_often, _move, _insert, _insert, _replace, _replace, _enclose, _cut,
    _other_newlines, _join_lines,
)  # fmt: skip

#: How long the part of a file is that a change is about: one piece, some, or lines.
_LENGTHS = (1, 1, 2, 3, 5, 10, 30, 100)


def mutated(seeds: Sequence[Case], words: Sequence[bytes]) -> st.SearchStrategy[Case]:
    """Return a strategy for one seed changed one to six times.

    Args:
        seeds: what is changed; parts of one get into another.
        words: what is put in beside odd bytes.
    """
    position = st.integers(0, 0xFFFF)
    step = st.tuples(st.integers(0, len(CHANGES)), position, position, position)
    steps = st.lists(step, min_size=1, max_size=6)
    known = [*_ODD, *words]

    def apply(number: int, steps: list[tuple[int, int, int, int]]) -> Case:
        case = seeds[number % len(seeds)]
        pieces = _PIECE.findall(case.data)
        for kind, where, length, other in steps:
            low = where % (len(pieces) + 1)
            high = min(len(pieces), low + _LENGTHS[length % len(_LENGTHS)])
            if kind == len(CHANGES):
                donor = _PIECE.findall(seeds[other % len(seeds)].data)
                start = length % (len(donor) + 1)
                pieces = pieces[:low] + donor[start : start + 60] + pieces[low:]
            else:
                pieces = CHANGES[kind](pieces, low, high, known[other % len(known)])
        return Case(case.path, b"".join(pieces)[:LARGEST])

    return st.builds(apply, position, steps)
