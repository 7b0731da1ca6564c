"""Where journals are kept: the contract, and the stores behind it."""
