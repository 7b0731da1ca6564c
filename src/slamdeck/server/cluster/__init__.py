"""Several nodes over one store: who they are, and how what reaches one of them gets to the one that has the table."""
