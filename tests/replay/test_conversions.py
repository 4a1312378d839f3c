"""A conversion of which nothing changed is told again; whatever it looks at is looked at."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from porter.replay.asked import Asked
from porter.replay.kept import recall
from tests.replay.commands import Ran, ran

KERNEL = (
    '#include "../../outside.h"\n__global__ void k() {}\nvoid f() { k<<<1, 1>>>(); cudaFree(0); }\n'
)


@pytest.fixture
def words(tmp_path: Path, home: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What converts a small tree, in a folder of its own."""
    tree = tmp_path / "tree"
    (tree / "src").mkdir(parents=True)
    (tree / "src" / "k.cu").write_text(KERNEL)
    (tree / "src" / "README").write_text("about\n")
    (tree / "left.cu").write_text("int left;\n")
    (tree / "empty").mkdir()
    (tmp_path / "here").mkdir()
    monkeypatch.chdir(tmp_path / "here")
    return ["convert", str(tree), "--out", str(tmp_path / "port"), "--rocm", "6.4"]


def test_the_third_run_tells_what_the_second_told(
    words: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    first, second, third = (ran(words, capsys) for _ in range(3))
    assert [one.is_replayed for one in (first, second, third)] == [False, False, True]
    assert second[:3] == third[:3] and "0 files written" in third.err


CHANGES: dict[str, Callable[[Path], object]] = {
    "a source": lambda top: (top / "tree/src/k.cu").write_text(KERNEL + "\n"),
    "a file that is copied": lambda top: (top / "tree/src/README").write_text("more\n"),
    "the bits of a file": lambda top: (top / "tree/src/README").chmod(0o755),
    "a new source": lambda top: (top / "tree/src/new.cu").write_text("int new;\n"),
    "a new file in an empty folder": lambda top: (top / "tree/empty/new.h").write_text("\n"),
    "a source that is gone": lambda top: (top / "tree/left.cu").unlink(),
    "a link for a source": lambda top: _linked(top / "tree/left.cu"),
    "what is ignored": lambda top: (top / "tree/.gitignore").write_text("left.cu\n"),
    "a work tree around": lambda top: (top / ".git").mkdir(),
    "settings": lambda top: (top / "porter.toml").write_text('[findings]\nAPI01 = "off"\n'),
    "settings here": lambda top: (top / "here/porter.toml").write_text(f"# {top / 'port'}\n"),
    "a header outside of the tree's folder": lambda top: (top / "outside.h").write_text("\n"),
    "a file of the port": lambda top: (top / "port/src/k.cu").write_text("by hand\n"),
    "a file of the port that is gone": lambda top: (top / "port/src/README").unlink(),
    "the record of the port": lambda top: (top / "port/.porter/written.json").unlink(),
    "the cache": lambda top: [one.unlink() for one in (top / "home/cache/convert").iterdir()],
}


def _linked(path: Path) -> None:
    path.unlink()
    path.symlink_to("src/k.cu")


@pytest.mark.parametrize("what", CHANGES)
def test_whatever_changes_is_seen(
    what: str, words: list[str], capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    for _ in range(2):
        ran(words, capsys)
    CHANGES[what](tmp_path)
    after = ran(words, capsys)
    assert not after.is_replayed
    cold = ran([*words, "--no-cache"], capsys)
    assert (after.status, _without_counts(after)) == (cold.status, _without_counts(cold))


def _without_counts(one: Ran) -> list[str]:
    return [line for line in one.err.splitlines() if "source files," not in line]


def test_the_environment_and_the_words_count(
    words: list[str], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for _ in range(2):
        ran(words, capsys)
    assert not ran([*words, "--jobs", "1"], capsys).is_replayed
    monkeypatch.setenv("ROCM_PATH", "/elsewhere")
    assert not ran(words, capsys).is_replayed
    monkeypatch.delenv("ROCM_PATH")
    assert ran(words, capsys).is_replayed


def test_the_status_is_told_again(
    words: list[str], capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    (tmp_path / "tree" / "bad.cu").write_text("__global__ void k() { cudaGraphicsD3D11(); }\n")
    asm = 'asm volatile("wgmma.fence.sync.aligned;");'
    (tmp_path / "tree" / "asm.cu").write_text(f"__global__ void w() {{ {asm} }}\n")
    runs = [ran([*words, "--strict"], capsys) for _ in range(3)]
    assert [one.status for one in runs] == [1, 1, 1] and runs[2].is_replayed


@pytest.mark.parametrize(
    "damage",
    [
        lambda data: b"",
        lambda data: data[:-10],
        lambda data: data.replace(b"0 files written", b"9 files written"),
        lambda data: b"porter said 1 00\n[[[[[",
        lambda data: data.partition(b"\n")[0] + b"\n{}",
    ],
)
def test_a_damaged_record_is_no_record(
    damage: Callable[[bytes], bytes], words: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    for _ in range(2):
        ran(words, capsys)
    asked = Asked.of(words)
    assert asked is not None and recall(asked) is not None
    path = Path(os.environ["PORTER_HOME"], "cache", "said", f"{asked.key}.json")
    path.write_bytes(damage(path.read_bytes()))
    assert recall(asked) is None


def test_the_process_says_it_again(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    porter = [sys.executable, "-P", "-m", "porter", *words]
    # Each run is later than what the one before it wrote by more than a moment.
    runs = [subprocess.run(porter, capture_output=True, check=False) for _ in range(4)]
    assert len({(one.returncode, one.stdout, one.stderr) for one in runs[1:]}) == 1
    heavy = f"import sys; sys.argv[1:] = {words!r}; from porter.__main__ import run\n"
    heavy += "import atexit; atexit.register(lambda: print('click' in sys.modules)); run()"
    told = [
        subprocess.run([sys.executable, "-P", "-c", heavy], capture_output=True, text=True)
        for _ in range(2)
    ]
    assert told[1].stdout == "False\n" and told[1].stderr.encode() == runs[1].stderr
