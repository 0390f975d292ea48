"""`studio.toml` names providers, who makes what, prices and currencies; what is wrong in it is said in its words."""

from __future__ import annotations

from datetime import date
from decimal import Decimal
from pathlib import Path

import pytest

from showbible.errors import Misconfigured
from showbible.providers.model import Charge, Medium, Order
from showbible.providers.roster import Roster, WhenDown
from showbible.providers.services.http import HttpProvider

FILE = """
[crew]
video = "far"
when_down = "stand_in"

[providers.far]
kind = "http"
base_url = "https://films.example/v1"
key = "env:FAR_KEY"
options = { makes = ["video"] }

[[providers.far.prices]]
amount = "2.5"
per = "second"
currency = "far_credit"

[[providers.far.prices]]
amount = "3"
per = "second"
currency = "far_credit"
since = 2027-01-01

[currencies]
far_credit = "0.01"
"""


def _read(folder: Path, text: str) -> Roster:
    (folder / "studio.toml").write_text(text)
    return Roster.read(folder)


def test_a_studio_without_the_file_has_nobody(tmp_path: Path) -> None:
    assert Roster.read(tmp_path).makers(Medium.VIDEO) == []


def test_a_provider_is_made_as_the_file_says_with_the_key_from_where_it_is_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FAR_KEY", "hidden")
    roster = _read(tmp_path, FILE)

    (far,) = roster.makers(Medium.VIDEO)

    assert (far.name, far.secret(), roster.crew.when_down) == ("far", "hidden", WhenDown.STAND_IN)
    assert "hidden" not in repr(far.setup) + repr(roster)


@pytest.mark.parametrize(("day", "micros"), [(date(2026, 12, 31), 100_000), (date(2027, 1, 1), 120_000)])
def test_a_price_counts_from_its_day_on_and_credits_are_turned_into_dollars(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, day: date, micros: int
) -> None:
    monkeypatch.setenv("FAR_KEY", "hidden")
    roster = _read(tmp_path, FILE)
    order = Order(medium=Medium.VIDEO, prompt="waves", seconds=4)

    assert roster.currencies.micros(roster.provider("far").quote(order, on=day)) == micros


def test_a_currency_that_nobody_priced_is_asked_for(tmp_path: Path) -> None:
    with pytest.raises(Misconfigured, match=r"what a EUR is worth: write `EUR"):
        Roster.read(tmp_path).currencies.micros(Charge(amount=Decimal(1), currency="EUR"))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[crew", "is no TOML"),
        ("[crews]", "crews: Extra inputs are not permitted"),
        ("[crew]\nvideo = 'far'", r"names far, of which there is no \[providers.far\]"),
        ("[providers.animatic]\nkind = 'http'", "one of the embedded crew"),
        ("[providers.'A b']\nkind = 'http'", "cannot be called"),
        ("[providers.far]\nkind = 'http'\n[[providers.far.prices]]\namount = '-1'\nper = 'second'", "A price of -1"),
        ("[providers.far]\nkind = 'http'\n[[providers.far.prices]]\namount = '1'\nper = 'mile'", "prices.0.per"),
        ("[currencies]\nEUR = '0'", "worth more than"),
        ("[providers.far]\npatience = 0", "patience"),
    ],
)
def test_a_file_that_says_something_else_is_refused_in_its_own_words(tmp_path: Path, text: str, said: str) -> None:
    with pytest.raises(Misconfigured, match=said):
        _read(tmp_path, text)


@pytest.mark.parametrize(
    ("entry", "said"),
    [
        ("kind = 'nobody.here:Film'", "cannot be imported; what is missing: No module named 'nobody'"),
        ("kind = 'showbible.errors:Invalid'", "is no class of providers"),
        ("kind = 'nobody'", "There is no provider 'nobody'. There are: .*http"),
        ("kind = 'http'", "needs an http or https address"),
        (
            "kind = 'http'\nbase_url = 'https://films.example'\n[[providers.far.prices]]\nmodel = 'x9'\n"
            "amount = '1'\nper = 'piece'",
            "far has no model x9 that could have a price. It has: far",
        ),
        ("kind = 'http'\nkey = 'abc123'", "reads `env:NAME` or `file:PATH`"),
        ("kind = 'http'\nkey = 'env:NOT_THERE'", "variable NOT_THERE, which is not set"),
        ("kind = 'http'\nkey = 'file:/nowhere/key'", "cannot be read from key"),
    ],
)
def test_a_provider_that_cannot_be_made_is_refused_when_it_is_wanted(tmp_path: Path, entry: str, said: str) -> None:
    roster = _read(tmp_path, f"[providers.far]\n{entry}")

    with pytest.raises(Misconfigured, match=said):
        roster.provider("far")


class Near(HttpProvider):
    """A provider that no package brings."""


def test_a_class_can_be_named_where_no_package_brings_it(tmp_path: Path) -> None:
    text = f"[providers.near]\nkind = '{__name__}:Near'\nbase_url = 'https://films.example'"

    assert type(_read(tmp_path, text).provider("near")) is Near


def test_a_key_in_a_file_is_read_only_if_its_owner_alone_can(tmp_path: Path) -> None:
    file = tmp_path / "far.key"
    file.write_text("hidden\n")
    text = f"[providers.far]\nkind = 'http'\nbase_url = 'https://films.example'\nkey = 'file:{file}'"
    file.chmod(0o644)
    with pytest.raises(Misconfigured, match="Others can read the key of far"):
        _read(tmp_path, text).provider("far")

    file.chmod(0o600)

    assert _read(tmp_path, text).provider("far").secret() == "hidden"


def test_the_file_of_earlier_days_is_not_passed_over_in_silence(tmp_path: Path) -> None:
    (tmp_path / "studio.json").write_text("{}")

    with pytest.raises(Misconfigured, match="is not read any more"):
        Roster.read(tmp_path)
