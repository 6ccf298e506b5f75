"""The fingerprint of the search: the same everywhere, and another one for another search."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest
from klondike_solver import Rules, Tuning
from klondike_solver.fingerprint import engine_for, fingerprint

SCRIPT = "from klondike_solver.fingerprint import fingerprint; print(fingerprint('compiled'), fingerprint('reference'))"


def test_it_is_the_same_in_every_process() -> None:
    here = f"{fingerprint('compiled')} {fingerprint('reference')}\n"
    for seed in ("0", "1"):
        environment = {**os.environ, "PYTHONHASHSEED": seed}
        done = subprocess.run(
            [sys.executable, "-c", SCRIPT], env=environment, capture_output=True, text=True, check=True
        )
        assert done.stdout == here


def test_every_change_of_the_search_changes_it() -> None:
    changes = [
        Tuning(restarts=0),
        Tuning(prover=False),
        Tuning(safe_moves=False),
        Tuning(forced_stock=False),
        Tuning(take_back_ban=False),
        Tuning(glance_after=Tuning().glance_after + 1),
        Tuning(unit=Tuning().unit - 1000),
        Tuning(prove_after=Tuning().prove_after + 500),
        Tuning(probe_after=Tuning().probe_after + 1000),
        Tuning(deep_start=True),
    ]
    assert len({fingerprint("compiled", tuning) for tuning in (Tuning(), *changes)}) == len(changes) + 1
    assert fingerprint("compiled", Tuning()) == fingerprint("compiled") != fingerprint("reference")


def test_the_engine_that_is_taken() -> None:
    assert engine_for(Rules()) == "compiled"
    assert engine_for(Rules(part_runs=False)) == "reference"
    with pytest.raises(ValueError, match="no engine 'auto'"):
        fingerprint("auto")
