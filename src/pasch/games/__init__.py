"""The games, one folder each: a folder with a `meta.py`. Games never import each other."""
