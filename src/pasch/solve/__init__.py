"""Exact numbers for dice games: lattices of kept dice, expectimax, tables on disk. No game.

A game's `solution.py` says what its dice bring and gets the value of every position.
"""
