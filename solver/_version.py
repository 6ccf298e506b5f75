"""The version, in one place; semantic versioning covers the API, the JSON and the deal texts."""

__version__ = "0.1.0"
