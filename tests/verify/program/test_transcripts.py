"""What people typed into a program is read from documents that show a run."""

from __future__ import annotations

import pytest

from porter.verify.program.transcripts import prompts_of_executable, prompts_of_source, typed

PROMPTS = prompts_of_source(r'printf("Enter rows:\n"); cout << "Enter columns: "; puts("no");')


@pytest.mark.parametrize(
    ("document", "inputs"),
    [
        ("$ ./app\nEnter rows:\n5\nEnter columns: 7\nsum 12\n", ["5\n7\n"]),
        ("    $ ./build/app\n\n    Enter rows:\n\n    5\n", ["5\n"]),
        ("./app\nEnter rows:\n1\n./app\nEnter rows:\n2\n", ["1\n", "2\n"]),
        ("Enter rows:\n5\n", []),  # of which program
        ("./other\nEnter rows:\n5\n", []),
        ("./app\nsum\n12\n", []),  # printed, not typed
        ("./app\nEnter rows:\nthree\n5\n", []),
        ("./app\nno\n5\n", []),
    ],
)
def test_numbers_behind_a_prompt_were_typed(document: str, inputs: list[str]) -> None:
    assert [*typed(document, PROMPTS, ("app", "a.out"))] == inputs


def test_prompts_are_read_from_executables_too() -> None:
    assert prompts_of_executable(b"\x7fELF\0\1Enter rows:\n\0ok\0") == ["Enter rows:"]
