"""What `porter tune` says of what was tried: lines for people, and JSON."""

from __future__ import annotations

from dataclasses import asdict

from porter.listing import number_of
from porter.tune.tuner import Kernel, Tuned
from porter.tune.unrolling import Unrolled


def as_they_are(kernels: list[Kernel]) -> list[str]:
    """Return a line for each architecture: how many kernels it has, and their waves."""
    by_arch: dict[str, list[Kernel]] = {}
    for one in kernels:
        by_arch.setdefault(one.arch, []).append(one)
    return [
        f"{arch}: none of {number_of(len(found), 'kernel')} spills; "
        f"{min(one.waves[0] for one in found)} to {max(one.waves[1] for one in found)} waves"
        for arch, found in sorted(by_arch.items())
    ]


def lines_of(result: Tuned) -> list[str]:
    """Return a line for each choice of a kernel, the best with a mark."""
    kernel = result.kernel
    instances = number_of(len(kernel.instances), "instance")
    lines = [f"{kernel.name} [{kernel.arch}], {instances}"]
    for one in result.candidates:
        mark = "*" if one == result.chosen else " "
        lines.append(f"  {mark} {one.choice!s:<26} {one}")
    return lines


def lines_of_loops(one: Unrolled) -> list[str]:
    """Return a line for each factor that was tried, those that were kept with a mark."""
    kernel = one.result.kernel
    if not one.trials:
        return [f"{kernel.name} [{kernel.arch}]: no loop of it has a `#pragma unroll` to change"]
    lines = [f"{kernel.name} [{kernel.arch}], unroll factors"]
    for trial in one.trials:
        mark = "*" if one.factors.get(trial.loop) == trial.factor else " "
        place = one.loops[trial.loop] if trial.loop else "all loops"
        lines.append(f"  {mark} {place} {trial.factor or 'as it was'}: {trial.candidate}")
    return lines


def json_of_loops(one: Unrolled) -> dict[str, object]:
    """Return what the factors of a kernel's loops came to."""
    return {
        "kernel": one.result.kernel.name,
        "arch": one.result.kernel.arch,
        "trials": [asdict(trial) for trial in one.trials],
        "factors": one.factors,
        "chosen": asdict(one.chosen),
        "gain": one.gain,
    }


def json_of(result: Tuned) -> dict[str, object]:
    """Return what the choices of a kernel came to."""
    return {
        "kernel": result.kernel.name,
        "arch": result.kernel.arch,
        "candidates": [asdict(one) for one in result.candidates],
        "chosen": asdict(result.chosen),
        "gain": result.gain,
    }
