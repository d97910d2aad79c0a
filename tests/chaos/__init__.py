"""Faults by the hundred, drawn by a seed, over all parts of a site that people play on meanwhile.

What the site has accepted is written down outside of it. Afterwards nothing of that may be missing,
nothing may be there twice, and nothing may stand still.
"""
