import json

import pytest


def notebook(source: object) -> str:
    return json.dumps({"cells": [{"cell_type": "code", "source": source}], "nbformat": 4}, indent=1)


@pytest.mark.parametrize("source", [["x = 1\n", "!nvcc a.cu\n"], "m = load_inline('m', '')"])
def test_cells_as_lists_and_as_text(converted, source):
    text = notebook(source)
    result = converted(text, "PYT12", path="a.ipynb")
    assert result.data.decode() == text
    assert [finding.rule for finding in result.findings] == ["PYT12"]
    assert result.findings[0].start > 0


@pytest.mark.parametrize("text", ["", "[]", "{", '{"cells": {}}', '{"cells": [1]}', "__global__"])
def test_what_is_no_notebook_is_no_concern(converted, text):
    assert converted(text, "PYT12", path="a.ipynb").findings == []
