"""The options that choose ROCm's own libraries over the hip wrappers, or Composable Kernel."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import click

F = TypeVar("F", bound=Callable[..., Any])

#: Option -> CUDA's library, its hip wrapper and ROCm's own library.
_LIBRARIES = {
    "blas": ("cuBLAS", "hipBLAS", "rocBLAS"),
    "sparse": ("cuSPARSE", "hipSPARSE", "rocSPARSE"),
    "rand": ("cuRAND", "hipRAND", "rocRAND"),
    "solver": ("cuSOLVER", "hipSOLVER", "rocSOLVER, with --blas roc"),
}


def roc_options(command: F) -> F:
    """Add `--blas`, `--sparse`, `--rand` and `--solver` to a command; use as a decorator."""
    for name, (cuda, hip, roc) in reversed(_LIBRARIES.items()):
        command = click.option(
            f"--{name}",
            type=click.Choice(["hip", "roc"]),
            default="hip",
            show_default=True,
            help=f"{cuda} becomes {hip} or {roc}.",
        )(command)
    return command


def gemm_option(command: F) -> F:
    """Add `--gemm` to a command; use as a decorator."""
    return click.option(
        "--gemm",
        type=click.Choice(["blas", "ck"]),
        default="blas",
        show_default=True,
        help="With --to ck: cuBLAS's products stay hipBLAS's, or become Composable Kernel's.",
    )(command)


def chosen_roc(**choices: str) -> tuple[str, ...]:
    """Return the keys of `porter.tables.names.ROC` that are chosen, sorted.

    Raises:
        click.UsageError: they do not go together.
    """
    from porter.tables.names import check_roc

    roc = tuple(sorted(name for name, choice in choices.items() if choice == "roc"))
    if problem := check_roc(roc):
        raise click.UsageError(f"--solver roc needs --blas roc: {problem}")
    return roc
