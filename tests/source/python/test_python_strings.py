"""Texts of Python's strings: what they stand for, and that edits of them read back."""

import ast
import string

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from porter.source import SourceFile
from porter.source.python.code import PythonCode
from porter.source.python.strings import PythonText
from porter.source.python.texts import text_of
from porter.source.text.languages import Language
from tests.thorough import amount


def read(expression: str, imports: str = "") -> PythonText:
    file = SourceFile("a.py", f"{imports}x = ({expression})\n".encode(), Language.PYTHON)
    code = PythonCode(file)
    assert code.error is None, expression
    value = code.nodes("assignment")[-1].child_by_field_name("right")
    assert value is not None
    text = text_of(code, value)
    assert text is not None
    return text


def replaced(expression: str, old: str, new: str) -> str | None:
    """Replace `old` in the text that an expression stands for."""
    text = read(expression)
    at = text.content.index(old.encode())
    edit = text.edit(at, at + len(old.encode()), new.encode())
    if edit is None:
        return None
    start, end, written = edit
    data = f"x = ({expression})\n".encode()
    return (data[:start] + written + data[end:])[5:-2].decode()


@pytest.mark.parametrize(
    ("expression", "content"),
    [
        (r"'a\tb\x41\u00e9'", "a\tbA\u00e9"),
        (r"r'a\tb'", r"a\tb"),
        (r"b'a\x41\u0041'", r"aA\u0041"),
        (r"'\d'", r"\d"),
        ("'''a\\\nb'''", "ab"),
        ("'a' \"b\" r'\\c'", r"ab\c"),
        ("'a' + 'b'", "ab"),
        ("f'{{{x!r:>{w}}}}'", "{porter_hole_0_}"),
        ("f'int {n}\\n{body}\\n'", "int porter_hole_0_\n/*porter_hole_1_*/\n"),
        ("'a' + x + 'b'", "aporter_hole_0_b"),
        ("'%d %% %(n)s' % x", "porter_hole_0_ % porter_hole_1_"),
        ("'{{ {0} }}'.format(1)", "{ porter_hole_0_ }"),
        ("'a % b'", "a % b"),
    ],
)
def test_what_an_expression_stands_for(expression: str, content: str):
    assert read(expression).content.decode() == content


@pytest.mark.parametrize(
    ("imports", "expression", "content"),
    [
        ("import string\n", "string.Template('$$ ${a} $b')", "$ porter_hole_0_ porter_hole_1_"),
        ("from jinja2 import Template\n", "Template('a{{ x }}{% if y %}')", "aporter_hole_0_"),
        ("from textwrap import dedent\n", "dedent('a')", "a"),
    ],
)
def test_templates(imports: str, expression: str, content: str):
    assert read(expression, imports).content.decode().startswith(content)


@pytest.mark.parametrize(
    ("expression", "old", "new", "expected"),
    [
        ("'a\\nb'", "b", "c\"d'e\n", "'a\\nc\"d\\'e\\n'"),
        ("f'{a}bc{d}'", "b", "{", "f'{a}{{c{d}'"),
        ("'%s b' % x", " b", "%", "'%s%%' % x"),
        ("'{0} b'.format(x)", "b", "{}", "'{0} {{}}'.format(x)"),
        ("r'a\\b'", "b", "\\n", "r'a\\\\n'"),
        ("'''ab'''", "b", "'c'", "'''a'c\\''''"),
        ("'a' 'b'", "b", "c", "'a' 'c'"),
        ("f'f({x}, 1)'", "f(porter_hole_0_", "g(porter_hole_0_, 0", "f'g({x}, 0, 1)'"),
    ],
)
def test_an_edit_is_spelled_as_the_literal_needs_it(
    expression: str, old: str, new: str, expected: str
):
    assert replaced(expression, old, new) == expected


@pytest.mark.parametrize(
    ("expression", "old", "new"),
    [
        ("'a' 'b'", "ab", "c"),  # cuts through two literals
        ("r'ab'", "b", "'"),  # a raw string cannot hold its quote
        ("r'ab'", "b", "\n"),
        ("f'f({x})'", "f(porter_hole_0_", "g("),  # the hole would be lost
        ("'%s b' % x", " b", "porter_hole_0_"),  # and here it would be filled twice
        ("'\\u00e9'", "\u00e9", ""),
    ],
)
def test_what_no_literal_can_hold_is_refused(expression: str, old: str, new: str):
    if old == "\u00e9":  # an escape is one piece: a part of it is not to be had
        assert read(expression).edit(1, 2, b"") is None
    else:
        assert replaced(expression, old, new) is None


#: Characters that make trouble in one kind of literal or another.
TEXT = st.text(alphabet=string.ascii_letters + " \t\n\\'\"{}%$#()é", max_size=30)
QUOTES = st.sampled_from(("'", '"', "'''", '"""'))


@given(TEXT, QUOTES, TEXT, st.data())
@settings(max_examples=amount(80, 300), deadline=None)
def test_any_edit_of_any_string_reads_back_or_is_refused(before, quote, inserted, data):
    expression = repr(before) if quote in "'\"" else quote + _escaped(before, quote) + quote
    text = read(expression)
    assert text.content.decode() == ast.literal_eval(f"({expression})") == before
    start = data.draw(st.integers(0, len(before)))
    end = data.draw(st.integers(start, len(before)))
    low, high = len(before[:start].encode()), len(before[:end].encode())
    edit = text.edit(low, high, inserted.encode())
    assert edit is not None
    source = f"x = ({expression})\n".encode()
    new = source[: edit[0]] + edit[2] + source[edit[1] :]
    assert ast.literal_eval(new[4:].decode().strip()) == before[:start] + inserted + before[end:]


@given(TEXT, TEXT, st.data())
@settings(max_examples=amount(80, 200), deadline=None)
def test_holes_of_an_f_string_survive(before, inserted, data):
    body = before.replace("\\", "\\\\").replace('"', '\\"').replace("{", "{{").replace("}", "}}")
    expression = 'f"""{first}' + body + '{last}"""'
    text = read(expression)
    names = {"first": "<", "last": ">"}
    assert eval(expression, dict(names)) == f"<{before}>"
    at = len(text.segments[0].value)  # behind the first hole
    edit = text.edit(at, at, inserted.encode())
    if edit is None:
        return
    source = f"x = ({expression})\n".encode()
    new = (source[: edit[0]] + edit[2] + source[edit[1] :])[5:-2].decode()
    assert eval(new, dict(names)) == f"<{inserted}{before}>"


def _escaped(text: str, quote: str) -> str:
    return text.replace("\\", "\\\\").replace(quote[0], "\\" + quote[0])


@pytest.mark.parametrize("inserted", ['"', '""', '"""', '""""', 'a"""', '"""a"', '"""""""'])
def test_quotes_that_would_end_a_literal_are_escaped_once(inserted: str) -> None:
    edit = read('"""a"""').edit(1, 1, inserted.encode())
    assert edit is not None
    source = b'x = ("""a""")'
    new = (source[: edit[0]] + edit[2] + source[edit[1] :])[4:].decode()
    assert ast.literal_eval(new) == f"a{inserted}"
