"""Zock die Wand an (ZDWA): five dice, four columns, 48 cells a sheet."""
