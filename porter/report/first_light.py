"""The page of a first run on an AMD GPU, and the bundle that holds it."""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Iterator
from pathlib import Path
from statistics import median

from porter import __version__
from porter.compile.report import read_log
from porter.files.regular import LARGEST_FILE, read_regular
from porter.files.write import write_atomically
from porter.listing import number_of
from porter.report.verdicts import clocks, explained
from porter.verify.first_light.result import Agreement, FirstLight, Pair, PortLight, document
from porter.verify.verdict import Verdict

#: Cases that are listed one by one, of each kind.
_MOST = 40
#: The first day of zip files: the same run gives the same bytes.
_DATE = (1980, 1, 1, 0, 0, 0)


def page(light: FirstLight) -> str:
    """Return the page as Markdown."""
    return "\n".join(_lines(light)) + "\n"


def _lines(light: FirstLight) -> Iterator[str]:
    yield f"# First light on {light.arch}"
    yield ""
    if light.is_rehearsal:
        yield "**A rehearsal: the cpu executor stood for the GPU, no hardware was used.**"
        yield ""
    good = sum(pair.agreement is Agreement.BOTH_SAME for pair in light.pairs)
    yield (
        f"{number_of(len(light.ports), 'port')}, {number_of(len(light.pairs), 'case')}: "
        f"{good} as CUDA on {'' if light.is_rehearsal else 'the GPU and on '}the executor. "
        f"porter {__version__}."
    )
    for port in light.ports:
        yield from ("", f"## {port.project}", "")
        yield from _port(port)
    yield from ("", "## What is slow", "")
    yield from _beside_cuda(light)
    yield from ("", "## Longest runs", "")
    yield from _longest(light)
    yield from ("", "## This machine", "", "| part | version | where |", "|---|---|---|")
    for part in light.parts:
        yield f"| {part.name} | {part.version if part.found else 'missing'} | {part.path} |"


def _port(port: PortLight) -> Iterator[str]:
    if port.build is None:
        yield f"Not compiled: {_one_line(port.not_built)}"
    else:
        failed = port.build.failed
        units = number_of(len(port.build.units), "unit")
        yield f"{units} compiled, {len(failed)} not." if failed else f"All {units} compiled."
        yield from (f"- {unit.source}: {_one_line(str(unit.error))}" for unit in failed[:_MOST])
    for broken in port.broken:
        yield f"- cases not read: {_one_line(broken.problem)}"
    for agreement in Agreement:
        pairs = [pair for pair in port.pairs if pair.agreement is agreement]
        if not pairs:
            continue
        yield from ("", f"{len(pairs)} {agreement.value}{':' if _tells(agreement) else '.'}")
        if _tells(agreement):
            for pair in pairs[:_MOST]:
                yield from _case(pair)
            if len(pairs) > _MOST:
                yield f"- and {len(pairs) - _MOST} more (results.json)"
    if not port.pairs:
        yield from ("", "No case was compared.")
    if port.same_bits or port.other_bits:
        runs = number_of(len(port.same_bits) + len(port.other_bits), "run")
        yield from ("", f"{runs}: {len(port.same_bits)} left the same bits on GPU and executor.")
        yield from (f"- other bits: recordings/{name}" for name in port.other_bits[:_MOST])


def _tells(agreement: Agreement) -> bool:
    return agreement is not Agreement.BOTH_SAME


def _case(pair: Pair) -> Iterator[str]:
    yield f"- {pair.gpu.kind} {pair.gpu.case}{f' at {pair.gpu.point}' if pair.gpu.point else ''}"
    for where, verdict in (("GPU", pair.gpu), ("executor", pair.executor)):
        yield from (f"  - {where}: {_one_line(line)}" for line in explained(verdict))


