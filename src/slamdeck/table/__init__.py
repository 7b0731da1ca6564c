"""The live table, without sockets or clocks: messages and times in, deliveries and journal entries out."""
