"""What a table writes down: entries in a hash chain, checkable deals, tables rebuilt and records exported from them."""
