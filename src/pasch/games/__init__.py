"""The games, one folder each; a folder with a `meta.py` is a game. Games never import each other."""
