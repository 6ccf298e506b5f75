"""Whatever is read is taken or refused in few words: random and mutated texts, files, arguments and types.

Nothing here may end in an exception that nobody has thought of, in a crash, or not at all. By default every test takes
few examples; ``pytest tests/fuzz --hypothesis-profile=long`` takes many, and the scripts ``atheris_*.py`` go on as long
as they are told to, with the code that they reach as their guide.
"""

from __future__ import annotations

import faulthandler
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

from hypothesis import HealthCheck, settings

__all__ = ["ending", "examples"]

_PATIENCE = 60
"""Seconds on a busy machine; what takes a hundredth of it has been slow."""


def examples(count: int) -> settings:
    """Return the settings for so many examples by default, and for as many times more as the profile takes.

    A folder that is the same for all examples is fine.
    """
    most = settings.default.max_examples * count // 100
    return settings(
        max_examples=most, suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture]
    )


@contextmanager
def ending() -> Iterator[None]:
    """Fail if the block does not come to an end.

    Compiled code hears of no signal before it returns; if it never does, the whole process ends.
    """

    def fail(number: int, frame: FrameType | None) -> None:
        raise AssertionError(f"this does not end within {_PATIENCE} s")

    before = signal.signal(signal.SIGALRM, fail)
    signal.alarm(_PATIENCE)
    faulthandler.dump_traceback_later(2 * _PATIENCE, exit=True, file=sys.__stderr__)
    try:
        yield
    finally:
        faulthandler.cancel_dump_traceback_later()
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)
