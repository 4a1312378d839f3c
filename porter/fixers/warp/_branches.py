"""The branches and loops around a place, and whether the lanes of a warp part there."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from porter.fixers import Rule
from porter.source import Call, Finding, SourceFile
from porter.source.text.brackets import closing

if TYPE_CHECKING:
    from tree_sitter import Node

_ENDS = frozenset(("function_definition", "lambda_expression", "translation_unit"))
#: What differs between the lanes of a warp, by its name or as it is computed.
LANE = re.compile(
    rb"\b(?:lane|laneid|lane_id|lane_idx|laneidx|my_lane|mylane|tid_in_warp|thread_in_warp)\b"
    rb"|\bthreadIdx\s*\.\s*x\s*(?:%\s*(?:32\b|warpSize\b|\w*WARP_?SIZE)|&\s*(?:31|0x1f)\b)",
    re.IGNORECASE,
)
_FIRST_THREADS = re.compile(rb"\bthreadIdx\s*\.\s*x\s*<\s*(\d+)\b(?!\s*[*/+])")
#: Threads by a number that is less than a warp: `threadIdx.x & 1`, `threadIdx.x % 4`.
_SOME_LANES = re.compile(rb"\bthreadIdx\s*\.\s*x\s*[%&]\s*(?:[1-9]|[12]\d|3[01])[uU]?\b")
_ONE_THREAD = re.compile(
    rb"\bthreadIdx\s*\.\s*x\s*==\s*\d+|\btid\s*==\s*0\b|\bthread_?idx?\s*==\s*0\b"
)
_UNIFORM = re.compile(rb"\b(?:porter::)?_{0,2}(?:any|all|ballot|shfl)\w*\s*\(")
#: Nodes around an expression that are looked at: the next one out is found from the root each time.
FURTHEST = 200
DEPTH = f"what decides whether this runs is not looked at: more than {FURTHEST} levels of nesting"


class TooDeepError(Exception):
    """An expression lies in more than `FURTHEST` nodes of its function."""


@dataclass(frozen=True, slots=True)
class Branch:
    """A condition that decides whether a place is reached.

    Attributes:
        kind: tree-sitter's name of the statement, such as `if_statement`.
        condition: its text, with what votes and shuffles answer left out.
        start: offset of the condition.
        end: offset behind it.
    """

    kind: str
    condition: bytes
    start: int
    end: int

    @property
    def parts_lanes(self) -> bool:
        """Whether lanes of one warp take different ways here, as far as the text tells."""
        if LANE.search(self.condition) or _SOME_LANES.search(self.condition):
            return True
        first = _FIRST_THREADS.search(self.condition)
        return first is not None and int(first.group(1)) % 32 != 0

    @property
    def picks_lane(self) -> bool:
        """Whether the condition compares a lane number with one value."""
        return LANE.search(self.condition) is not None and b"==" in self.condition

    @property
    def picks_thread(self) -> bool:
        """Whether one thread of the block gets through."""
        return _ONE_THREAD.search(self.condition) is not None


def branches_around(file: SourceFile, start: int, end: int) -> Iterator[Branch]:
    """Yield the branches of the function that the expression at `start` depends on, inside out.

    The condition of a branch does not depend on the branch itself.

    Raises:
        TooDeepError: there are more than are looked at.
    """
    node: Node | None = file.tree.root_node.descendant_for_byte_range(start, end)
    for _ in range(FURTHEST):
        if node is None or node.parent is None:
            return
        above = node.parent
        if above.type in _ENDS:
            return
        condition = above.child_by_field_name("condition")
        if condition is not None and condition != node and above.type != "for_statement":
            text = file.code[condition.start_byte : condition.end_byte]
            yield Branch(above.type, _undecided(text), condition.start_byte, condition.end_byte)
        node = above
    raise TooDeepError


def has_other_way(file: SourceFile, branch: Branch) -> bool:
    """Tell whether a branch is an `if` with an `else`."""
    node = file.tree.root_node.descendant_for_byte_range(branch.start, branch.end)
    while node is not None and node.type != "if_statement":
        node = node.parent
    return node is not None and node.child_by_field_name("alternative") is not None


def too_deep(rule: Rule, call: Call) -> Finding:
    """Return the finding about a call whose branches are not looked at."""
    return rule.warning(
        call.whole,
        DEPTH,
        "look whether all lanes of the warp get here together",
    )


def _undecided(condition: bytes) -> bytes:
    """Blank out the calls in a condition that give all lanes of a warp the same answer."""
    at = 0
    while match := _UNIFORM.search(condition, at):
        close = closing(condition, match.end() - 1)
        if close is None:
            break
        condition = condition[: match.start()] + b" " + condition[close + 1 :]
        at = match.start()
    return condition
