from collections.abc import Sequence

class ScoreSearch:
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
        *,
        up: int,
        back: int,
        stock_up: int,
        stock_down: int,
        turn: int,
        turn_over: int,
        rest_down: int,
        rest_up: int,
        rest_stock: int,
        rest_hidden: int,
        components: bool,
        safe_moves: bool,
        safe_stock: bool,
        take_back_ban: bool,
        upper: int,
        floor: int,
        miss: int,
        memory: int,
        oracle_memory: int,
        oracle_nodes: int,
        oracle_share: int,
        oracle_credit: int,
        oracle_recycles: int | None,
        closure_bound: bool,
        is_lost: bool,
    ) -> None: ...
    def run(self, expansions: int) -> str | None: ...
    def beam(self, width: int, expansions: int) -> bool: ...
    def learn(self, upper: int) -> None: ...
    def steps(self) -> list[tuple[int, bool]] | None: ...
    @property
    def lower(self) -> int: ...
    @property
    def upper(self) -> int: ...
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
    def bounded(self) -> int: ...
