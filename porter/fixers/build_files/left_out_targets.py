"""Take the targets that `--target` leaves out of CMake files.

## What it does
With `porter convert --target NAME`, commands that make or describe a target which NAME does not
need are taken out of CMake files (`add_executable`, `target_link_libraries`,
`set_target_properties`, `add_test` …), calls of the project's own functions that are given its name
first, and its name out of lists of targets (`install(TARGETS …)`);
`add_subdirectory` goes where there is nothing else in the folder.

## Why
CMake refuses a target whose sources are not there.

## What it leaves alone
Other commands that name such a target, and targets whose names are computed: reported.

## References
CMake's manual, cmake-commands(7).
"""

from __future__ import annotations

import posixpath
from collections.abc import Iterator

from porter.fixers import Context, Example, Precedence, Rule
from porter.fixers.build_files._left_out import LISTS, MAKES, is_left_out, mentions
from porter.options import Options
from porter.source import SourceFile
from porter.source.build_files.cmake import CMakeSyntaxError, Command, commands
from porter.source.text.edits import RuleOutput
from porter.source.text.languages import Language
from porter.source.text.spans import Span

rule = Rule("BLD31", "left-out-targets", languages=(Language.CMAKE,), precedence=Precedence.REMOVAL)

_LEFT_OUT = Options(left_out_targets=("bar",), left_out_folders=("apps/bar",))

EXAMPLES = (
    Example(
        """
        add_subdirectory(apps/bar)
        add_demo(bar bar.cu)
        add_executable(foo foo.cu)
        add_executable(bar bar.cu)
        target_link_libraries(bar PRIVATE m)
        set_target_properties(foo bar PROPERTIES CXX_STANDARD 17)
        install(TARGETS bar DESTINATION bin)
        """,
        """
        add_executable(foo foo.cu)
        set_target_properties(foo PROPERTIES CXX_STANDARD 17)
        """,
        options=_LEFT_OUT,
        path="CMakeLists.txt",
        title="one of two programs",
    ),
    Example(
        """
        list(APPEND ALL bar)
        add_executable(${NAME} ${NAME}.cu)
        """,
        options=_LEFT_OUT,
        path="CMakeLists.txt",
        findings=("warning", "warning"),
        title="what cannot be told",
    ),
    Example("add_executable(bar bar.cu)\n", path="CMakeLists.txt", title="without --target"),
)


@rule.check
def check(file: SourceFile, context: Context) -> Iterator[RuleOutput]:
    """Yield what goes with the targets that are left out."""
    names, folders = file.left_out_targets, context.options.left_out_folders
    if not names:
        return
    try:
        found = commands(file.data)
    except CMakeSyntaxError:
        return
    for one in found:
        given = [argument.text for argument in one.arguments]
        mentioned = [argument for argument in one.arguments if mentions(argument, names)]
        if one.name in MAKES and given and b"$" in given[0]:
            yield rule.warning(
                (one.start, one.end),
                "a target whose name is computed: its sources may have been left out",
                hint="take it out by hand where the port does not need it",
            )
        elif one.name == b"add_subdirectory" and given:
            added = posixpath.join(
                posixpath.dirname(file.path), given[0].decode("utf-8", "replace")
            )
            if posixpath.normpath(added) in folders:
                yield rule.replace(_lines(file.data, one), b"")
        elif not mentioned:
            continue
        elif is_left_out(one, names):
            yield rule.replace(_lines(file.data, one), b"")
        elif one.name in LISTS:
            for argument in mentioned:
                start = argument.start
                while file.data[start - 1] in b" \t":
                    start -= 1
                yield rule.replace((start, argument.end), b"")
        else:
            yield rule.warning(
                mentioned[0],
                f"names {mentioned[0].text.decode()}, a target that is left out",
                hint="take it out by hand where the port does not need it",
            )


def _lines(data: bytes, one: Command) -> Span:
    """Return the span of a command, with its lines where nothing else stands on them."""
    start, end = one.start, one.end
    while start and data[start - 1] in b" \t":
        start -= 1
    while end < len(data) and data[end] in b" \t\r":
        end += 1
    if (start == 0 or data[start - 1] in b"\n") and data[end : end + 1] == b"\n":
        return start, end + 1
    return one.start, one.end
