"""Results of many deals in one SQLite file, which survives whatever happens to the process that writes it.

>>> from tempfile import TemporaryDirectory
>>> from klondike_solver import Deal, Rules, solve
>>> folder = TemporaryDirectory()
>>> with Store.open(f"{folder.name}/results.db", "write") as store:
...     run = store.run(Rules(draw=3))
...     store.add(run, [Row.of(solve(Deal.parse(f"solvitaire:{number}"))) for number in (1, 2)])
>>> with Store.open(f"{folder.name}/results.db") as store:
...     for run in store.runs():
...         for row in store.rows(run):
...             print(run.rules, row.name, row.verdict)
Rules(draw=3) solvitaire:1 lost
Rules(draw=3) solvitaire:2 winnable
>>> folder.cleanup()

What the file holds, table by table, is in ``docs/store.md``.
"""

from .row import Row
from .run import Run, rules_from_json, rules_to_json
from .schema import SCHEMA
from .store import Mode, Store

__all__ = ["SCHEMA", "Mode", "Row", "Run", "Store", "rules_from_json", "rules_to_json"]
