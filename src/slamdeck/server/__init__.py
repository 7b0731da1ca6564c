"""The live server: the only async code, and everything that is kept or promised outside a process."""
