"""A port's README names the tests that upstream has."""

from __future__ import annotations

import pytest

from porter.port.scaffold.pytest_files import test_paths as paths_of_tests

FILES = {
    "tests/test_a.py": b"", "tests/deep/b_test.py": b"", "test_c.py": b"", "pack/ops.py": b"",
    "pack/test.py": b"import unittest\nclass T(unittest.TestCase):\n    pass\n",
    "tests.py": b"def test_it():\n    pass\n", "other/test.py": b"print('a script')\n",
}  # fmt: skip


def test_outermost_folders_and_files_that_hold_tests() -> None:
    assert paths_of_tests(FILES, FILES.__getitem__) == (
        "pack/test.py", "test_c.py", "tests", "tests.py",
    )  # fmt: skip


@pytest.mark.parametrize("text", [b"class TestIt:\n", b"class A(TestCase):\n", b"def test_a(x):\n"])
def test_what_pytest_finds_in_a_file_that_is_named_to_it(text: bytes) -> None:
    assert paths_of_tests(["test.py"], lambda _: text) == ("test.py",)
