"""Many deals: solved by many processes, or by a cluster, into one store.

>>> from tempfile import TemporaryDirectory
>>> from klondike_solver import Rules
>>> from klondike_solver.measure import DealSet
>>> from klondike_solver.store import Store
>>> folder = TemporaryDirectory()
>>> done = solve_batch(DealSet.parse("solvitaire:1-20"), Rules(draw=3), store=f"{folder.name}/results.db", jobs=1)
>>> done.solved, {str(verdict): count for verdict, count in done.counts.items()}
(20, {'winnable': 17, 'lost': 3, 'undecided': 0})

The same call again finds everything done:

>>> solve_batch(DealSet.parse("solvitaire:1-20"), Rules(draw=3), store=f"{folder.name}/results.db").solved
0
>>> folder.cleanup()
"""

from ..errors import BatchError
from .batch import retry_batch, solve_batch
from .deals import DealList
from .executor import Running
from .machine import default_jobs, default_memory, machine_memory
from .progress import Progress

__all__ = [
    "BatchError",
    "DealList",
    "Progress",
    "Running",
    "default_jobs",
    "default_memory",
    "machine_memory",
    "retry_batch",
    "solve_batch",
]
