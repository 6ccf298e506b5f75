"""Make objects of the compiled classes of nearly right arguments for as long as wanted; needs ``pip install atheris``.

    cd tests && python -m fuzz.atheris_engines -max_total_time=300 [-seed=1]

atheris sees the choices, and not what compiled code makes of them. A crash of the interpreter ends the run, and leaves
the choices that led to it in a file ``crash-...``; given that file for an argument, they are made again.
"""

from __future__ import annotations

import sys

import atheris

with atheris.instrument_imports(include=["klondike_solver", "fuzz"]):
    from fuzz.engines import CLASSES, exercise

NAMES = list(CLASSES)


def one(data: bytes) -> None:
    """Make one object; every choice takes two bytes, and there are zeros when they are used up."""
    source = atheris.FuzzedDataProvider(data)
    exercise(NAMES[source.ConsumeIntInRange(0, len(NAMES) - 1)], lambda count: source.ConsumeIntInRange(0, count - 1))


if __name__ == "__main__":
    atheris.Setup([sys.argv[0], "-max_len=200", "-len_control=0", *sys.argv[1:]], one)
    atheris.Fuzz()
