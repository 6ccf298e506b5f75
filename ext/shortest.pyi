from collections.abc import Sequence

class ShortestSearch:
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
        lowest: int,
        count_recycles: bool,
        memory: int,
        oracle_memory: int,
        oracle_nodes: int,
        oracle_share: int,
        oracle_credit: int,
        upper: int | None,
        safe_moves: bool,
        run_pruning: bool,
        waste_pruning: bool,
        take_back_ban: bool,
        circles: bool,
        pairs: bool,
        stock_bound: bool,
        stock_order: bool,
        goal: int | None = None,
        parents: bool = True,
    ) -> None: ...
    def run(self, expansions: int) -> str | None: ...
    def line(self) -> list[tuple[int, int | str]]: ...
    @property
    def lower_bound(self) -> int: ...
    @property
    def start_bound(self) -> int: ...
    @property
    def length(self) -> int: ...
    @property
    def stored(self) -> int: ...
    @property
    def expanded(self) -> int: ...
    @property
    def generated(self) -> int: ...
    @property
    def table_bytes(self) -> int: ...
    @property
    def asked(self) -> int: ...
    @property
    def asked_nodes(self) -> int: ...
    @property
    def asked_lost(self) -> int: ...
    @property
    def asked_undecided(self) -> int: ...
    @property
    def ordered(self) -> int: ...
    @property
    def repeated(self) -> int: ...
