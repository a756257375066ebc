"""The contract between games and everything else: values only, no I/O, no clock, no randomness.

A match is an append-only list of events `(seq, actor, text)`. The rules of a game fold it into
a state; chance is an actor like any other. See `docs/architecture.md`.
"""
