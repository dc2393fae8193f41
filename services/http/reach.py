"""How others reach the server: what links for other people begin with."""

from starlette.requests import Request

from services.network import ANY_ADDRESS, leads_to_itself, network_address
from services.settings import Settings


class Reach:
    """Gives the start of addresses: the base URL of the settings, or else as the request came.

    Whoever set up the server often looks at it from the same machine, by an address such as 127.0.0.1, which leads others
    nowhere. Where it listens on every network, links then begin with the machine's address in its own.
    """

    def __init__(self, settings: Settings) -> None:
        self._base_url = None if settings.base_url is None else settings.base_url.rstrip("/")
        self._is_reachable = settings.host in ANY_ADDRESS

    def base_of(self, request: Request) -> str:
        """Give it without a slash at its end."""
        if self._base_url is not None:
            return self._base_url
        came_by = request.base_url
        if self._is_reachable and leads_to_itself(came_by.hostname or ""):
            address = network_address()
            if address is not None:
                port = "" if came_by.port is None else f":{came_by.port}"
                return f"{came_by.scheme}://{address}{port}"
        return str(came_by).rstrip("/")
