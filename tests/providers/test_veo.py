"""What is particular to Veo in Google's cloud: its service account, and work that is done without a film."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import rsa
from pydantic import SecretStr

from showbible.errors import Misconfigured
from showbible.providers.contract import Provider, ProviderFailed, ProviderSilent
from showbible.providers.model import Medium, Order, Refusal
from tests.providers.speaker import Asked, Reply, Shelf
from tests.providers.speakers.veo import NAME, VeoSpeaker

FILM = Order(medium=Medium.VIDEO, prompt="A keeper climbs.", seconds=5.0)


class Cloud(VeoSpeaker):
    """Also gives tokens to service accounts, and says what a test makes it say of work."""

    locked = False
    told: Any = None

    def speak(self, asked: Asked) -> Reply:
        """A token, or what a service says."""
        if asked.path == "/token":
            refused = Reply({"error": "invalid_grant", "error_description": "Account not found."}, status=400)
            return refused if self.locked else Reply({"access_token": "token-1", "expires_in": 3600})
        return Reply(self.told) if self.told is not None else super().speak(asked)

    def with_account(self) -> Provider:
        """The adapter with the file of a service account for its key."""
        account = {
            "type": "service_account",
            "client_email": "studio@studio.iam.gserviceaccount.com",
            "token_uri": f"{self.url}/token",
            "private_key": _private_key(),
        }
        return self.provider(key=SecretStr(json.dumps(account)))


def _private_key() -> str:
    key = rsa.generate_private_key(public_exponent=65537, key_size=2048)
    form = serialization.PrivateFormat.PKCS8
    return key.private_bytes(serialization.Encoding.PEM, form, serialization.NoEncryption()).decode()


@pytest.fixture
def service() -> Iterator[Cloud]:
    with Shelf() as shelf, Cloud(shelf) as service:
        yield service


def test_a_service_account_gets_a_token_and_orders_with_it(service: Cloud) -> None:
    service.with_account().submit(FILM, key="intent-1")

    assert [asked.path.rpartition("/")[2] for asked in service.asked] == [
        "token",
        "veo-3.1-fast-generate-001:predictLongRunning",
    ]
    assert service.asked[-1].headers["authorization"] == "Bearer token-1"


def test_a_service_account_that_gets_no_token_has_ordered_nothing(service: Cloud) -> None:
    service.locked = True

    with pytest.raises(ProviderFailed) as caught:
        service.with_account().submit(FILM, key="intent-1")

    assert caught.value.refusal is Refusal.KEY
    assert {asked.path for asked in service.asked} == {"/token"}


def test_a_film_has_sound_unless_a_person_wants_none(service: Cloud) -> None:
    service.provider().submit(FILM, key="intent-1")
    service.provider(options={"project": "studio", "sound": False}).submit(FILM, key="intent-2")

    assert [asked.json["parameters"]["generateAudio"] for asked in service.asked] == [True, False]


@pytest.mark.parametrize(
    "told", [{"name": NAME, "done": True}, {"name": NAME, "done": True, "response": {}}, {"done": True}, {}]
)
def test_an_answer_that_tells_of_no_film_and_no_reason_says_nothing_of_the_work(service: Cloud, told: Any) -> None:
    service.told = told

    with pytest.raises(ProviderSilent):
        service.provider().follow(NAME)


def test_a_project_and_a_whole_service_account_are_needed(service: Cloud) -> None:
    with pytest.raises(Misconfigured, match="project"):
        service.provider(options={}).submit(FILM, key="intent-1")
    with pytest.raises(Misconfigured, match="no service account"):
        service.provider(key=SecretStr('{"type": "service_account"}')).submit(FILM, key="intent-1")

    assert service.asked == []
