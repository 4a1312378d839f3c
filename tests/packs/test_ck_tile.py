"""`ported/ck_tile` is what the pack makes of `csrc_cuda/aiter_mini`, and it works."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from porter.convert.package_target import PackageTarget
from porter.options import Options
from porter.packs.pack import find
from porter.port.destination import Destination, OutputMode
from porter.port.run import write_port
from porter.port.tree_result import TreeResult
from porter.toolchain.home import porter_home

ROOT = Path(__file__).parents[2]
UPSTREAM = ROOT / "csrc_cuda" / "aiter_mini"
PORT = ROOT / "ported" / "ck_tile"
REWRITE = "run `python -m tests.test_ported`"


def rename(source: Path, out: Path, *, reverse: bool = False) -> TreeResult:
    pack = find("ck_tile")
    pack = pack.reversed() if reverse else pack
    return write_port(
        [source],
        Options(target="ck_tile"),
        Destination(OutputMode.OUT, out),
        target=PackageTarget(pack),
    )


def files(root: Path) -> dict[str, bytes]:
    """Return what the pack makes: porter's account of the port is written by `porter verify`."""
    return {
        path.relative_to(root).as_posix(): path.read_bytes()
        for path in root.rglob("*")
        if path.is_file()
        and path.name != "README.porter.md"
        and not {".porter", "__pycache__"} & set(path.parts)
    }


def test_the_port_is_what_the_pack_makes_of_upstream(tmp_path: Path) -> None:
    summary = rename(UPSTREAM, tmp_path / "port")
    assert summary.errors == 0
    assert files(PORT) == files(tmp_path / "port"), REWRITE


def test_the_reverse_gives_upstream_back(tmp_path: Path) -> None:
    rename(PORT, tmp_path / "back", reverse=True)
    assert files(tmp_path / "back") == files(UPSTREAM)


def test_nothing_of_the_old_name_is_left() -> None:
    found = files(PORT)
    assert not any("aiter" in path.lower() for path in found)
    for path, data in found.items():
        assert b"aiter" not in data.lower().replace(b"waiter", b""), path


def package_tests(root: Path, name: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-c", os.devnull]
    return subprocess.run(
        [*command, f"--rootdir={root}", f"{root}/tests/{name}"],
        cwd=root,
        env=os.environ
        | {
            "PYTHONPATH": f"{root}",
            "PYTHONDONTWRITEBYTECODE": "1",
            "PORTER_HOME": str(porter_home()),
            "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}",
        },
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.slow
def test_the_ports_settings_and_lock_work() -> None:
    pytest.importorskip("torch")
    done = package_tests(PORT, "test_settings.py")
    assert done.returncode == 0, done.stdout


@pytest.mark.slow
@pytest.mark.toolchain
@pytest.mark.parametrize("tests", ["test_build.py", "test_prebuilt.py"])
def test_the_port_builds_on_first_use_or_before(tests: str) -> None:
    """On the cpu executor: locks, rebuilds, killed builds, flags, failures; with the package."""
    pytest.importorskip("torch")
    done = package_tests(PORT, tests)
    assert done.returncode == 0, done.stdout


@pytest.mark.slow
@pytest.mark.toolchain
def test_the_ports_examples_run(tmp_path: Path) -> None:
    pytest.importorskip("torch")
    environment = os.environ | {
        "HOME": str(tmp_path),
        "PORTER_HOME": str(porter_home()),
        "PYTHONPATH": str(ROOT),
        "PYTHONDONTWRITEBYTECODE": "1",
        "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}",
    }
    for name in ("example_usage.py", "example_rocm.py"):
        done = subprocess.run(
            [sys.executable, name],
            cwd=PORT,
            env=environment,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stderr
    assert len(list((tmp_path / ".ck_tile" / "jit" / "gfx942").glob("*.so"))) == 4
    assert f"cache:         {tmp_path}/.ck_tile/jit" in done.stdout