def _beside_cuda(light: FirstLight) -> Iterator[str]:
    """Yield the times of the port's kernels beside those that CUDA's recordings have."""
    timed = [pair.gpu for pair in light.pairs if pair.gpu.timing is not None]
    both = [one for one in timed if one.timing is not None and one.timing.ratio > 0]
    if not timed:
        yield (
            "Nothing was timed: the executor's times say nothing of a GPU's."
            if (light.is_rehearsal)
            else "Nothing was timed."
        )
        return
    yield from (f"{line[0].upper()}{line[1:]}." for line in clocks(timed))
    if not both:
        yield from ("", "No recording has times: `porter record` on an NVIDIA GPU keeps them.")
        return
    ratios = [one.timing.ratio for one in both if one.timing is not None]
    slower = sum(ratio > 1 for ratio in ratios)
    left = len(timed) - len(both)
    yield (
        f"{number_of(len(both), 'case')} timed on both: {slower} take longer than CUDA's side "
        f"there, the median takes {median(ratios):.2f} times as long"
        + (f"; {left} more have no times of CUDA's." if left else ".")
    )
    yield from ("", "| case | port, ms | CUDA, ms | ratio |", "|---|---:|---:|---:|")
    for one in sorted(both, key=_ratio, reverse=True)[:_MOST]:
        if one.timing is not None:
            yield (
                f"| {_named(one)} | {one.timing.actual:.3g} | {one.timing.reference:.3g} "
                f"| {one.timing.ratio:.2f} |"
            )
    if len(both) > _MOST:
        yield from ("", f"And {len(both) - _MOST} that are faster (results.json).")


def _ratio(verdict: Verdict) -> float:
    return 0.0 if verdict.timing is None else verdict.timing.ratio


def _named(verdict: Verdict) -> str:
    return " ".join(filter(None, (verdict.case, verdict.point)))


def _longest(light: FirstLight) -> Iterator[str]:
    """Yield the runs that took longest, with all that a run is beside its kernels."""
    ran = sorted(light.pairs, key=lambda pair: -pair.gpu.seconds)[:10]
    yield from ("| case | GPU, s | executor, s |", "|---|---:|---:|")
    for pair in ran:
        yield f"| {_named(pair.gpu)} | {pair.gpu.seconds:.3f} | {pair.executor.seconds:.3f} |"


def _one_line(text: str) -> str:
    return " ".join(text.split())


def write_bundle(path: Path, light: FirstLight, kept: Path, sources: list[Path]) -> None:
    """Write the page, the results, what the ports left and the logs into one zip file.

    Args:
        path: the file.
        light: the run.
        kept: the folder with what the ports left.
        sources: folders whose files go in, too; none unless the user asks.
    """
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as bundle:

        def put(name: str, text: str | bytes) -> None:
            info = zipfile.ZipInfo(name, _DATE)
            info.compress_type = zipfile.ZIP_DEFLATED
            bundle.writestr(info, text)

        put("page.md", page(light))
        put("results.json", json.dumps(document(light), indent=1) + "\n")
        for port in light.ports:
            for unit in port.build.failed if port.build else ():
                for target in unit.targets:
                    if not target.ok:
                        put(f"logs/{port.project}/{unit.source}.{target.target}.log",
                            read_log(target.log))  # fmt: skip
        for file in sorted((kept / "gpu").rglob("*.npz")):
            name = file.relative_to(kept / "gpu").as_posix()
            put(f"recordings/{name}", read_regular(file, LARGEST_FILE))
        for folder in sources:
            for file in sorted(one for one in folder.rglob("*") if _is_source(one, folder)):
                put(f"sources/{folder.name}/{file.relative_to(folder).as_posix()}",
                    read_regular(file, LARGEST_FILE))  # fmt: skip
    write_atomically(path, stream.getvalue())


def _is_source(path: Path, folder: Path) -> bool:
    """Tell whether a file of a port goes into a bundle: no link, nothing of porter's own."""
    hidden = any(part.startswith(".") for part in path.relative_to(folder).parts)
    return path.is_file() and not path.is_symlink() and not hidden
