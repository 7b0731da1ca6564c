"""Today's deal: one short game a day, the same cards and the same ghosts for everybody on this server."""
