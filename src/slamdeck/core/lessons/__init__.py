"""Lessons that are played: staged positions, what is said, what is expected, and what a wrong move shows."""
