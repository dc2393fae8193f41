// What every page does once it is there. Each part is a module of its own; none of them knows any game.
