"""What decides these games? Asked of every game alike, by letting its own bots play."""
