"""Verdicts as JUnit XML."""

from xml.etree import ElementTree

from porter.report.junit import junit
from porter.verify.comparison.result import Difference
from porter.verify.verdict import Verdict

VERDICTS = [
    Verdict("kit", "kernel", "a.cu:k", "gfx942", passed=True, point="n=3", seconds=0.25),
    Verdict("kit", "program", "b.cu", "gfx942", passed=False,
            differences=(Difference("line 1", "2 instead of 1"),), against="a GPU"),
    Verdict("kit", "program", "c.cu", "gfx942", passed=False, problem="port: \x00 <broken>"),
    Verdict("other", "program", "d.cu", "gfx942", passed=True),
]  # fmt: skip


def test_a_suite_a_project_and_a_test_a_check() -> None:
    root = ElementTree.fromstring(junit(VERDICTS))
    kit, other = root.findall("testsuite")
    assert (kit.get("tests"), kit.get("failures"), kit.get("errors")) == ("3", "1", "1")
    assert other.get("name") == "other"
    first, second, third = kit.findall("testcase")
    assert first.get("name") == "a.cu:k[n=3-gfx942]" and first.get("classname") == "kit.kernel"
    failure = second.find("failure")
    assert failure is not None and failure.get("message") == "line 1: 2 instead of 1"
    error = third.find("error")
    assert error is not None and error.text == "port: \ufffd <broken>"
