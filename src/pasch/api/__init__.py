"""The JSON API for programs: what everybody may see, to be read and nothing else.

It knows no cookies and no accounts, so that it shows to everybody what it shows to a stranger.
"""
