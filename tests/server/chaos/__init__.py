"""Several nodes as real processes, under faults, with people at their tables who write down every promise."""
