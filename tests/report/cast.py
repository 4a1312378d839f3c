"""Draws the cast of README.md: commands, run here, and what they print.

python -m tests.report.cast docs/pictures/terminal.svg
"""

from __future__ import annotations

import os
import pty
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from rich.console import Console
from rich.text import Text

_COLUMNS = 96
_SOURCES = ("stream_compaction.cu", "check.cuh")
_COMMANDS = (
    "porter convert src/ --to hip",
    "porter build src_hip/ --arch gfx942,gfx1100 --syntax-only",
    "porter new project src src_hip",
    "porter sync",
    "porter verify --ref cuda",
)
#: Seconds that a command is typed for, and between two lines of what it prints.
_TYPING = 1.5
_LINE = 0.12
#: Seconds that the end stands still before all begins anew.
_END = 8.0
#: From the hidden cursor to the line that is wiped.
_PROGRESS = re.compile("\x1b\\[\\?25l.*?\x1b\\[\\?25h(?:\r?\x1b\\[1A\x1b\\[2K)?", re.DOTALL)
#: Fonts from the network, which a picture in a document does without.
_FONTS = re.compile(r"\s*@font-face \{[^}]*\}")
_LINES = re.compile(r'clip-path="url\(#(\S+-line-\d+)\)"')


def printed(command: str, folder: Path) -> Text:
    """Return what a command prints in a terminal, without the progress of its work.

    Args:
        command: words for a shell, the first of them `porter`.
        folder: where it is given.
    """
    ours, theirs = pty.openpty()
    environment = {**os.environ, "COLUMNS": str(_COLUMNS), "TERM": "xterm-256color"}
    program = [sys.executable, "-m", "porter", *command.split()[1:]]
    with subprocess.Popen(
        program, cwd=folder, env=environment, stdout=theirs, stderr=theirs
    ) as child:
        os.close(theirs)
        parts = []
        try:
            while part := os.read(ours, 1 << 16):
                parts.append(part)
        except OSError:  # how a terminal says that nobody writes to it any more
            pass
    os.close(ours)
    assert child.returncode == 0, command
    text = _PROGRESS.sub("", b"".join(parts).decode()).replace("\r\n", "\n")
    return Text.from_ansi(text.replace(str(Path.home()), "~").rstrip())


def drawn(texts: list[Text]) -> str:
    """Return the cast: an SVG in which the lines come up one after the other, again and again."""
    console = Console(record=True, width=_COLUMNS, file=open(os.devnull, "w"))  # noqa: SIM115
    times: list[float] = []
    now = 0.0
    for command, text in zip(_COMMANDS, texts, strict=True):
        console.print(Text.assemble(("$ ", "green"), (command, "bold")), soft_wrap=True)
        times.append(now)
        now += _TYPING
        for line in text.split():
            console.print(line, no_wrap=True, overflow="crop")
            times.append(now)
            now += _LINE
        console.print()
        times.append(now)
    picture = console.export_svg(title="porter", unique_id="cast")
    return _animated(picture, times, now + _END)


def _animated(picture: str, times: list[float], duration: float) -> str:
    """Return a picture whose lines are seen from their times on."""
    rules = ["@media (prefers-reduced-motion: no-preference) {"]
    for number, time in enumerate(times):
        share = 100 * time / duration
        rules.append(
            f"@keyframes line{number} {{ 0% {{ opacity: 0 }} {share:.2f}% {{ opacity: 0 }} "
            f"{share + 0.01:.2f}%, 100% {{ opacity: 1 }} }}"
        )
        rules.append(
            f'[clip-path="url(#cast-line-{number})"] '
            f"{{ animation: line{number} {duration:.1f}s infinite }}"
        )
    rules.append("}")
    assert set(_LINES.findall(picture)) == {f"cast-line-{number}" for number in range(len(times))}
    picture = _FONTS.sub("", picture)
    return picture.replace("</style>", "\n".join(rules) + "\n</style>", 1)


def main(path: Path) -> None:
    """Write the cast."""
    kit = Path(__file__).resolve().parents[2] / "csrc_cuda" / "warp_kit"
    with tempfile.TemporaryDirectory() as folder:
        sources = Path(folder) / "src"
        sources.mkdir()
        for name in _SOURCES:
            shutil.copy(kit / name, sources)
        texts = [printed(command, Path(folder)) for command in _COMMANDS]
    path.write_text(drawn(texts), "utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
