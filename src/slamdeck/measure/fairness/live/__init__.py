"""The same questions to a real server: a process of its own, sockets through a relay that delays, our own clients."""
