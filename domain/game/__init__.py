"""The aggregate: one table, from its creation to its end.

``decide`` turns a command into a commit, ``evolve`` folds a commit into the game, ``view`` tells each viewer its part.
"""
