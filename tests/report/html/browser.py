"""A real browser: Chromium without a window, through its driver."""

from __future__ import annotations

import shutil
import time
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

#: The first of these that is there is used; where the driver lies where selenium finds it itself.
_BROWSERS = ("chromium", "chromium-browser", "google-chrome")


def needs_browser() -> None:
    """Skip the test where there is no browser to run it in."""
    if find_spec("selenium") is None:
        pytest.skip("needs selenium: install the extra `browser`")
    if shutil.which("chromedriver") is None or not any(map(shutil.which, _BROWSERS)):
        pytest.skip("needs chromium and its driver: Debian's are chromium, chromium-driver")


@contextmanager
def browser(width: int = 1280, height: int = 900) -> Iterator[Any]:
    """Start a browser with an empty profile."""
    from selenium import webdriver

    options = webdriver.ChromeOptions()
    options.binary_location = next(filter(None, map(shutil.which, _BROWSERS)))
    for argument in (
        "--headless=new",
        "--no-sandbox",
        "--disable-gpu",
        "--force-device-scale-factor=1",
        f"--window-size={width},{height}",
    ):
        options.add_argument(argument)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
    service = webdriver.ChromeService(shutil.which("chromedriver"))
    driver = webdriver.Chrome(options=options, service=service)
    try:
        yield driver
    finally:
        driver.quit()


def opened(driver: Any, page: Path) -> float:
    """Open a page from the disk; return the seconds until it can be used."""
    before = time.monotonic()
    driver.get(page.as_uri())
    while driver.execute_script("return document.documentElement.dataset.ready") != "true":
        assert time.monotonic() - before < 30, driver.get_log("browser")
        time.sleep(0.01)
    return time.monotonic() - before


def axe() -> str:
    """Return the source of axe-core; skip the test where it is not there."""
    found = find_spec("axe_selenium_python")
    if found is None or found.origin is None:
        pytest.skip("needs axe-selenium-python: install the extra `browser`")
    folder = Path(found.origin).parent / "node_modules" / "axe-core"
    return (folder / "axe.min.js").read_text("utf-8")
