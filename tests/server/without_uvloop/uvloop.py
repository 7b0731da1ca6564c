"""First on a server's path, this stands for a computer on which uvloop does not exist."""

raise ImportError("there is no uvloop here")
