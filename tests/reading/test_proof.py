"""What holds stays where two sentences share a person, a sort of number or a neighbour, and no matter."""

from __future__ import annotations

import pytest

from showbible.reading import changes, reader
from showbible.reading.model import Earlier
from tests.reading.conftest import WEDNESDAY, read, replaced


@pytest.mark.parametrize(
    "said",
    [
        ("The deposit is 1,800.", "Our neighbour keeps nine ducks in the yard."),
        ("My cousin Petra is forty.", "Petra missed five."),
        ("Otis sang a solo on Sunday.", "Otis has a dentist on the Monday at two."),
        ("Row: 5 km, 24 minutes, one heron.", "Row: 6 km, 29 minutes, no wind."),
        ("Row: 5 km, 24 minutes, one heron.", "No rowing for a month."),
        ("Table two is the Okoros, they tip.", "Table four is Mr Bell, he sings."),
        ("Eleven people in one van.", "Three sheds, no ladder, one broken rake."),
        ("It was 40 swifts on the roof.", "The swifts have gone."),
        ("Our lodger is Ivo.", "I'd rather sell Ivo."),
        ("Mina took up rowing on the lake.", "Mina rowed a mile without a rest."),
        ("I live in a mill by the weir.", "We've settled on Copper Moon for the title."),
        ("Three of the lambs have stood up.", "The fourth lamb never stood up."),
        ("It's eight shelves, and they gave us till May.", "Eight shelves, 640 hooks, one mirror."),
        ("Grandma won 5 quid at bingo.", "New lamp, 30 quid, grandma chose it."),
    ],
)
def test_what_shares_too_little_replaces_nothing(said: tuple[str, str]) -> None:
    assert replaced(*said) == []


@pytest.mark.parametrize(
    "said",
    [
        ("My deposit is 1,800.", "My deposit is 2,100."),
        ("My cousin Petra is forty.", "Petra is forty-one."),
        ("Our tax hearing is on the 4th.", "Our tax hearing has been moved to the 19th."),
        ("We're at table 2.", "We're at table 4."),
        ("I keep nine ducks.", "I keep twelve ducks now."),
        ("I live in a mill by the weir.", "We've settled in Hull."),
        ("I own a punt.", "I've sold the punt."),
    ],
)
def test_what_shares_its_matter_still_replaces(said: tuple[str, str]) -> None:
    assert replaced(*said) == ["0"]


@pytest.mark.parametrize(
    ("old", "message", "is_meant"),
    [
        ("The Gannet's mast broke.", "Bought a boat of my own. A used Wayfarer, blue.", False),
        ("The lead is played by Noor, twenty-six.", "Handed it in. Three days early.", False),
        ("The crossing took three hours.", "I've asked the skipper since. Five hours.", True),
    ],
)
def test_a_value_that_goes_on_with_its_own_message_puts_nothing_else_right(
    old: str, message: str, is_meant: bool
) -> None:
    first, new = reader.read(message, at=WEDNESDAY)
    earlier = [
        Earlier(id="same", reading=first, sentences_ago=1, same_turn=True),
        Earlier(id="old", reading=read(old), sentences_ago=2),
    ]

    found = [each.earlier_id for each in changes.effects(new, earlier) if each.kind.replaces]

    assert found == (["old"] if is_meant else [])
