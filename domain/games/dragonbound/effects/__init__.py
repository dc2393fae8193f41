"""The effect vocabulary: each word is one class, that says, asks and does what it means (DB-4).

This file imports nothing: ``card_set`` needs ``step`` alone, and the words need ``card_set``.
"""
