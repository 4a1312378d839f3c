"""BLD11: an option in front of a line's end."""

from __future__ import annotations

from porter.testing import apply


def test_a_list_with_commas_in_the_next_line() -> None:
    text = (
        "CUFLAGS += -O3 --compiler-options \\\n\t$(subst $(space),$(comma),$(strip $(CXXFLAGS)))\n"
    )
    result = apply(text, "BLD11", path="Makefile")
    assert result.data == b"CUFLAGS += -O3 $(strip $(CXXFLAGS))\n"
