"""Files of cases: parameters as in pytest, and what is refused."""

from __future__ import annotations

from pathlib import Path

import pytest

from porter.errors import PorterError
from porter.verify.extension.cases import described, load, parametrize

HEAD = "from porter.verify.extension import parametrize\nMODULE = 'kernels'\n"


def written(folder: Path, text: str) -> Path:
    path = folder / "cases.py"
    path.write_text(text)
    return path


def test_stacked_parameters_give_every_combination(tmp_path: Path) -> None:
    text = HEAD + (
        "@parametrize('dtype, terms', [('float32', 1), ('float16', 2)])\n"
        "@parametrize('shape', [(2, 3), (4,)])\n"
        "def case_sums(module, generator, dtype, terms, shape): ...\n"
        "def case_plain(module, generator): ...\n"
        "def helper(): ...\n"
    )
    found = load(written(tmp_path, text))
    assert found.module == "kernels" and found.reference is None
    assert [described(point) for point in found.cases["sums"].points] == [
        "dtype=float32 terms=1 shape=2x3",
        "dtype=float32 terms=1 shape=4",
        "dtype=float16 terms=2 shape=2x3",
        "dtype=float16 terms=2 shape=4",
    ]
    assert list(found.cases) == ["sums", "plain"] and found.cases["plain"].points == ({},)


def test_a_value_with_too_few_parts() -> None:
    with pytest.raises(ValueError, match="2 values for 3 names"):
        parametrize("a, b, c", [(1, 2)])


@pytest.mark.parametrize(
    "text, message",
    [
        ("import no_such_module\n", "cases.py:1: ModuleNotFoundError"),
        ("x = 1\n\n1 / 0\n", "cases.py:3: ZeroDivisionError"),
        ("def case_a(module, generator): ...\n", "does not say which module"),
        (HEAD, "no function whose name begins with case_"),
        (HEAD + "def case_a(x): ...\n", "cases.py:3: case_a must take"),
        (
            HEAD + "@parametrize('n', [1])\ndef case_a(module, generator, m): ...\n",
            "case_a takes m and is given n",
        ),
        (HEAD + "def case_a(module, generator, m): ...\n", "case_a takes m and is given nothing"),
        (
            HEAD + "@parametrize('n', [])\ndef case_a(module, generator, n): ...\n",
            "cases.py:3: case_a would never run: a parameter has no values",
        ),
    ],
)
def test_what_is_refused(tmp_path: Path, text: str, message: str) -> None:
    with pytest.raises(PorterError) as caught:
        load(written(tmp_path, text))
    assert message in str(caught.value)


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(PorterError, match="no such file of cases"):
        load(tmp_path / "cases.py")
