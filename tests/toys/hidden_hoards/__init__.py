"""Hidden Hoards: everybody lays a card at once, unseen."""
