"""Everything that is asked over HTTP: pages, the API, sessions, tickets, limits."""
