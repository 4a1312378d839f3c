"""`pytest --porter`: the cases of porter.toml as pytest's tests, which xdist distributes.

`--porter-sample N` runs every test function, of its parameters N sets drawn by a seed: a project's
own tests of a GPU may have tens of thousands, too many for the cpu executor. `--porter-limit S`
ends a test after S seconds: some repeat a launch ten thousand times.
"""

from __future__ import annotations

import random
import signal
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

_FILE = "porter.toml"
_TOTAL = pytest.StashKey[tuple[int, int, int]]()
_ENDED = pytest.StashKey[list[str]]()


class _Ended(BaseException):
    """A test took longer than it may."""


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the options."""
    group = parser.getgroup("porter", "comparing ports with CUDA")
    group.addoption("--porter", action="store_true", help="run the cases of porter.toml, too")
    group.addoption("--porter-ref", default="cuda", help="as `porter verify --ref`")
    group.addoption("--porter-on", default="hip", help="as `porter verify --on`")
    group.addoption("--porter-stale-ok", action="store_true", help="as `porter verify --stale-ok`")
    group.addoption(
        "--porter-timeout", type=float, default=600.0, help="as `porter verify --timeout`"
    )
    group.addoption(
        "--porter-sample",
        type=int,
        metavar="N",
        help="run each test function with at most N sets of parameters, drawn by a seed",
    )
    group.addoption("--porter-seed", type=int, default=0, help="what --porter-sample draws by")
    group.addoption(
        "--porter-limit",
        type=float,
        metavar="SECONDS",
        help="end a test that takes longer; it is skipped then, and named at the end",
    )
    group.addoption(
        "--porter-trace", choices=["off", "hash", "full"], default="off",
        help="as `porter verify --trace`",
    )  # fmt: skip


def pytest_configure(config: pytest.Config) -> None:
    """Add the nearest porter.toml to what is collected."""
    if not config.getoption("porter") or any(Path(arg).name == _FILE for arg in config.args):
        return
    here = config.invocation_params.dir
    found = next((p / _FILE for p in (here, *here.parents) if (p / _FILE).is_file()), None)
    if found is None:
        raise pytest.UsageError(f"--porter: no {_FILE} here or above {here}")
    config.args.append(str(found))


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out all but a sample of each function's parameters, where one is asked for."""
    most = config.getoption("porter_sample")
    if most is None:
        return
    functions: dict[str, list[pytest.Item]] = {}
    for item in items:
        functions.setdefault(item.nodeid.partition("[")[0], []).append(item)
    kept: set[pytest.Item] = set()
    for name, own in functions.items():
        drawn = random.Random(f"{config.getoption('porter_seed')} {name}")
        kept.update(own if len(own) <= most else drawn.sample(own, max(most, 1)))
    left_out = [item for item in items if item not in kept]
    config.stash[_TOTAL] = (len(kept), len(items), len(functions))
    items[:] = [item for item in items if item in kept]
    config.hook.pytest_deselected(items=left_out)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Iterator[None]:
    """End a test that takes longer than it may.

    What ends it is no Exception, so that a test that catches all of these ends, too. Native code
    goes on to its end first.
    """
    limit = item.config.getoption("porter_limit")
    if limit is None or threading.current_thread() is not threading.main_thread():
        return (yield)

    def end(_signal: int, _frame: Any) -> None:
        raise _Ended

    before = signal.signal(signal.SIGALRM, end)
    signal.setitimer(signal.ITIMER_REAL, limit)
    try:
        return (yield)
    except _Ended:
        item.config.stash.setdefault(_ENDED, []).append(item.nodeid)
        pytest.skip(f"ended after {limit:g} s")
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def pytest_terminal_summary(terminalreporter: Any, config: pytest.Config) -> None:
    """Say how many tests the sample is drawn from, and which were ended."""
    if ended := config.stash.get(_ENDED, []):
        limit = config.getoption("porter_limit")
        tests = "1 test" if len(ended) == 1 else f"{len(ended)} tests"
        terminalreporter.write_line(
            f"porter: {tests} ended after {limit:g} s, without a failure until then: "
            + ", ".join(ended)
        )
    if _TOTAL in config.stash:
        kept, total, functions = config.stash[_TOTAL]
        seed = config.getoption("porter_seed")
        terminalreporter.write_line(
            f"porter: {kept} of {total} tests, of all {functions} functions, by seed {seed}"
        )


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> PorterFile | None:
    """Take porter.toml for a file of tests."""
    if file_path.name != _FILE or not parent.config.getoption("porter"):
        return None
    return PorterFile.from_parent(parent, path=file_path)


class PorterFile(pytest.File):
    """A porter.toml; its tests are what it has to verify."""

    def collect(self) -> Iterator[PorterItem]:
        """Yield a test a check.

        Raises:
            CollectError: porter.toml or an option is wrong.
        """
        from porter.errors import PorterError
        from porter.project.settings.settings import read
        from porter.verify.kinds import checks
        from porter.verify.options import Options, parse_reference
        from porter.verify.place import parse_places

        option = self.config.getoption
        try:
            ref, places = parse_reference(option("porter_ref")), parse_places(option("porter_on"))
            options = Options(
                ref, option("porter_stale_ok"), option("porter_timeout"), option("porter_trace")
            )
            for project in read(self.path.parent).projects:
                for check in checks(project, places, ref):
                    name = f"{project.name} {check.name}"
                    yield PorterItem.from_parent(self, name=name, check=check, options=options)
        except PorterError as error:
            raise self.CollectError(str(error)) from error


class PorterItem(pytest.Item):
    """One check as a test."""

    def __init__(self, *, check: Any, options: Any, **rest: Any) -> None:
        super().__init__(**rest)
        self.check = check
        self.options = options

    def runtest(self) -> None:
        """Run the check.

        Raises:
            Parted: the sides do not agree, or one cannot be built or run.
        """
        from porter.report.verdicts import explained

        verdict = self.check.run(self.options)
        if verdict.against:
            self.add_report_section("call", "reference", verdict.against)
        if not verdict.passed:
            raise Parted("\n".join([*explained(verdict), *verdict.trace]))

    def repr_failure(self, excinfo: Any, style: Any = None) -> Any:
        """Say where the sides part, without a traceback."""
        if isinstance(excinfo.value, Parted):
            return str(excinfo.value)
        return super().repr_failure(excinfo, style)

    def reportinfo(self) -> tuple[Path, None, str]:
        """Return where the test comes from."""
        return self.path, None, self.name


class Parted(AssertionError):
    """The port gives something else than the reference."""
