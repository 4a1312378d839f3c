"""What a Makefile includes is one, whatever it is called."""

from __future__ import annotations

from pathlib import Path

from porter.project.discover import discover
from porter.source.text.languages import Language


def languages(root: Path, files: dict[str, str]) -> dict[str, Language]:
    for name, text in files.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text)
    return {one.path: one.language for one in discover(root).entries}


def test_files_that_are_included_by_their_names(tmp_path: Path) -> None:
    found = languages(
        tmp_path,
        {
            "src/Makefile": "NVCC = nvcc\n-include ../settings\ninclude make_targets\n",
            "src/make_targets": "include more/of_them\na.o: a.cu\n\t$(NVCC) -c a.cu\n",
            "src/more/of_them": "A = a\n",
            "src/of_them": "A = a\n",
            "settings": "FLAGS = -O3\n",
        },
    )
    makefiles = {path for path, one in found.items() if one is Language.MAKE}
    assert makefiles == {"src/Makefile", "src/make_targets", "src/more/of_them", "settings"}


def test_what_has_a_language_keeps_it(tmp_path: Path) -> None:
    found = languages(
        tmp_path, {"Makefile": "include flags.py\ninclude $(A)\n", "flags.py": "A = 1\n"}
    )
    assert found["flags.py"] is Language.PYTHON
