"""Dölauer: six dice, a race to more than 120 points with confirmation throws."""
