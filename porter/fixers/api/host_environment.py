"""Set and read the environment variables that ROCm reads, in host code.

## What it does
`getenv` of `CUDA_HOME` or `CUDA_PATH` asks for `ROCM_PATH`, and `CUDA_LAUNCH_BLOCKING` becomes
`AMD_SERIALIZE_KERNEL` where `setenv` or `putenv` gives it a literal. Variables that nothing on ROCm
reads are reported, with what comes closest.

## Why
A variable that nobody reads does nothing, and nobody says so.

## What it leaves alone
`CUDA_VISIBLE_DEVICES`, `NCCL_*` and others that ROCm reads under these names; variables of the
project's own; names that are put together at run time; methods called `getenv`.

## References
`rules/cuda-hip/environment.toml` gives each variable with its reason and source.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from porter.fixers import Context, Example, Rule
from porter.source import SourceFile
from porter.source.text.edits import RuleOutput
from porter.tables.environment import variables

_READS = (b"getenv", b"secure_getenv", b"_dupenv_s")
_SETS = (b"setenv", b"_putenv_s", b"SetEnvironmentVariableA", b"SetEnvironmentVariable")
_PUTS = (b"putenv", b"_putenv")
_LITERAL = re.compile(rb'(?:\(char \*\)|const_cast<char \*>\()?\s*+"([^"\\\n]*)"\)?')

rule = Rule("API60", "host-environment", names=(*_READS, *_SETS, *_PUTS), handles=())

EXAMPLES = (
    Example(
        """
        const char *root = std::getenv("CUDA_PATH");
        setenv("CUDA_LAUNCH_BLOCKING", "1", 1);
        putenv((char *)"CUDA_LAUNCH_BLOCKING=1");
        """,
        """
        const char *root = std::getenv("ROCM_PATH");
        setenv("AMD_SERIALIZE_KERNEL", "3", 1);
        putenv((char *)"AMD_SERIALIZE_KERNEL=3");
        """,
        title="what means the same under another name",
    ),
    Example(
        """
        setenv("CUDA_DEVICE_ORDER", "PCI_BUS_ID", 1);
        setenv("CUDA_LAUNCH_BLOCKING", chosen, 1);
        if (getenv("CUDA_LAUNCH_BLOCKING")) {}
        """,
        findings=("warning", "warning", "warning"),
        title="what nothing on ROCm reads, and values that nobody knows",
    ),
    Example(
        """
        setenv("CUDA_VISIBLE_DEVICES", "0", 1);
        const char *mine = getenv("MY_CUDA_HOME"), *other = settings.getenv("CUDA_HOME");
        puts("set CUDA_HOME");
        """,
        title="what ROCm reads, too, and what is the project's",
    ),
)


class _Text(NamedTuple):
    """What stands between the quotes of a string."""

    start: int
    text: bytes


class _Access(NamedTuple):
    """A variable that is read or set.

    Attributes:
        name: as it is written.
        is_set: it is given a value.
        value: the value, where it is a literal.
    """

    name: _Text
    is_set: bool
    value: _Text | None = None


@rule.check
def check(file: SourceFile, context: Context) -> Iterator[RuleOutput]:
    """Yield edits and findings for each variable of the table that is named literally."""
    known = variables()
    for access in _accesses(file):
        name = access.name.text.decode("ascii", "replace")
        row = known.get(name)
        if row is None or row.becomes == "stays":
            continue
        renamed = rule.replace(_span(access.name), row.hip.encode(), name)
        if row.becomes == "renamed" and not access.is_set and not row.values:
            yield renamed
            continue
        value = row.values.get(access.value.text.decode("ascii", "replace")) if access.value else ""
        if row.becomes == "renamed" and access.value is not None and value:
            yield from rule.together(
                renamed, rule.replace(_span(access.value), value.encode(), name)
            )
            continue
        hint = f"the nearest on ROCm is {row.hip}" if row.hip else ""
        text = f"nothing on ROCm reads {name}: {row.reason}"
        yield rule.warning(_span(access.name), text, hint=hint)


def _accesses(file: SourceFile) -> Iterator[_Access]:
    for call in file.calls(*_READS, *_SETS, *_PUTS):
        at = 2 if call.name == b"_dupenv_s" else 0
        if len(call.arguments) <= at or file.is_member(call.start):
            continue
        said = _text(file, call.arguments[at])
        if said is None:
            continue
        if call.name in _PUTS:
            name, equals, value = said.text.partition(b"=")
            if equals:
                behind = _Text(said.start + len(name) + 1, value)
                yield _Access(_Text(said.start, name), True, behind)
        elif call.name in _READS:
            yield _Access(said, False)
        else:
            value_at = call.arguments[1:2]
            yield _Access(said, True, _text(file, value_at[0]) if value_at else None)


def _text(file: SourceFile, span: tuple[int, int]) -> _Text | None:
    match = _LITERAL.fullmatch(file.data, *span)
    return _Text(match.start(1), match[1]) if match else None


def _span(text: _Text) -> tuple[int, int]:
    return text.start, text.start + len(text.text)
