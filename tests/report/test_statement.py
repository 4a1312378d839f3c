"""What a port's README says of what was compared."""

from __future__ import annotations

from pathlib import Path

from porter.project.settings.settings import ProjectSettings, Settings
from porter.report.statement import TITLE, section, write_statement
from porter.verify.comparison.bound import bound
from porter.verify.coverage import Kernels
from porter.verify.verdict import Verdict


def verdict(case: str, arch: str = "gfx942", *, passed: bool = True) -> Verdict:
    return Verdict(
        "p", "kernel", case, arch, passed, numbers=10, against="CUDA on an H200",
        problem="" if passed else "it hangs\nin a loop",
        bounds=(bound("float32", 0.5, 2.0, "4 ulps"),),
        kernels=Kernels(frozenset(("f(int)", "g(int)", "h(int)")), frozenset(("f(int)", "g(int)"))),
    )  # fmt: skip


def test_it_says_command_result_bounds_kernels_and_reference() -> None:
    text = section(
        [verdict("a"), verdict("b")], "porter verify p", "2026-01-02", "Hand edits: none"
    )
    assert "`porter verify p` on 2026-01-02: exit status 0" in text
    assert "| kernel | gfx942 | 2 | 2 | 2 | 20 | same |" in text
    assert "float32: at most 0.25 of what is allowed (0.5 of 2: 4 ulps)" in text
    assert "2 of 3 kernels were launched; never: h" in text
    assert "reference: CUDA on an H200" in text
    assert "- Hand edits: none" in text


def test_it_says_what_failed() -> None:
    text = section([verdict("a"), verdict("b", passed=False)], "c", "d", "e")
    assert "| kernel | gfx942 | 2 | 2 | 1 | 20 | failed |" in text
    assert "- not the same: b[gfx942]: it hangs\n" in text


def test_it_takes_the_place_of_the_section_that_is_there(tmp_path: Path) -> None:
    port = tmp_path / "port"
    port.mkdir()
    readme = port / "README.porter.md"
    readme.write_text(f"# p\n\nfirst\n\n{TITLE}\n\nold\n\n## Last\n\nkept\n")
    project = ProjectSettings(tmp_path / "up", port)
    settings = Settings(tmp_path / "porter.toml", (project,))
    for _ in range(2):
        write_statement(settings, project, [verdict("a")], "porter verify p")
    text = readme.read_text()
    assert "old" not in text and text.count(TITLE) == 1
    assert text.startswith("# p\n\nfirst\n") and text.endswith("## Last\n\nkept\n")


def test_where_there_is_no_readme_one_is_made(tmp_path: Path) -> None:
    project = ProjectSettings(tmp_path / "up", tmp_path)
    settings = Settings(tmp_path / "porter.toml", (project,))
    write_statement(settings, project, [verdict("a")], "porter verify p")
    text = (tmp_path / "README.porter.md").read_text()
    assert text.startswith("# up for ROCm\n") and text.count(TITLE) == 1


def test_documents_with_figures_of_other_gpus_are_named_once(tmp_path: Path) -> None:
    (tmp_path / "python").mkdir()
    note = "# Speed\n\n> **Figures of NVIDIA GPUs** (A100): upstream measured them\n"
    for path in ("SPEED.md", "python/README.md"):
        (tmp_path / path).write_text(note)
    (tmp_path / "README.porter.md").write_text("- `SPEED.md` has figures of NVIDIA GPUs.\n")
    project = ProjectSettings(tmp_path / "up", tmp_path)
    write_statement(Settings(tmp_path / "porter.toml", (project,)), project, [verdict("a")], "c")
    text = (tmp_path / "README.porter.md").read_text()
    assert "not of this port, as each says: `python/README.md`\n" in text


def test_a_renamed_package_is_called_what_it_became(tmp_path: Path) -> None:
    port = tmp_path / "mine"
    port.mkdir()
    project = ProjectSettings(tmp_path / "up", port, to="ck_tile")
    settings = Settings(tmp_path / "porter.toml", (project,))
    write_statement(settings, project, [verdict("a")], "porter verify up")
    text = (port / "README.porter.md").read_text()
    assert text.startswith("# mine\n\n`porter` made this package from `up`.\n\n## What was")
