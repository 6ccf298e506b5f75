"""Statistics of many deals: shares with intervals, distributions, and what a store of results says.

What is estimated, and how, is in ``docs/statistics.md``.
"""

from .distribution import Distribution
from .interval import CONFIDENCE, Winnability, wilson
from .published import Published, published
from .summary import Limits, Summary, summarise

__all__ = [
    "CONFIDENCE",
    "Distribution",
    "Limits",
    "Published",
    "Summary",
    "Winnability",
    "published",
    "summarise",
    "wilson",
]
