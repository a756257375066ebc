"""The revisions, one module each. None imports `schema`, which is newer than they are.

A new one is written by hand: `revision` and `down_revision`, `upgrade()` with operations in batch
mode (`op.batch_alter_table`), and its number as `HEAD` in `pasch.store.revisions`. The tests then
say whether it leads every older database to what `schema` says. There is no way back down.
"""
