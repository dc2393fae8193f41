"""Small complete games: they stand under the same laws as the real ones, and show how a game is added."""
