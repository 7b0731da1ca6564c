"""The red team: everything that one guest could do to stop the others, done to a real server beside an honest table.

`python -m tests.redteam` (or `make redteam`) starts a server of its own and prints a row for each attack;
`python -m tests.redteam --url http://127.0.0.1:8484` does the same to a server that runs on this computer already.
Nothing here ever leaves this computer: every other address is refused.
"""
