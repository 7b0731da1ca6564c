"""Tables as a server hosts them: found, woken, driven by real time, put away."""
