"""Pools of deals for games: winnable ones out of a store, by their difficulty.

>>> from tempfile import TemporaryDirectory
>>> from klondike_solver import Rules
>>> from klondike_solver.batch import solve_batch
>>> from klondike_solver.measure import DealSet
>>> folder = TemporaryDirectory()
>>> path = f"{folder.name}/results.db"
>>> done = solve_batch(DealSet.parse("solvitaire:1-30"), Rules(draw=1), store=path, jobs=1)
>>> for deal in pool(path, level="medium", count=2):
...     print(deal.row.name, deal.row.verdict, deal.difficulty.level)
solvitaire:2 winnable medium
solvitaire:3 winnable medium
>>> folder.cleanup()
"""

from .lists import PYSOL_SCHEMES, board_text, pool_deal_to_dict, pool_to_json, pysol_number
from .pool import ORDERS, Order, PoolDeal, pool
from .source import PoolProgress

__all__ = [
    "ORDERS",
    "PYSOL_SCHEMES",
    "Order",
    "PoolDeal",
    "PoolProgress",
    "board_text",
    "pool",
    "pool_deal_to_dict",
    "pool_to_json",
    "pysol_number",
]
