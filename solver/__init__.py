"""Klondike: is this deal winnable, and how?"""

import logging

from ._version import __version__

__all__ = ["__version__"]

logging.getLogger(__name__).addHandler(logging.NullHandler())
