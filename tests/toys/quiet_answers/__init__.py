"""A toy with responses and a data file: one lays a card, the other may cancel it, or quietly let it be."""
