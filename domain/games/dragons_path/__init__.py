"""Dragon's Path: two players lay cards of five elements, each with an effect, until a path is complete."""
