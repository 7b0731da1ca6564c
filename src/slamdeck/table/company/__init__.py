"""Who sits where: seats, people who come and go, their names, bots."""
