"""The journal in PostgreSQL: for several servers over one database."""
