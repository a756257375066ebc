"""The match service: accounts, tables, commands, logs; it declares what `store` implements."""
