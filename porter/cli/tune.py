"""`porter tune`: attributes of kernels chosen by compiling them, written into the port."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from porter.tune.constants import Open, Value
    from porter.tune.header import Header
    from porter.tune.tuner import Kernel, Tuned, Tuner
    from porter.tune.unrolling import Unrolled


@click.command()
@click.argument("port", type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.option(
    "--arch", default="gfx90a,gfx942,gfx1100", show_default=True, metavar="LIST",
    help="Architectures, comma-separated.",
)  # fmt: skip
@click.option("--kernel", "patterns", multiple=True, metavar="GLOB", help="Kernels to tune.")
@click.option("--all", "every", is_flag=True, help="Every kernel; by default those that spill.")
@click.option(
    "--open", "opened", multiple=True, metavar="NAME=N,N…",
    help="A constant of the code (a block size, an unroll factor) and the values to try.",
)  # fmt: skip
@click.option(
    "--time", "timing", metavar="COMMAND",
    help="On a machine with an AMD GPU: build and run this with each candidate, and let the time "
    "decide instead of the model.",
)  # fmt: skip
@click.option("--dry-run", is_flag=True, help="List the candidates and write nothing.")
@click.option("--json", "as_json", is_flag=True, help="Print what was tried as JSON.")
@click.option("--jobs", "-j", type=click.IntRange(min=1), help="Number of compilers at a time.")
@click.option("--rocm", metavar="VERSION", help="Compile against the headers of this ROCm.")
@click.option("--exclude", multiple=True, metavar="GLOB", help="Paths to leave out.")
@click.option("--folder", type=click.Path(path_type=Path), help="Where objects and logs go.")
def command(
    port: Path,
    arch: str,
    patterns: tuple[str, ...],
    every: bool,
    opened: tuple[str, ...],
    timing: str | None,
    dry_run: bool,
    as_json: bool,
    jobs: int | None,
    rocm: str | None,
    exclude: tuple[str, ...],
    folder: Path | None,
) -> None:
    """Choose attributes of PORT's kernels, by architecture, and write them into one header.

    Tries waves per SIMD unit, numbers of registers and launch bounds by compiling, and keeps what
    the static model of `porter build --report kernels` ranks best: fewest spills, then fewest
    cycles. Where a kernel spills with all of them, unroll factors of its loops and values of
    constants that the code leaves open are tried, too. `porter sync` keeps the choice as a hand
    edit. Exit status 1 when a tuned kernel still spills.
    """
    from porter.exit_status import end
    from porter.files.real_path import real_path
    from porter.listing import did_you_mean, listed
    from porter.toolchain.gpus import amd_gpus
    from porter.tune.choices import AS_IT_IS
    from porter.tune.header import NAME, read
    from porter.tune.kernels import tune, write_choices
    from porter.tune.opened import left_open
    from porter.tune.said import as_they_are, json_of, json_of_loops, lines_of, lines_of_loops
    from porter.tune.tuner import Tuner, chosen
    from porter.tune.unrolling import unrolled, write_factors
    from porter.tune.writing import macro_of

    archs = [name.strip() for name in arch.split(",") if name.strip()]
    if timing is not None:
        present = amd_gpus()
        archs = [name for name in archs if name.partition(":")[0] in present]
        if not archs:
            raise click.UsageError("--time needs an AMD GPU of one of the architectures")
    constants_asked = [_open(word) for word in opened]
    port = real_path(port)
    header = read(port)
    tuner = Tuner(port, archs, folder, jobs, rocm, _compiled, exclude)
    lines = [f"left out: {source} does not compile" for source in sorted(tuner.left_out)]
    document: dict[str, object] = {
        "constants": {},
        "kernels": [],
        "left_out": sorted(tuner.left_out),
    }
    for one in constants_asked:
        lines += _try_constant(tuner, one, header, dry_run, document)
        tuner = Tuner(port, archs, folder, jobs, rocm, _compiled, exclude)
    kernels = tuner.kernels()
    wanted = chosen(kernels, patterns, every)
    results = tune(tuner, wanted, kernels, timing, header, _progress)
    loops = [
        unrolled(tuner, result, macro_of(result.kernel, kernels), header, _progress)
        for result in results
        if result.chosen.spills
    ]
    for result in results:
        lines += lines_of(result)
    for factors in loops:
        lines += lines_of_loops(factors)
    spilling = [factors.result.kernel for factors in loops if factors.chosen.spills]
    for constant in left_open(port, spilling) if spilling else ():
        lines += _try_open(tuner, constant, header, document)
    document["kernels"] = [json_of(result) for result in results]
    document["loops"] = [json_of_loops(factors) for factors in loops]
    if patterns and not wanted:
        names = sorted({one.name for one in kernels})
        hint = did_you_mean(patterns[0], names) or f"there are {listed(names) or 'none'}"
        raise click.UsageError(f"no kernel is called {' or '.join(patterns)}: {hint}")
    is_as_it_was = all(result.chosen.choice == AS_IT_IS for result in results) and not any(
        factors.factors for factors in loops
    )
    if is_as_it_was and not constants_asked and results:
        lines += ["", "nothing written: no choice is better than the kernels as they are"]
    elif not dry_run and (results or constants_asked):
        before = header.copy()
        write_choices(port, results, kernels, header)
        for factors in loops:
            write_factors(port, factors, macro_of(factors.result.kernel, kernels), header)
        outcome = _built(tuner, results, loops, kernels, before, header)
        lines += ["", f"written: {port / NAME}", *outcome]
    if not results:
        lines += [*as_they_are(kernels), "nothing to tune: no kernel spills"]
    click.echo(json.dumps(document, indent=2) if as_json else "\n".join(lines))
    end(failed=any(factors.chosen.spills for factors in loops))


def _open(word: str) -> Open:
    from porter.tune.constants import Open

    name, _, values = word.partition("=")
    numbers = [value.strip() for value in values.split(",")]
    if not name.isidentifier() or not all(number.isdecimal() for number in numbers):
        raise click.BadParameter(f"{word!r} is not NAME=N,N…", param_hint="--open")
    return Open(name, tuple(map(int, numbers)))


def _try_constant(
    tuner: Tuner,
    one: Open,
    header: Header,
    dry_run: bool,
    document: dict[str, object],
) -> list[str]:
    """Try the values of a constant and put the best into the port; return what to print."""
    from porter.tune.header import write
    from porter.tune.writing import name_constant

    values, best, lines = _tried(tuner, one, header, document)
    if not dry_run and best is not values[0]:
        name_constant(tuner.port, one.name)
        gain = f"{values[0].value} before; spilled {values[0].spills} -> {best.spills}"
        header.constants[one.name] = (best.value, gain)
        write(tuner.port, header)
    return lines


def _try_open(tuner: Tuner, one: Open, header: Header, document: dict[str, object]) -> list[str]:
    """Try the values of a constant that the code leaves open; return what to print."""
    values, best, lines = _tried(tuner, one, header, document)
    if best is not values[0]:
        lines.append(
            f"  {best.value} spills less: where the kernels are right with it, "
            f"`porter tune --open {one.name}={best.value}` takes it"
        )
    return [f"{lines[0]}, which the code leaves open", *lines[1:]]


def _tried(
    tuner: Tuner, one: Open, header: Header, document: dict[str, object]
) -> tuple[list[Value], Value, list[str]]:
    """Try the values of a constant; return what came of them, the best, and what to print."""
    from dataclasses import asdict

    from porter.tune.constants import best_value, try_values

    values = try_values(tuner, one, header, _progress)
    best = best_value(values)
    found = document["constants"]
    assert isinstance(found, dict)
    found[one.name] = [asdict(value) for value in values]
    each = (f"  {'*' if value is best else ' '} {value.value}: {value}" for value in values)
    return values, best, [f"constant {one.name}", *each]


def _built(
    tuner: Tuner,
    results: list[Tuned],
    loops: list[Unrolled],
    kernels: list[Kernel],
    before: Header,
    header: Header,
) -> list[str]:
    """Build the port with what was written, and take back what it makes worse.

    Returns:
        What to print: what it came to.
    """
    from porter.tune.choices import AS_IT_IS
    from porter.tune.kernels import otherwise, take_back

    after = tuner.kernels(tuner.built())
    differing = [*otherwise(after, results, loops)]
    lines = [
        f"note: {now.name} ({now.arch}) spills {now.spills} when built, {tried} when tried"
        for now, _, tried in differing
    ]
    worse = [
        result
        for now, result, _ in differing
        if now.spills > result.before.spills and result.chosen.choice != AS_IT_IS
    ]
    if worse:
        take_back(tuner.port, worse, kernels, before, header)
        lines += [f"taken back: {one.kernel.name} ({one.kernel.arch})" for one in worse]
        after = tuner.kernels(tuner.built())
    spilling = [one for one in after if one.spills]
    return [*lines, f"{len(after) - len(spilling)} of {len(after)} kernels spill nothing"]


def _progress(line: str) -> None:
    click.echo(f"trying {line}", err=True)


def _compiled(done: int, total: int) -> None:
    click.echo(f"compiled {done} of {total}", err=True)
