"""Serving a home network: the machine's own addresses, and what to show whoever starts it."""

from __future__ import annotations

import ipaddress
import socket
from io import StringIO

#: An address that is nobody's (RFC 5737). Nothing is sent there: a datagram socket that is told of
#: it only finds out from which of our addresses it would.
_ELSEWHERE = ("192.0.2.1", 9)

_SAFETY = (
    "Everyone on this network can open the page and run searches on this machine. They can neither "
    "read "
    "nor change anything else on it. The connection is not encrypted: use it on networks you trust."
)


def own_names() -> list[str]:
    """The names and addresses under which others on the network reach this machine, best first."""
    addresses = [found for found in (_address_towards_others(), *_resolved()) if found]
    name = socket.gethostname()
    return list(dict.fromkeys([*addresses, name, f"{name.removesuffix('.local')}.local"]))


def _address_towards_others() -> str:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(_ELSEWHERE)
            return str(probe.getsockname()[0])
        except OSError:
            return ""


def _resolved() -> list[str]:
    try:
        found = socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET)
    except OSError:
        return []
    addresses = [str(each[4][0]) for each in found]
    return [each for each in addresses if not ipaddress.ip_address(each).is_loopback]


def invitation(names: list[str], port: int) -> str:
    """What to do on the phone: a code to scan, the address to type, and what that means."""
    import segno

    address = f"http://{names[0]}:{port}/"
    picture = StringIO()
    segno.make(address, error="l").terminal(picture, border=2, compact=True)
    return f"{picture.getvalue()}\nOn your phone, in the same network: {address}\n{_SAFETY}"
