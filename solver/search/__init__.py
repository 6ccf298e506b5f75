"""A search engine for games of one player. It knows no cards: any game that is a ``Problem`` can be searched.

A problem says where it starts, which steps a state has, which states are goals and what a state is recognised by;
for the two searches that find cheapest paths it may add a heuristic. The searches are

- ``depth_first``: any path to a goal, or the proof that there is none, in bounded memory;
- ``a_star``: a cheapest path, with all states in memory;
- ``ida_star``: a cheapest path, with little but the current path in memory.

All of them are exact, deterministic and iterative, take the same budgets and return a ``Result``.

>>> class Countdown:
...     '''Get from a number to 0 by halving it or taking one away.'''
...
...     def __init__(self, start): self.start = start
...     def initial_state(self): return self.start
...     def is_goal(self, number): return number == 0
...     def key(self, number): return number
...     def successors(self, number):
...         if number % 2 == 0:
...             yield Step("halve", number // 2)
...         yield Step("subtract", number - 1)
>>> a_star(Countdown(10)).path
('halve', 'subtract', 'halve', 'halve', 'subtract')
"""

from .astar import a_star
from .dfs import depth_first
from .idastar import ida_star
from .problem import InformedProblem, Problem, Step
from .result import Result, Statistics, Status

__all__ = [
    "InformedProblem",
    "Problem",
    "Result",
    "Statistics",
    "Status",
    "Step",
    "a_star",
    "depth_first",
    "ida_star",
]
