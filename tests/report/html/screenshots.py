"""Takes the pictures of docs/report.md, at two sizes.

python -m tests.report.html.screenshots docs/pictures
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from porter.options import Options
from porter.port.run import analyze
from porter.report.html.page import write_page
from porter.report.html.pages import conversion_page
from tests.report.html.browser import browser, opened

_PROJECT = Path(__file__).resolve().parents[3] / "csrc_cuda" / "efficient_kernels"
_SIZES = {"wide": (1280, 860), "narrow": (420, 860)}
_SHOW_A_FILE = """
const done = arguments[0];
const edits = index.files.map((one) => (one[0].endsWith(".cu") ? one[2] : 0));
openFile(edits.indexOf(Math.max(...edits))).then(() => {
  const marks = "td.new mark[data-rule^=WRP], td.new mark";
  const mark = document.querySelector(marks);
  mark.scrollIntoView({ block: "center" });
  mark.focus();
  setTimeout(done, 200);
});
"""


def main(folder: Path) -> None:
    """Write the pictures."""
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as place:
        page = write_page(
            Path(place) / "report.html", conversion_page(analyze([_PROJECT], Options()))
        )
        for name, (width, height) in _SIZES.items():
            with browser(width, height) as driver:
                opened(driver, page)
                driver.save_screenshot(str(folder / f"report-overview-{name}.png"))
                driver.execute_async_script(_SHOW_A_FILE)
                driver.save_screenshot(str(folder / f"report-differences-{name}.png"))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
