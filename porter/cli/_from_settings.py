"""The conversion that porter.toml prescribes for `porter convert SRC` of a port's upstream."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

import click
from click.core import ParameterSource

from porter.files.real_path import real_path

if TYPE_CHECKING:
    from porter.convert.emission import Kind
    from porter.convert.target import Target
    from porter.options import Options
    from porter.port.destination import Destination
    from porter.project.settings.configuration import Configuration

#: Parameters of `porter convert` that porter.toml has a key for, or that would change the port.
_SETTLED = frozenset(
    "target pack_file reverse launch warp gemm blas sparse rand solver rename kind dual part only"
    " skip unsafe exclude vendored includes defines database rocm"
    " capability".split()
)


class ConversionRequest(NamedTuple):
    """What is to be done with a tree.

    Attributes:
        destination: where the port goes.
        options: the choices.
        kind: kind of project that is asked for; None for upstream's own.
        target: what it becomes.
        exclude: patterns as in .gitignore.
        vendored: convert other people's code in the tree, too.
        part: the one target or folder that is converted; empty for all.
    """

    destination: Destination
    options: Options
    kind: Kind | None
    target: Target
    exclude: tuple[str, ...]
    vendored: bool
    part: str = ""


def conversion_from_settings(
    context: click.Context,
    configuration: Configuration,
    sources: Sequence[str],
    *,
    allow_outside: bool,
) -> ConversionRequest | None:
    """Return what a porter.toml settles for `sources`, None where it names no port of theirs.

    Args:
        context: of the command, which knows the options that were typed.
        configuration: what the porter.toml nearest to the source says of conversions.
        sources: what is to be converted.
        allow_outside: the port may lie outside of the folder of porter.toml.

    Raises:
        click.UsageError: an option was typed that porter.toml settles.
        PorterError: porter.toml is not understood, or leads outside.
    """
    settings = configuration.path
    if settings is None or not configuration.names_ports or len(sources) != 1:
        return None
    from porter.project.settings.settings import read

    found = read(settings.parent)
    upstream = real_path(sources[0])
    project = next((one for one in found.projects if real_path(one.upstream) == upstream), None)
    if project is None:
        return None
    typed = [
        parameter.opts[0]
        for parameter in context.command.params
        if parameter.name in _SETTLED
        and context.get_parameter_source(parameter.name) is ParameterSource.COMMANDLINE
        and not (parameter.name == "target" and context.params["target"] == project.to)
    ]
    if typed:
        raise click.UsageError(
            f"{settings} settles {', '.join(typed)} for this tree's port: leave it out, or name "
            "another port with --out DIR"
        )
    from porter.convert.emission import Kind
    from porter.port.destination import Destination, OutputMode
    from porter.project.settings.outside import stay_inside
    from porter.sync.upstream.rules import Rules

    stay_inside(found, allow_outside=allow_outside)
    rules, kind = Rules(project, found.severities), project.choices.kind
    return ConversionRequest(
        Destination(OutputMode.OUT, project.port),
        rules.options,
        None if kind is None else Kind(kind),
        rules.target,
        project.excluded_from(upstream),
        project.choices.vendored,
        project.choices.target,
    )
