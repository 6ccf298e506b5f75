from collections.abc import Sequence

class WinSearch:
    def __init__(
        self,
        columns: Sequence[Sequence[int]],
        face_down: Sequence[int],
        foundations: Sequence[int],
        stock: Sequence[int],
        waste: int,
        draw: int,
        recycles: int | None,
        take_back: bool,
        memory: int,
        lowest: int = 0,
        restarts: int = 1_000_000_000,
        unit: int = 10_000,
        prover: bool = True,
        glance_after: int = 5,
        prove_after: int = 2000,
        probe_after: int = 50_000,
        deep_start: bool = False,
        safe_moves: bool = True,
        forced_stock: bool = True,
        take_back_ban: bool = True,
        early_win: bool = True,
        most_cards: bool = False,
    ) -> None: ...
    def run(self, nodes: int) -> str | None: ...
    def steps(self) -> list[tuple[int, bool]]: ...
    def best_steps(self) -> list[tuple[int, bool]]: ...
    @property
    def best(self) -> int: ...
    @property
    def best_bound(self) -> int: ...
    @property
    def nodes(self) -> int: ...
    @property
    def expanded(self) -> int: ...
    @property
    def stored(self) -> int: ...
    @property
    def table_bytes(self) -> int: ...
    @property
    def forgotten(self) -> int: ...
    @property
    def deepest(self) -> int: ...
    @property
    def runs(self) -> int: ...
    @property
    def asked(self) -> int: ...
    @property
    def proven(self) -> int: ...
    @property
    def start_proven(self) -> bool: ...
