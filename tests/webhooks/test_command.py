"""`showbible webhooks test` says of every address whether it takes a notice."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.processes import showbible
from tests.webhooks.receivers import SECRET, receiving


@pytest.mark.parametrize(("status", "code", "said"), [(204, 0, "delivered"), (500, 1, "answered 500")])
def test_every_address_is_tried_with_a_signed_test_notice(tmp_path: Path, status: int, code: int, said: str) -> None:
    with receiving(status) as receiver:
        told = {"SHOWBIBLE_WEBHOOKS": receiver.url, "SHOWBIBLE_WEBHOOKS_SECRET": SECRET}
        hosts = {"SHOWBIBLE_WEBHOOKS_HOSTS": "127.0.0.1"}

        ended = showbible("webhooks", "test", "--home", tmp_path, **told, **hosts)

    assert (ended.returncode, said in ended.stdout, "token-in-path" in ended.stdout) == (code, True, False)
    assert [came.headers["Showbible-Event"] for came in receiver.came] == ["test"]
