"""One game from the deal to the end: its clock, its loop, what every screen is shown."""
