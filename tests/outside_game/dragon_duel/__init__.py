"""Dragon Duel: one lays a dragon, the other answers it, and the stronger takes both."""
