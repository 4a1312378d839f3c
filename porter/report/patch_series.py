"""A series of changes as mails that `git am` takes.

Source: git-format-patch(1), "DISCUSSION": the form of a mail.
"""

from __future__ import annotations

import email.header
import email.utils
import re
from binascii import b2a_qp
from collections.abc import Sequence
from pathlib import Path

from porter.errors import PorterError
from porter.files.write import write_atomically
from porter.sync.edits.patches import patch
from porter.sync.edits.series import Step
from porter.sync.upstream.git import git

_FIRST_LINE = b"From " + b"0" * 40 + b" Mon Sep 17 00:00:00 2001\n"


def write_series(folder: Path, steps: Sequence[Step]) -> list[Path]:
    """Write a mail a step; return where.

    Args:
        folder: a new one, or an empty one.
        steps: in order.

    Raises:
        PorterError: the folder holds something else.
    """
    if folder.exists() and any(folder.iterdir()):
        raise PorterError("is not empty", path=folder, hint="name a new folder")
    author, date = _author(), email.utils.formatdate(localtime=True)
    paths = []
    for number, step in enumerate(steps, 1):
        stem = re.sub(r"\W+", "-", step.subject).strip("-")
        files = "".join(f" {path}\n" for path in sorted(step.files))
        body = b"".join(patch(path, *pair) for path, pair in sorted(step.files.items()))
        # git takes carriage returns off the lines of a mail that is not encoded.
        way = "quoted-printable" if b"\r" in body else "8bit"
        head = (
            f"From: {author}\nDate: {date}\n"
            f"Subject: [PATCH {number}/{len(steps)}] {step.subject}\n"
            "MIME-Version: 1.0\nContent-Type: text/plain; charset=UTF-8\n"
            f"Content-Transfer-Encoding: {way}\n\n"
        )
        message = f"What CUDA's build sees stays as it is, to the byte.\n---\n{files}\n"
        content = message.encode("utf-8", "surrogateescape") + body + b"-- \nporter\n\n"
        if way == "quoted-printable":
            content = b"\n".join(b2a_qp(line, istext=False) for line in content.split(b"\n"))
        mail = _FIRST_LINE + head.encode("utf-8", "surrogateescape") + content
        paths.append(folder / f"{number:04}-{stem}.patch")
        write_atomically(paths[-1], mail)
    return paths


def _author() -> str:
    """Return whose changes they are: as git says here, else porter."""
    done = git("var", "GIT_AUTHOR_IDENT", folder=Path.cwd())
    if done.returncode != 0:
        return "porter <porter@localhost>"
    name, _, rest = done.stdout.decode("utf-8", "replace").partition(" <")
    return email.utils.formataddr((str(email.header.Header(name)), rest.partition(">")[0]))
