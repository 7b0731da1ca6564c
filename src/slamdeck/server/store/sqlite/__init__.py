"""The journal in one SQLite file. Its files are touched by SQLite alone."""
