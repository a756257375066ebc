"""Domino: seven variants, sets up to double-twelve, two to five seats."""
