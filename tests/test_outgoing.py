"""What is sent out reaches the public network, or a host that a person trusts, and nothing else."""

from __future__ import annotations

import socket
import threading
import time
from contextlib import closing, suppress

import pytest

from showbible.outgoing import NotDelivered, destination, is_public, post

INTERNAL = """
    0.0.0.0 10.1.2.3 100.64.0.1 127.0.0.1 127.1.2.3 169.254.169.254 172.16.0.1 172.31.255.255 192.0.0.8 192.0.2.1
    192.168.1.1 198.18.0.1 198.51.100.7 203.0.113.9 224.0.0.1 239.255.255.255 240.0.0.1 255.255.255.255
    :: ::1 ::127.0.0.1 ::ffff:127.0.0.1 ::ffff:8.8.8.8 64:ff9b::7f00:1 64:ff9b:1::1 100::1 2001::1 2001:db8::1
    2002:7f00:1::1 3fff::1 fc00::1 fd12::1 fe80::1 fe80::1%eth0 fec0::1 ff02::1
"""


def test_addresses_that_are_not_of_the_public_network_count_as_internal() -> None:
    assert [address for address in INTERNAL.split() if is_public(address)] == []


def test_addresses_of_the_public_network_are_public() -> None:
    assert all(map(is_public, ("8.8.8.8", "93.184.216.34", "172.32.0.1", "2606:4700::1111", "2a00:1450::1")))


def test_a_name_that_nobody_knows_is_told_in_plain_words() -> None:
    to = destination("https://nobody.invalid/x")

    with pytest.raises(NotDelivered, match="Nobody knows where"):
        post(to, b"{}", headers={})


def test_an_answer_that_drips_is_broken_off() -> None:
    with closing(socket.create_server(("127.0.0.1", 0))) as server:
        threading.Thread(target=_drip, args=(server,), daemon=True).start()
        to = destination(f"http://127.0.0.1:{server.getsockname()[1]}/x", trusted={"127.0.0.1"})

        with pytest.raises(NotDelivered, match="could not be reached"):
            post(to, b"{}", headers={}, trusted={"127.0.0.1"}, seconds=0.3)


def _drip(server: socket.socket) -> None:
    """HttpAnswer with a letter now and then, each well before anybody would lose patience with one."""
    made, _ = server.accept()
    with made, suppress(OSError):
        made.sendall(b"HTTP/1.1 ")
        for _ in range(100):
            time.sleep(0.05)
            made.sendall(b"2")
