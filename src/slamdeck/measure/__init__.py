"""What measures us: speed beside peers, load, the fairness of races, the types of the protocol."""
