"""The match service: accounts, tables, commands, logs. It declares ports; `store` implements them."""
