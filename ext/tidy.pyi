from collections.abc import Sequence

class Line:
    def __init__(
        self,
        columns: Sequence[Sequence[int]],
        face_down: Sequence[int],
        foundations: Sequence[int],
        stock: Sequence[int],
        waste: Sequence[int],
        draw: int,
        king: int,
        take_back: bool,
        part_runs: bool,
        recycles: int | None,
        moves: Sequence[tuple[int, int, int, int]],
    ) -> None: ...
    def shorten(self) -> None: ...
    def moves(self) -> list[tuple[int, int, int, int]]: ...
