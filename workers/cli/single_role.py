"""What the commands that run one role have in common."""

import logging
from typing import Any

from services.logs import set_up_logging
from workers.cli.choices import settings_from, warn_of_unknown_variables
from workers.roles import Start, run_role

log = logging.getLogger(__name__)


def run_single(role: str, **overrides: Any) -> None:
    """Run a role in this process, for an install of many machines, until SIGTERM or Ctrl-C."""
    settings = settings_from(**overrides)
    set_up_logging(role, level=settings.log_level, style=settings.log_format)
    warn_of_unknown_variables()
    run_role(role, Start(settings=settings, is_ready=lambda: log.info("ready")))
