"""A game of one die, as small as a game can be; a test adds it to a copy of Pasch."""
