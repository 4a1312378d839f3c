"""The converters to measure with: porter and its peers, each as its own documentation runs it.

A converter is given a copy of a tree and leaves a port beside it. `Port.path` tells where a source
of the original lies in the port, since torch.utils.hipify gives files other names.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

from porter.compile.feedback.causes import Causes
from porter.compile.feedback.record import ConversionRecord, ConvertedFile, Said
from porter.errors import PorterError
from porter.processes.child_python import python
from porter.source.text.edits import Severity
from porter.toolchain.discovery import hipify_perl
from porter.toolchain.home import Prefix, porter_home

_SOURCES = frozenset(".cu .cuh .c .cc .cpp .cxx .h .hh .hpp .hxx .inl .inc".split())
_HIPIFY = """\
import json, sys
from torch.utils.hipify.hipify_python import hipify
root, ignores = sys.argv[1], json.loads(sys.argv[2])
result = hipify(project_directory=root, output_directory=root, includes=[root + "/*"],
                ignores=ignores, show_progress=False, is_pytorch_extension=True)
json.dump({path: each.hipified_path for path, each in result.items()}, open(sys.argv[3], "w"))
"""


@dataclass(frozen=True)
class Port:
    """What a converter made of a tree.

    Attributes:
        name: of the converter.
        root: folder of the port.
        seconds: wall time of the conversion.
        renamed: path of a source in the original -> its path in the port, where they differ.
        findings: path -> findings, as porter's report has them; empty for its peers.
    """

    name: str
    root: Path
    seconds: float
    renamed: Mapping[str, str] = field(default_factory=dict)
    findings: Mapping[str, Sequence[Mapping[str, Any]]] = field(default_factory=dict)

    def path(self, source: str) -> str:
        """Return where the source of the original lies in the port."""
        return self.renamed.get(source, source)

    def causes(self, upstream: Path, root: Path) -> Causes:
        """Return what the conversion knew of errors in a copy of the port.

        Args:
            upstream: the tree that was converted.
            root: the copy.
        """
        files = {
            self.path(path): ConvertedFile(path, tuple(_said(one) for one in found))
            for path, found in self.findings.items()
        }
        return Causes(ConversionRecord(upstream, files), root)

    @cached_property
    def by_name(self) -> dict[str, list[str]]:
        """Last part of a path -> the files of the port so called."""
        found: dict[str, list[str]] = {}
        for path in sorted(self.root.rglob("*")):
            if path.is_file():
                found.setdefault(path.name, []).append(path.relative_to(self.root).as_posix())
        return found


def _said(one: Mapping[str, Any]) -> Said:
    return Said(one["rule"], Severity(one["severity"]), one["line"], one["column"], one["message"])


def porter(source: Path, folder: Path, *options: str) -> Port:
    """Convert with `porter convert`."""
    report = folder.with_suffix(".json")
    command = [*python("-m", "porter"), "convert", str(source), "--out", str(folder)]
    started = time.perf_counter()
    _run([*command, *options, "--no-cache", "--report", str(report)])
    seconds = time.perf_counter() - started
    document = json.loads(report.read_text())
    findings = {each["path"]: each["findings"] for each in document["files"]}
    return Port("porter", folder, seconds, findings=findings)


def torch_hipify(source: Path, folder: Path) -> Port:
    """Convert with torch.utils.hipify, the way PyTorch's BuildExtension does."""
    shutil.copytree(source, folder, symlinks=True)
    names = folder.with_suffix(".json")
    started = time.perf_counter()
    _run(python("-c", _HIPIFY, str(folder), "[]", str(names)))
    seconds = time.perf_counter() - started
    renamed = {}
    for before, after in json.loads(names.read_text()).items():
        if after and Path(after).is_file() and before != after:
            renamed[_relative(before, folder)] = _relative(after, folder)
    return Port("torch.utils.hipify", folder, seconds, renamed)


def hipify_perl_port(source: Path, folder: Path) -> Port:
    """Convert every source with hipify-perl, in place.

    Raises:
        PorterError: hipify-perl is not installed.
    """
    tool = hipify_perl(Prefix(porter_home()))
    if tool is None:
        raise PorterError("hipify-perl is not installed", hint="porter toolchain install")
    shutil.copytree(source, folder, symlinks=True)
    started = time.perf_counter()
    for path in sorted(folder.rglob("*")):
        if path.suffix in _SOURCES and path.is_file() and not path.is_symlink():
            converted = folder.with_suffix(".tmp")
            _run(["perl", str(tool), "-quiet-warnings", f"-o={converted}", str(path)])
            if converted.is_file():
                shutil.move(converted, path)
    return Port("hipify-perl", folder, time.perf_counter() - started)


CONVERTERS: dict[str, Callable[[Path, Path], Port]] = {
    "porter": porter,
    "torch.utils.hipify": torch_hipify,
    "hipify-perl": hipify_perl_port,
}


def _relative(path: str, root: Path) -> str:
    return Path(path).resolve().relative_to(root.resolve()).as_posix()


def _run(command: list[str]) -> None:
    result = subprocess.run(command, capture_output=True, text=True, check=False)
    if result.returncode != 0:
        last = "\n".join((result.stderr or result.stdout).strip().splitlines()[-5:])
        raise PorterError(f"{' '.join(command[:4])} … failed", hint=last)
