"""What a concept names is drawn as what it is, or stands there in words."""

from __future__ import annotations

import pytest

from showbible.studio import lexicon
from showbible.studio.subjects import mentions


@pytest.mark.parametrize(
    ("concept", "subject"),
    [
        ("A beekeeper counts the empty hives", "person"),
        ("Our grandmother learns to swim", "person"),
        ("The rusty robot plants a garden", "robot"),
        ("Trailer for a documentary about whales", "whale"),
        ("A rowing boat drifts in the fog", "none"),  # the boat itself is drawn
    ],
)
def test_whoever_can_be_drawn_is_drawn(concept: str, subject: str) -> None:
    look = lexicon.look(concept, mood="ambient")

    assert (look.subject, look.subject_title) == (subject, "")


@pytest.mark.parametrize(
    ("concept", "title"),
    [
        ("A hedgehog opens a bakery", "A hedgehog"),
        ("The violin remembers every song", "The violin"),
        ("Explainer about compound interest", "Compound interest"),
        ("Rain falls on the fairground", "Rain"),
        ("a submarine under the ice", "A submarine"),
        ("折り鶴の旅", "折り鶴の旅"),
    ],
)
def test_what_cannot_be_drawn_stands_there_in_words(concept: str, title: str) -> None:
    look = lexicon.look(concept, mood="ambient")

    assert (look.subject, look.subject_title) == ("card", title)


def test_a_thing_that_matters_and_cannot_be_drawn_is_named_where_it_is_seen_closely() -> None:
    look = lexicon.look("A lighthouse keeper burns the logbook in the stove", mood="tense")

    assert (look.prop, look.prop_title) == ("lighthouse", "The logbook")


def test_a_kind_of_film_is_not_what_the_film_shows() -> None:
    assert [each.text for each in mentions("A trailer for the harvest festival")] == ["the harvest festival"]
