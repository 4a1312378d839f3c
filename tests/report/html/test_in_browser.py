"""The page in a real browser: it works by mouse and by keyboard, quickly, and says no error."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from porter.report.html.page import write_page
from tests.report.html.browser import axe, browser, needs_browser, opened
from tests.report.html.pages import HOSTILE, large, small


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("browser")
    return write_page(folder / "report.html", small(folder))


@pytest.fixture(scope="module")
def window(page: Path) -> Iterator[Any]:
    needs_browser()
    with browser() as driver:
        yield driver


@pytest.fixture
def driver(window: Any, page: Path) -> Any:
    """The page, as it is when it is opened for the first time."""
    opened(window, page)
    window.execute_script("localStorage.clear(); history.replaceState(null, '', '#')")
    opened(window, page)
    return window


def texts(driver: Any, selector: str) -> list[str]:
    script = "return [...document.querySelectorAll(arguments[0])].map((one) => one.textContent)"
    return list(driver.execute_script(script, selector))


def click(driver: Any, selector: str) -> None:
    driver.execute_script("document.querySelector(arguments[0]).click()", selector)


def choose(driver: Any, name: str, value: str) -> None:
    driver.execute_script(
        "const one = document.getElementById(arguments[0]); one.value = arguments[1];"
        "one.dispatchEvent(new Event('input', { bubbles: true }))",
        name,
        value,
    )


def show_file(driver: Any, name: str) -> None:
    """Open a file's differences by its name in the search of the tree."""
    choose(driver, "find", name)
    driver.execute_async_script(
        "const done = arguments[0]; document.querySelector('#tree button').click();"
        "const isThere = () => document.querySelector('table.diff');"
        "const wait = () => isThere() ? done() : setTimeout(wait, 10); wait()"
    )


def test_no_script_fails_and_nothing_is_fetched(driver: Any, page: Path) -> None:
    show_file(driver, "kernel.cu")
    assert [one for one in driver.get_log("browser") if one["level"] == "SEVERE"] == []
    asked = [
        message["params"]["request"]["url"]
        for message in (
            json.loads(one["message"])["message"] for one in driver.get_log("performance")
        )
        if message["method"] == "Network.requestWillBeSent"
    ]
    assert page.as_uri() in [url.partition("#")[0] for url in asked]
    assert [url for url in asked if not url.startswith(("file:", "data:", "blob:"))] == []


def test_texts_of_the_project_stay_texts(driver: Any) -> None:
    show_file(driver, "img src")
    assert any(HOSTILE in text for text in texts(driver, "#view h3"))
    assert any("</script><script>" in text for text in texts(driver, "td.code"))
    assert driver.execute_script("return document.images.length") == 0


def test_the_work_list_is_filtered_and_the_address_keeps_the_filter(driver: Any) -> None:
    every = len(texts(driver, "#work-rows tr"))
    choose(driver, "gravity", "0")
    kinds = texts(driver, "#work-rows td:nth-child(2)")
    assert 0 < len(kinds) < every
    assert set(kinds) == {"Stops the build"}
    choose(driver, "query", "nvsci LEFT")
    assert len(texts(driver, "#work-rows tr")) == 1
    assert "query=nvsci" in driver.current_url
    driver.refresh()
    opened(driver, Path(driver.current_url.removeprefix("file://").partition("#")[0]))


def test_a_filter_in_the_address_is_applied(driver: Any) -> None:
    address = driver.current_url.partition("#")[0]
    driver.get("about:blank")
    driver.get(f"{address}#work?rule=API09&sort=file")
    driver.execute_async_script(
        "const done = arguments[0]; const wait = () =>"
        "document.documentElement.dataset.ready ? done() : setTimeout(wait, 10); wait()"
    )
    assert set(texts(driver, "#work-rows td:nth-child(3)")) == {"API09"}


