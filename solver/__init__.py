"""Klondike: is this deal winnable, and how?

>>> from klondike_solver import Deal, Rules, solve
>>> solve(Deal.parse("solvitaire:2"), Rules(draw=3)).verdict
<Verdict.WINNABLE: 'winnable'>

The names in ``__all__`` are stable: from version 1.0 on they change only with the major version, as do the JSON and the
texts that are written.
"""

from ._version import __version__ as __version__

TYPE_CHECKING = False  # Type checkers know the name; so little is imported that Ctrl-C meets the command itself.

if TYPE_CHECKING:
    from ._public import *  # noqa: F403
    from ._public import __all__ as __all__
else:

    def __getattr__(name: str) -> object:
        """Return a public name; all of them come in when the first one is asked for.

        So the command gets the word before most of the package is imported, and can be interrupted without a traceback.
        """
        if name.startswith("_") and name != "__all__":
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        from ._public import __all__ as names

        if name != "__all__" and name not in names:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        from importlib import import_module

        public = import_module("._public", __name__)
        globals().update({given: getattr(public, given) for given in names}, __all__=names)
        return globals()[name]

    def __dir__() -> list[str]:
        """Return the public names."""
        return sorted({*__getattr__("__all__"), *globals()})
