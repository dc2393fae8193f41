"""Dragon Gust: what one offers, the next may snatch; and the wind shuffles all that is not yet won."""
