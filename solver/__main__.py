"""``python -m klondike_solver`` is the command ``klondike``."""

from .cli import main

if __name__ == "__main__":
    main()
