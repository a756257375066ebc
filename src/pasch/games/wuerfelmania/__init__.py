"""Würfelmania: five dice, thirteen cells; see `rules.py`."""
