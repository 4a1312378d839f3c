from __future__ import annotations

import pytest

#: One architecture a wave size.
ARCHITECTURES = ("gfx942", "gfx1100")


@pytest.fixture(params=ARCHITECTURES)
def arch(request: pytest.FixtureRequest) -> str:
    name: str = request.param
    return name
