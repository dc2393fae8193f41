"""Players that need no person. A bot sees what its seat sees, and nothing else."""

from domain.bots.bot import BOTS, Bot, bot_of

__all__ = ["BOTS", "Bot", "bot_of"]
