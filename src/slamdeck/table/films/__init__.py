"""A record as a film: what everybody saw, step by step, for screens and for the terminal."""
