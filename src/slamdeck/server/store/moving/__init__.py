"""From one database to another, as a whole or not at all: `slamdeck migrate`."""
