"""The law of races: what was measured, what it is worth, and in which order inputs reach the game."""
