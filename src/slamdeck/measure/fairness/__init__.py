"""How fair are the races? People, devices, lines and lies, in virtual time on the very arbiter that live tables use,
and (`live`) against a real server through real sockets. Nobody but the study knows the true order of the hands."""
