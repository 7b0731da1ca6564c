"""Runs: many games with one row each, kept in a folder. A row depends on its seed and its number alone."""
