"""Würfelmania: five dice, thirteen cells."""
