"""Feed texts to every reader for as long as wanted, led by the code that they reach; needs ``pip install atheris``.

    cd tests && python -m fuzz.atheris_readers -max_total_time=300 [-seed=1] [FOLDER]

What reaches more code is kept in FOLDER, if one is given, for the next run. A text that a reader fails on ends the run
with a traceback, and is left in a file ``crash-...``; given that file for an argument, it is read again.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

import atheris

with atheris.instrument_imports(include=["klondike_solver"]):
    from fuzz.readers import READERS, read
    from fuzz.texts import TEXTS

NAMES = sorted(READERS)


def one(data: bytes) -> None:
    """Read one text: the first byte says by which reader."""
    if data:
        read(READERS[NAMES[data[0] % len(NAMES)]], data[1:].decode("utf-8", "surrogateescape"))


def main() -> None:
    """Begin with the texts that are right, each by every reader."""
    if any(not argument.startswith("-") for argument in sys.argv[1:]):
        atheris.Setup(sys.argv, one)
        atheris.Fuzz()
        return
    with tempfile.TemporaryDirectory() as folder:
        for place, text in enumerate(TEXTS):
            for reader in range(len(NAMES)):
                (Path(folder) / f"{place}-{reader}").write_bytes(bytes([reader]) + text.encode())
        atheris.Setup([*sys.argv, folder], one)
        atheris.Fuzz()


if __name__ == "__main__":
    main()
