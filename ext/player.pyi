from collections.abc import Sequence

class PlayedPosition:
    def __init__(
        self,
        columns: Sequence[Sequence[int]],
        face_down: Sequence[int],
        foundations: Sequence[int],
        pile: Sequence[int],
        waste: int,
        draw: int,
        recycles: int | None,
        part_runs: bool,
        ranks: int,
    ) -> None: ...
    def play(self, first: int, games: int) -> tuple[int, int, int]: ...
    def moves(self, game: int) -> list[tuple[str, int, int, int]]: ...
