"""The compiled class refuses what its loops would trust, and a second thread."""

import threading
from dataclasses import asdict

import pytest
from klondike_solver import Deal, InputError, Position, Rules, UnsupportedError, solve
from klondike_solver.compiled import Tuning, start_search
from klondike_solver.errors import InternalError
from klondike_solver.ext.winnable import WinSearch

RIGHT = {
    "columns": [[48], [49], [50], [51]],
    "face_down": [0, 0, 0, 0],
    "foundations": [12, 12, 12, 12],
    "stock": [],
    "waste": 0,
    "draw": 1,
    "recycles": None,
    "take_back": True,
    "memory": 1 << 20,
    "lowest": 0,
    "most_cards": False,
    **asdict(Tuning()),
}


def test_what_is_right_is_taken():
    assert WinSearch(**RIGHT).run(10) == "won"


@pytest.mark.parametrize(
    "wrong",
    [
        {"draw": 0},
        {"draw": 25},
        {"waste": 1},
        {"waste": -1},
        {"lowest": -3},
        {"lowest": 13},
        {"face_down": [0, 0, 0]},
        {"face_down": [1, 0, 0, 0]},
        {"columns": [[48], [49], [50], [600_000]]},
        {"columns": [[48], [49], [50], [50]]},
        {"columns": [[48], [49], [50], []]},
        {"foundations": [12, 12, 12, 14]},
        {"foundations": [12, 12, 12]},
    ],
)
def test_what_is_wrong_is_refused(wrong):
    with pytest.raises(InternalError, match="no position"):
        WinSearch(**RIGHT | wrong)


def test_one_search_is_for_one_thread():
    """Whichever thread comes second is refused, and what the first one does is not disturbed."""
    start = Position.start(Deal.parse("solvitaire:1978"), Rules(draw=3))
    search = start_search(start, 16, Tuning(prover=False))
    refused = []

    def run(nodes):
        try:
            search.run(nodes)
        except InternalError as error:
            refused.append(str(error))

    thread = threading.Thread(target=run, args=(3_000_000,))
    thread.start()
    while thread.is_alive() and not refused:
        run(1)
    thread.join()
    assert refused
    assert all("another thread" in text for text in refused)


@pytest.mark.parametrize("wrong", [{"unit": 0}, {"unit": -1}, {"restarts": 1.5}, {"probe_after": 2**64}])
def test_a_tuning_that_cannot_be_meant(wrong):
    with pytest.raises(InputError, match=next(iter(wrong))):
        Tuning(**wrong)


def test_the_reference_takes_no_tuning():
    with pytest.raises(UnsupportedError, match="compiled engine"):
        solve(Deal.parse("solvitaire:2"), engine="reference", tuning=Tuning())
