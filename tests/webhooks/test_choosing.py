"""Hooks that could never be told safely are refused before anything starts."""

from __future__ import annotations

from pathlib import Path

import pytest

from showbible.errors import Misconfigured
from showbible.settings import Settings
from showbible.webhooks.choosing import choose
from tests.webhooks.receivers import SECRET


@pytest.mark.parametrize(
    ("url", "reason"),
    [
        ("http://hooks.example/x", "by https only"),
        ("ftp://hooks.example:21/x", "reads https://host/path"),
        ("hooks.example", "reads https://host/path"),
        ("https://me:word@hooks.example/x", "holds a name or a password"),
        ("https://hooks.example:99999/x", "reads https://host/path"),
        ("https://①②⑦.⓪.⓪.①/x", "reads https://host/path"),
    ],
)
def test_an_address_that_is_none_or_not_safe_is_refused_without_its_path(url: str, reason: str) -> None:
    with pytest.raises(Misconfigured, match=reason) as refusal:
        choose(Settings(webhooks=url, webhooks_secret=SECRET))

    assert "/x" not in str(refusal.value)


def test_a_host_that_is_trusted_needs_no_https() -> None:
    found = choose(Settings(webhooks="http://hub.lan:9000/x", webhooks_secret=SECRET, webhooks_hosts="hub.lan:9000"))

    assert [hook.to.place for hook in found.hooks] == ["hub.lan:9000"]


@pytest.mark.parametrize("secret", [None, "short"])
def test_notices_are_never_sent_without_a_secret_that_nobody_guesses(secret: str | None) -> None:
    with pytest.raises(Misconfigured, match="Webhooks are signed"):
        choose(Settings(webhooks="https://hooks.example/x", webhooks_secret=secret))


def test_a_secret_in_a_file_is_taken_only_if_it_is_its_owners_alone(tmp_path: Path) -> None:
    file = tmp_path / "secret"
    file.write_text(f"{SECRET}\n")
    file.chmod(0o640)
    settings = Settings(webhooks="https://hooks.example/x", webhooks_secret_file=str(file))
    with pytest.raises(Misconfigured, match="Others may read"):
        choose(settings)

    file.chmod(0o600)

    assert choose(settings).secret == SECRET


def test_a_secret_and_a_file_with_one_are_not_both_given() -> None:
    with pytest.raises(Misconfigured, match="not both"):
        Settings(webhooks_secret=SECRET, webhooks_secret_file="secret")


def test_neither_a_secret_nor_the_path_of_an_address_is_shown() -> None:
    settings = Settings(webhooks="https://hooks.example/token", webhooks_secret=SECRET)
    (hook,) = choose(settings).hooks

    assert SECRET not in f"{settings} {choose(settings)}"
    assert "token" not in f"{settings} {hook.name}"
