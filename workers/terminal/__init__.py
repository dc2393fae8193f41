"""A game in the terminal, for any game that fulfils the contract."""
