"""The compiled engine on whole decks whose truth is known from other programs."""

import re
from collections import Counter
from itertools import islice
from pathlib import Path

import pytest
from klondike_solver import Verdict, solve
from klondike_solver.ablation import SWITCHES
from klondike_solver.compiled import Tuning, search_compiled
from klondike_solver.deal import Deal
from klondike_solver.position import Position
from klondike_solver.rules import Rules

DATA = Path(__file__).with_name("data") / "lost_deals.txt"


def known_verdicts():
    """Return for each draw the numbers of the ``solvitaire`` deals that are known, and whether they can be won."""
    verdicts = {}
    for last, draw, numbers in re.findall(r"# .*:1-(\d+), draw (\d+),.*\n([\d\s]+)", DATA.read_text("utf-8")):
        lost = set(map(int, numbers.split()))
        verdicts[int(draw)] = {number: number not in lost for number in range(1, int(last) + 1)}
    return verdicts


KNOWN = known_verdicts()


def compare(draw, max_nodes, tuning=None, last=None):
    """Compare every verdict up to the deal with this number, and return how many were winnable and how many lost."""
    decided = Counter()
    for number, winnable in islice(KNOWN[draw].items(), last):
        start = Position.start(Deal.from_number("solvitaire", number), Rules(draw=draw))
        verdict = search_compiled(start, max_nodes=max_nodes, memory=512, tuning=tuning).verdict
        if verdict is not Verdict.UNDECIDED:
            assert verdict is (Verdict.WINNABLE if winnable else Verdict.LOST), f"solvitaire:{number}"
            decided[verdict] += 1
    return decided


def count_decided(draw, max_nodes):
    return compare(draw, max_nodes).total()


def test_the_known_verdicts_were_read():
    assert {draw: (len(known), sum(known.values())) for draw, known in KNOWN.items()} == {3: (1000, 819), 1: (500, 453)}


def test_draw_3_with_few_nodes():
    assert count_decided(3, 3000) > 700


def test_draw_1_with_few_nodes():
    assert count_decided(1, 3000) > 350


@pytest.mark.slow
@pytest.mark.parametrize("draw", [1, 3])
def test_all_deals(draw):
    assert count_decided(draw, None) == len(KNOWN[draw])


SETTINGS = {
    **SWITCHES,
    "everything off": Tuning(
        restarts=0, prover=False, safe_moves=False, forced_stock=False, take_back_ban=False, early_win=False
    ),
}


@pytest.mark.parametrize("name", SETTINGS)
def test_no_setting_gives_a_wrong_verdict(name):
    decided = compare(3, 2000, SETTINGS[name], last=60)
    assert min(decided[Verdict.WINNABLE], decided[Verdict.LOST]) >= 5


NAMED = [
    # Forced moves to the foundations withhold a take-back from a fast public solver.
    (
        "091092093131134114073081083101132104072121111113084071103102094074123124064122"
        "061062133112051082063054053052013012011014023022021024033032031034043042041044",
        (1, 3),
        True,
    ),
    # A card goes up, turns one over, and must come straight back to the same column.
    (
        "011061012013133132131021051014053042134023043033032062031034022052024041054064"
        "063044121122123124111112113114101102103104091092093094081082083084071072073074",
        (1, 3),
        True,
    ),
    # A player needs the fewest passes.
    (
        "122021053133044042092074131071132062123061011022101013064091114073063082034041"
        "014024103121094113102031033134072111084032023052012081112124043104083093051054",
        (3,),
        True,
    ),
    # No answer by a public solver after two hours and 200 million states.
    (
        "132114074043113024111053121013041063042032103091044093011023012064061071101092"
        "102021084034081051122014062123022133112134082054072033104124073083052094031131",
        (1,),
        True,
    ),
    # Called impossible by a public solver.
    ("shootme:8721", (3,), True),
    # Needs a long take-back, which "safe when both other foundations are one below" does not allow.
    ("shootme:39209", (3,), True),
    # The prover alone settles it.
    ("greenfelt:4", (1, 3), False),
    # Takes a public solver 506 million states.
    ("greenfelt:1492773577", (1,), True),
    # Ten cards go up at the most.
    ("greenfelt:2095819838", (1,), False),
    # The solution of a public solver cannot be replayed.
    ("greenfelt:815", (1,), True),
    # Two black queens lie over the king that they need.
    ("solvitaire:22", (3,), False),
    # A fixed order of moves takes 28 million states.
    ("solvitaire:1140", (3,), True),
]


@pytest.mark.parametrize(
    ("deal", "draw", "winnable"),
    [(deal, draw, winnable) for deal, draws, winnable in NAMED for draw in draws],
    ids=str,
)
def test_named_deals(deal, draw, winnable):
    result = solve(Deal.parse(deal), Rules(draw=draw), max_nodes=3_000_000)
    assert result.verdict is (Verdict.WINNABLE if winnable else Verdict.LOST)


@pytest.mark.slow
@pytest.mark.parametrize("name", SETTINGS)
def test_no_setting_gives_a_wrong_verdict_on_any_known_deal(name):
    tuning = SETTINGS[name]
    decided = compare(3, 200_000, tuning) + compare(1, 200_000, tuning)
    assert decided[Verdict.WINNABLE] > 1000
    assert decided[Verdict.LOST] > 100
    for deal, draws, winnable in NAMED:
        for draw in draws:
            verdict = solve(Deal.parse(deal), Rules(draw=draw), max_nodes=1_000_000, tuning=tuning).verdict
            assert verdict in (Verdict.WINNABLE if winnable else Verdict.LOST, Verdict.UNDECIDED), (deal, draw)


@pytest.mark.slow
def test_a_deal_that_is_lost_for_no_simple_reason():
    assert solve(Deal.parse("solvitaire:598"), Rules(draw=3)).verdict is Verdict.LOST
