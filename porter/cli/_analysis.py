"""A conversion of which nothing is written: what `porter assess` and `porter report` look at."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from porter.convert.tree_conversion import TreeConversion
    from porter.options import Options


def analysis(
    sources: tuple[str, ...],
    options: Options,
    *,
    exclude: tuple[str, ...],
    vendored: bool,
    jobs: int | None,
    no_cache: bool,
) -> TreeConversion:
    """Convert sources as their project's porter.toml says, and write nothing.

    Args:
        sources: files and folders, as on the command line.
        options: the user's choices; severities come from porter.toml.
        exclude: patterns of paths to leave out, beside those of porter.toml.
        vendored: also convert vendored code in the tree.
        jobs: number of processes; None: one a core.
        no_cache: do not use results of earlier runs.

    Raises:
        PorterError: porter.toml or a source cannot be read.
    """
    from porter.files.home import conversion_cache
    from porter.port.run import analyze
    from porter.processes.cores import cores
    from porter.project.settings.configuration import configuration_for
    from porter.report.progress import progress_bar

    configuration = configuration_for(Path(sources[0]))
    return analyze(
        [Path(source) for source in sources],
        options._replace(severities=configuration.severities),
        exclude=(*configuration.exclude, *exclude),
        include_vendored=vendored,
        jobs=jobs or cores(),
        cache=None if no_cache else conversion_cache(),
        steps=progress_bar,
    )