def test_what_is_ticked_off_is_so_after_the_page_is_opened_again(driver: Any, page: Path) -> None:
    click(driver, "#work-rows input")
    assert "1 open" not in texts(driver, "#work-count")
    total = len(texts(driver, "#work-rows tr"))
    opened(driver, page)
    assert texts(driver, "#work-count") == [f"{total} findings, {total - 1} open"]
    choose(driver, "done", "open")
    assert len(texts(driver, "#work-rows tr")) == total - 1


def test_the_list_is_exported(driver: Any) -> None:
    driver.execute_script("window.saved = []; save = (...all) => window.saved.push(all)")
    click(driver, "#csv")
    click(driver, "#markdown")
    (name, kind, table), (other, _, text) = driver.execute_script("return window.saved")
    assert (name, kind, other) == ("findings.csv", "text/csv", "findings.md")
    lines = table.splitlines()
    assert lines[0] == "state,kind,rule,file,line,column,message,hint,uses"
    assert len(lines) == len(texts(driver, "#work-rows tr")) + 1
    assert all(line.startswith("- [ ] ") for line in text.splitlines())


def test_a_cell_of_the_export_is_no_formula(driver: Any) -> None:
    assert driver.execute_script("return cell('=cmd|x')") == '"\'=cmd|x"'
    assert driver.execute_script("return cell('a\"b')") == '"a""b"'


def test_an_edit_tells_its_rule_on_focus(driver: Any) -> None:
    show_file(driver, "src/kernel.cu")
    driver.execute_script("document.querySelector('td.new mark[data-rule=\"WRP20\"]').focus()")
    (told,) = texts(driver, "#tip")
    assert told.startswith("WRP20 warp-functions")
    assert driver.execute_script("return document.querySelector('#tip a').hash") == "#rule-WRP20"
    driver.execute_script("location.hash = 'rule-WRP20'")
    driver.implicitly_wait(1)
    assert driver.find_elements("css selector", "#rule-WRP20[open]")


def test_everything_can_be_reached_with_the_keyboard(driver: Any) -> None:
    from selenium.webdriver.common.keys import Keys

    show_file(driver, "src/kernel.cu")
    driver.execute_script("document.querySelector('#view').focus()")
    active = driver.switch_to.active_element
    active.send_keys(Keys.TAB)
    reached = driver.switch_to.active_element
    assert reached.tag_name == "mark"
    assert texts(driver, "#tip")[0]
    reached.send_keys(Keys.ESCAPE)
    assert driver.execute_script("return document.getElementById('tip').hidden")


def test_light_and_dark(driver: Any, page: Path) -> None:
    back = "return getComputedStyle(document.body).backgroundColor"
    before = driver.execute_script(back)
    click(driver, "#theme")
    after = driver.execute_script(back)
    assert before != after
    opened(driver, page)
    assert driver.execute_script(back) == after


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_nothing_bars_anybody(driver: Any, theme: str) -> None:
    """axe-core finds nothing against the guidelines for accessible pages."""
    show_file(driver, "src/kernel.cu")
    driver.execute_script("setTheme(arguments[0])", theme)
    driver.execute_script(axe())
    found = driver.execute_async_script("axe.run().then(arguments[0])")["violations"]
    assert [(one["id"], [node["html"] for node in one["nodes"]]) for one in found] == []


@pytest.mark.slow
def test_a_port_of_5000_files_opens_in_two_seconds_and_is_filtered(tmp_path: Path) -> None:
    needs_browser()
    page = large(tmp_path, 5000)
    with browser() as driver:
        assert opened(driver, page) < 2
        assert driver.execute_script("return index.files.length") == 5000
        choose(driver, "query", "kernel4321")
        assert texts(driver, "#work-count")[0].startswith(str(len(texts(driver, "#work-rows tr"))))
        show_file(driver, "kernel4321.cu")
        assert any("scale4321" in text for text in texts(driver, "td.code"))
        print(f"{page.stat().st_size} bytes")
