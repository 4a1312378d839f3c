"""`porter new rule` in a copy of the checkout."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from porter.fixers.registry import rules
from porter.rule_ids import next_free

ROOT = Path(__file__).parents[2]


def copied(folder: Path) -> Path:
    for part in ("porter", "rules"):
        shutil.copytree(ROOT / part, folder / part)
    shutil.copy(ROOT / "CHANGELOG.md", folder)
    (folder / "tests" / "fixers").mkdir(parents=True)
    shutil.copy(ROOT / "tests" / "fixers" / "test_examples.py", folder / "tests" / "fixers")
    return folder


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    return copied(tmp_path)


@pytest.fixture(scope="module")
def untouched(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A checkout for what writes nothing."""
    return copied(tmp_path_factory.mktemp("checkout"))


def porter(folder: Path, *args: str) -> subprocess.CompletedProcess[str]:
    return python(folder, "-m", "porter", *args)


def python(folder: Path, *args: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, *args],
        cwd=folder,
        env={"PYTHONPATH": str(folder), "PATH": "/usr/bin:/bin"},
        capture_output=True,
        text=True,
        check=False,
    )


def test_a_new_rule_is_found_and_asks_for_its_check(checkout: Path) -> None:
    done = porter(checkout, "new", "rule", "WRP98", "half-waves", "--family", "warp")
    assert done.returncode == 0, done.stderr
    assert (checkout / "porter/fixers/warp/half_waves.py").is_file()
    assert (checkout / "tests/fixers/warp/test_half_waves.py").is_file()
    assert "[WRP98](docs/rules/WRP98.md), half-waves" in (checkout / "CHANGELOG.md").read_text()
    listed = porter(checkout, "explain")
    assert "| [WRP98](WRP98.md) | half-waves | none |" in listed.stdout


def test_a_rule_without_an_id_gets_the_next_free_one_of_its_family(checkout: Path) -> None:
    done = porter(checkout, "new", "rule", "half-waves", "--family", "warp")
    assert done.returncode == 0, done.stderr
    written = (checkout / "porter/fixers/warp/half_waves.py").read_text()
    ids = [next_free("warp", [rule.id for rule in rules()])]
    ids.append(next_free("warp", ids))
    assert f'rule = Rule("{ids[0]}", "half-waves", ' in written
    again = porter(checkout, "new", "rule", "third-waves", "--family", "warp")
    assert again.returncode == 0, again.stderr
    assert f'"{ids[1]}"' in (checkout / "porter/fixers/warp/third_waves.py").read_text()


def test_the_test_of_a_new_rule_runs_and_asks_for_its_check(checkout: Path) -> None:
    assert (
        porter(checkout, "new", "rule", "WRP98", "half-waves", "--family", "warp").returncode == 0
    )
    rule = checkout / "porter/fixers/warp/half_waves.py"
    before = rule.read_text()
    assert "cudaName" in before
    words = ["-q", "-p", "no:cacheprovider", "tests/fixers/warp/test_half_waves.py"]
    done = python(checkout, "-m", "pytest", *words)
    assert "1 failed, 1 passed" in done.stdout and "NotImplementedError" in done.stdout
    start = before.index("    raise NotImplementedError")
    loop = (
        "    for call in file.api_calls(rule.names):\n        yield rule.warning(call, 'found')\n"
    )
    rule.write_text(before[:start] + loop)
    done = python(checkout, "-m", "pytest", *words)
    assert "2 passed" in done.stdout, done.stdout


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (("WRP20", "again", "--family", "warp"), "WRP20 is taken by"),
        (("w1", "again", "--family", "warp"), "is not an id of the family warp"),
        (("NUM98", "again", "--family", "warp"), "is not an id of the family warp"),
        (("WRP98", "half", "waves", "--family", "warp"), "a rule has an id and a name"),
        (("WRP98", "Half Waves", "--family", "warp"), "is not a name"),
        (("WRP98", "half-waves", "--family", "wrap"), "is not one of"),
    ],
)
def test_what_is_refused_writes_nothing(untouched: Path, args: tuple[str, ...], said: str) -> None:
    before = set(untouched.rglob("*.py"))
    done = porter(untouched, "new", "rule", *args)
    assert done.returncode == 2
    assert said in done.stderr
    assert set(untouched.rglob("*.py")) == before
