"""How sure a share is: Wilson's interval, and what undecided deals do to it.

>>> found = Winnability(winnable=819, lost=181)
>>> found.shares
(0.819, 0.819)
>>> low, high = found.interval()
>>> round(low, 4), round(high, 4)
(0.7939, 0.8416)

Undecided deals count both ways: as lost for the lower end, as winnable for the upper one.

>>> found = Winnability(winnable=819, lost=171, undecided=10)
>>> found.shares
(0.819, 0.829)
>>> low, high = found.interval()
>>> round(low, 4), round(high, 4)
(0.7939, 0.8511)
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from statistics import NormalDist

__all__ = ["CONFIDENCE", "Winnability", "deviate", "wilson"]

CONFIDENCE = 0.95
"""The confidence of an interval if no other is asked for."""


def deviate(confidence: float = CONFIDENCE) -> float:
    """Return how many standard errors an interval of this confidence reaches to either side.

    >>> round(deviate(0.95), 4)
    1.96

    Raises:
        ValueError: the confidence is not between 0 and 1.
    """
    if not 0 < confidence < 1:
        raise ValueError(f"a confidence is above 0 and below 1, not {confidence}")
    return NormalDist().inv_cdf((1 + confidence) / 2)


def wilson(successes: int, trials: int, confidence: float = CONFIDENCE) -> tuple[float, float]:
    """Return the Wilson score interval of a share.

    It holds near 0 and 1, and for few trials, where the usual one (plus and minus the standard error) does not.

    Args:
        successes: how many of the trials succeeded.
        trials: how many there were; with none, nothing is known, and the interval is all from 0 to 1.
        confidence: how often, in the long run, such an interval holds the true share.

    Raises:
        ValueError: there are more successes than trials, or fewer than none, or the confidence is not between 0 and 1.

    Source: E. B. Wilson, *Probable inference, the law of succession, and statistical inference*, Journal of the
    American Statistical Association 22 (1927), 209-212.

    >>> [round(end, 4) for end in wilson(0, 20)]
    [0.0, 0.1611]
    """
    if not 0 <= successes <= trials:
        raise ValueError(f"successes are 0 to {trials}, not {successes}")
    z = deviate(confidence)
    if trials == 0:
        return 0.0, 1.0
    share = successes / trials
    spread = z * z / trials
    centre = (share + spread / 2) / (1 + spread)
    half = z * math.sqrt(share * (1 - share) / trials + spread / (4 * trials)) / (1 + spread)
    # At the two ends the interval begins or ends there exactly; rounding may miss it by a hair.
    low = 0.0 if successes == 0 else max(0.0, centre - half)
    high = 1.0 if successes == trials else min(1.0, centre + half)
    return low, high


@dataclass(frozen=True)
class Winnability:
    """How many of some deals are winnable, and what that says about all deals.

    Attributes:
        winnable: deals with a way to win.
        lost: deals that are proven to have none.
        undecided: deals whose search was given up.
    """

    winnable: int
    lost: int
    undecided: int = 0

    @property
    def deals(self) -> int:
        """All of them."""
        return self.winnable + self.lost + self.undecided

    @property
    def shares(self) -> tuple[float, float]:
        """The winnable share of these deals: at the least, with all undecided ones lost, and at the most.

        Raises:
            ZeroDivisionError: there are no deals.
        """
        return self.winnable / self.deals, (self.winnable + self.undecided) / self.deals

    def interval(self, confidence: float = CONFIDENCE) -> tuple[float, float]:
        """Return the interval for the share among all deals, whatever the undecided ones are.

        Its lower end is that of Wilson's interval with all undecided deals lost, its upper end with all of them
        winnable, as in C. Blake and I. P. Gent, *The Winnability of Klondike Solitaire and Many Other Patience Games*.
        """
        low, _ = wilson(self.winnable, self.deals, confidence)
        _, high = wilson(self.winnable + self.undecided, self.deals, confidence)
        return low, high

    def differences(self, value: float, half_width: float, confidence: float = CONFIDENCE) -> tuple[float, float]:
        """Return by how many standard errors of the difference these deals differ from a published share.

        Args:
            value: the published share.
            half_width: half of the width of its interval.
            confidence: the confidence of that interval.

        Returns:
            The difference with all undecided deals lost, and with all of them winnable; negative if the share is below
            the published one.

        Raises:
            ZeroDivisionError: there are no deals.
        """
        # If the published share is the true one, the variance of ours is that of a sample from it.
        error = math.hypot(math.sqrt(value * (1 - value) / self.deals), half_width / deviate(confidence))
        low, high = self.shares
        return (low - value) / error, (high - value) / error
