"""Turns what the flag table decides about words of a file into edits and findings."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from porter.fixers import Rule
from porter.source.text.edits import Edit, RuleOutput
from porter.source.text.spans import Span
from porter.tables.gcc_options import is_gccs_own
from porter.tables.nvcc_flags import Decision, Treatment, decide, host_words, is_nvccs_own

#: What `-x` calls CUDA: nvcc's name and clang's.
_LANGUAGES = frozenset({"cu", "cuda"})
_NO_LINKER = "the C++ compiler links, and cannot link relocatable device code; hipcc --hip-link can"
#: A flag of clang's whose architecture is in a variable of make's; those of CMake have braces.
_OF_MAKE = re.compile(r"--offload-arch=\$\((\w+)\)")
#: A standard header's guard, given so that nvcc's own declarations stand alone.
_GUARD = re.compile(r"-D(_{1,2}(?:BITS_)?(?:MATH|MATHCALLS|STDLIB|STRING|STDIO)_H)(?:=\w*)?")
_SEPARATORS = re.compile(rb"(?:[\s;,\"']|\\\r?\n)*+")
#: Tells which span goes when a word goes: the blanks or the comma beside it, too.
Removal = Callable[[int, int], tuple[int, int]]


@dataclass(frozen=True, slots=True)
class Word:
    """A word of a command, as a build file has it.

    Attributes:
        start: offset of its first byte.
        end: offset behind its last byte.
        text: the word.
        is_nvccs: it stands where nothing but nvcc's flags stand.
        joint: what stands between two words in its place; `", "` where each is a string.
        is_opaque: what it says is computed: it can go, and cannot be told in other words.
        is_cut: it ends where a call begins that goes on in further words.
    """

    start: int
    end: int
    text: str
    is_nvccs: bool
    joint: str = " "
    is_opaque: bool = False
    is_cut: bool = False


def flag_changes(
    rule: Rule,
    data: bytes,
    words: Sequence[Word],
    removal: Removal,
    architectures: Sequence[str] = (),
    instead: bytes = b"",
    links_device_code: bool = True,
    handled: frozenset[str] = frozenset(),
    has_quoted_words: bool = False,
) -> Iterator[RuleOutput]:
    """Yield what becomes of the flags among `words`.

    Args:
        rule: the rule that says so.
        data: the bytes of the file.
        words: neighbours, in order.
        removal: see `Removal`.
        architectures: flags that take the place of the first one that names NVIDIA's GPUs; without
            any, something else in the build names AMD's.
        instead: what takes the place of a removed span.
        links_device_code: whether the build can link relocatable device code.
        handled: long names of options that another rule says something about.
        has_quoted_words: quotes around words are no part of them, and go or stay in pairs.
    """
    texts = [word.text for word in words]
    gone: list[tuple[int, int]] = []
    at = 0
    while at < len(words):
        decision = decide(texts, at)
        word = words[at]
        if decision is None and word.is_nvccs and _GUARD.fullmatch(word.text):
            yield from _guards(rule, (word.start, word.end), (word.text,))
            gone.append((word.start, word.end))
        if decision is None or not (word.is_nvccs or _is_nvccs(texts, at, decision)):
            at += 1
            continue
        last = words[at + decision.taken - 1]
        hip: tuple[str, ...] = decision.hip
        if _is_computed(decision, words[at : at + decision.taken]):
            yield rule.warning(
                (word.start, last.end),
                f"{word.text} has a value that is computed, and hipcc takes it otherwise",
                hint="write it as hipcc has it: porter explain " + rule.id,
            )
            at += decision.taken
            continue
        if decision.option.treatment is Treatment.ARCHITECTURE:
            hip, architectures = tuple(architectures), ()
        yield from _guards(rule, (word.start, last.end), hip)
        hip = tuple(flag for flag in hip if not _GUARD.fullmatch(flag))
        if "-fgpu-rdc" in hip and not links_device_code:
            hip = tuple(flag for flag in hip if flag != "-fgpu-rdc")
            yield rule.warning((word.start, last.end), f"{word.text} is left out", hint=_NO_LINKER)
        if decision.option.long not in handled:
            yield from _told(rule, data, decision, (word.start, last.end), " ".join(hip))
        if hip:
            *before, span = (
                _in_pairs(data, word.start, last.end)
                if has_quoted_words
                else [(word.start, last.end)]
            )
            for one in before:
                yield rule.replace(removal(*one), b"", decision.option.long)
            new = [flag.encode("utf-8", "surrogateescape") for flag in hip]
            yield from _put(rule, data, span, new, word.joint.encode(), decision.option.long)
        else:
            if gone and _SEPARATORS.fullmatch(data, gone[-1][1], word.start):
                gone[-1] = (gone[-1][0], last.end)
            else:
                gone.append((word.start, last.end))
        at += decision.taken
    for start, end in gone:
        for one in _in_pairs(data, start, end) if has_quoted_words else [(start, end)]:
            yield rule.replace(removal(*one), instead, "not for hipcc")


def _guards(rule: Rule, span: Span, flags: Sequence[str]) -> Iterator[RuleOutput]:
    """Yield a finding for each guard of a standard header among flags, which is left out."""
    for guard in filter(None, map(_GUARD.fullmatch, flags)):
        message = f"{guard[0]} is left out: {guard[1]} keeps a header away that HIP's need"
        yield rule.warning(span, message)


def _in_pairs(data: bytes, start: int, end: int) -> list[Span]:
    """Return the spans that words take, with the quotes around the first or last of them.

    Where a quote between them holds other words, too, it stays: there are two spans then.
    """
    if data.count(b'"', start, end) % 2 == 0:
        return [(start, end)]
    if data[end : end + 1] == b'"':
        return [(start, end + 1)]
    if data[start - 1 : start] == b'"':
        return [(start - 1, end)]
    quote = data.rindex(b'"', start, end)
    return [(start, start + len(data[start:quote].rstrip())), (quote + 1, end)]


def _is_computed(decision: Decision, taken: Sequence[Word]) -> bool:
    """Tell whether an option cannot be told in other words, for what it says is computed."""
    if decision.hip and any(one.is_opaque for one in taken):
        return True
    stays = bool(decision.hip) and decision.hip[-1].endswith("$")  # what follows belongs to it
    return taken[-1].is_cut and not stays


def _put(
    rule: Rule, data: bytes, span: Span, flags: Sequence[bytes], joint: bytes, detail: str
) -> Iterator[Edit]:
    """Yield what puts flags in a place; those that stand there stay, for other rules to change.

    So does what one ends in: the folder of `-Xlinker=-rpath=$(CUDA_PATH)/lib64` is another rule's.
    """
    start, end = span
    opening, closing = data[start - 1 : start], data[end : end + 1]
    if joint.strip() and opening != closing:  # '--compiler-options', "-fPIC"
        yield rule.replace((start, end + 1), joint.join(flags) + opening, detail)
        return
    edits, at = [], start
    for flag in flags:
        found = data.find(flag, at, end)
        if found < 0:
            new = joint.join(flags)
            same = len(posixpath.commonprefix([data[start:end][::-1], new[::-1]]))
            yield rule.replace((start, end - same), new[: len(new) - same], detail)
            return
        between = joint if at > start else b""
        if data[at:found] != between:
            edits.append(rule.replace((at, found), between, detail))
        at = found + len(flag)
    if at < end:
        edits.append(rule.replace((at, end), b"", detail))
    if len(edits) > 1:
        yield from rule.together(*edits)
    else:
        yield from edits


def _is_nvccs(texts: Sequence[str], at: int, decision: Decision) -> bool:
    if is_nvccs_own(texts[at]) or (decision.option.long == "--x" and decision.value in _LANGUAGES):
        return True
    return decision.option.treatment is Treatment.ARCHITECTURE and decision.value.startswith(
        ("sm_", "compute_")
    )


def _told(
    rule: Rule, data: bytes, decision: Decision, span: Span, hip: str
) -> Iterator[RuleOutput]:
    option = decision.option
    if option.treatment is Treatment.FINDING:
        name = option.short or option.long
        fate = f"is {hip} now" if hip else "is left out"
        yield rule.warning(span, f"{name} {fate}: {option.why}", hint="decide what it is for")
    elif option.treatment is Treatment.HOST:
        if gccs := " ".join(filter(is_gccs_own, host_words(decision.value))):
            message = f"{gccs} is GCC's alone, and is left out: hipcc stops at it"
            yield rule.note(span, message)
    elif option.treatment is Treatment.ARCHITECTURE and not decision.value.startswith(("$", "{")):
        told = (
            f"it is {hip} now" if hip else "AMD's are named elsewhere, or the machine's are taken"
        )
        variable = _OF_MAKE.search(hip)
        hint = ""
        if variable is not None and b"foreach %b," % variable[1].encode() not in data:
            hint = f"whoever builds names it: make {variable[1]}=gfx942"
        message = f"{decision.value} is an architecture of NVIDIA's: {told}"
        yield rule.note(span, message, hint=hint)
