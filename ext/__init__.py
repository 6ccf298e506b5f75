"""The compiled engines."""
