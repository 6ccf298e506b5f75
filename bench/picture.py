"""Make ``docs/page.png``, the picture of a page to watch, with Chromium: ``python bench/picture.py``.

The page is what ``klondike solve solvitaire:2 --rules vegas --html page.html`` writes, in the middle of the game, in
the light theme. Pillow (``pip install pillow``) gives it fewer colours, which makes the file a quarter as large.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from klondike_solver import SCORINGS, Deal, Rules, solve, to_html
from PIL import Image

TARGET = Path(__file__).resolve().parent.parent / "docs" / "page.png"

STEP = 60


def main() -> None:
    """Write the picture."""
    browser = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if browser is None:
        sys.exit("there is no Chromium")
    solution = solve(Deal.parse("solvitaire:2"), Rules.preset("vegas")).solution
    assert solution is not None
    with tempfile.TemporaryDirectory() as folder:
        page = Path(folder, "page.html")
        page.write_text(to_html(solution, title="solvitaire:2", scoring=SCORINGS["vegas"]), encoding="utf-8")
        subprocess.run(
            [
                browser,
                "--headless",
                "--no-sandbox",
                "--hide-scrollbars",
                "--blink-settings=preferredColorScheme=1",
                "--force-device-scale-factor=1",
                "--window-size=1000,576",
                "--virtual-time-budget=5000",
                f"--user-data-dir={folder}/profile",
                f"--screenshot={TARGET}",
                f"{page.as_uri()}#step-{STEP}",
            ],
            check=True,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
    picture = Image.open(TARGET).convert("RGB").quantize(112, kmeans=1, dither=Image.Dither.NONE)
    picture.save(TARGET, optimize=True)
    print(f"{TARGET}: {TARGET.stat().st_size:,} bytes")


if __name__ == "__main__":
    main()
