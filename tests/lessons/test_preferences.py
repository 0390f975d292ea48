"""Preferences are checked, merged and reset field by field, and each says who decided it."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

import pytest

from showbible.bible import Bible
from showbible.errors import Invalid, ShowbibleError
from showbible.lessons.model import DecidedBy
from showbible.lessons.recall.preference_fields import FIELDS, Preferences
from tests.lessons.conftest import Produce


def test_everybody_starts_with_the_defaults(bible: Bible) -> None:
    found = bible.lessons.preferences()

    assert asdict(found.values) == {
        "preferred_style": "balanced",
        "preferred_tier": None,
        "default_voice": "nova",
        "default_voice_speed": 1.0,
        "default_music_mood": "ambient",
        "default_audio_tier": "simple_overlay",
        "brand_colors": (),
        "quality_threshold": 75,
        "max_budget_per_run": None,
        "favorite_moods": (),
        "preferred_duration": None,
        "disliked_music_styles": (),
        "value_for_money": "quality",
        "explore": "when_asked",
    }
    assert (set(found.sources.values()), bible.lessons.overview().preferences_set) == ({DecidedBy.DEFAULT}, False)


def test_setting_merges_and_null_gives_a_field_back(bible: Bible) -> None:
    bible.lessons.prefer({"default_voice": "onyx", "quality_threshold": 0})

    found = bible.lessons.prefer({"default_voice": None, "brand_colors": ["#1e90ff", "teal"]})

    assert (found.values.default_voice, found.values.quality_threshold, found.values.brand_colors) == (
        "nova",
        0,
        ("#1e90ff", "teal"),
    )
    assert [found.sources[name] for name in ("default_voice", "quality_threshold", "brand_colors")] == [
        DecidedBy.DEFAULT,
        DecidedBy.SET,
        DecidedBy.SET,
    ]


@pytest.mark.parametrize(
    ("field", "told", "kept"),
    [
        ("preferred_tier", "MOTION", "motion_graphics"),
        ("preferred_tier", "photoreal", "photorealistic"),
        ("default_audio_tier", "TIME_SYNCED", "time_synced"),
        ("preferred_style", "creative", "dynamic"),
        ("preferred_style", "Cinematic", "cinematic"),
        ("default_voice_speed", 0.25, 0.25),
        ("max_budget_per_run", "12.50", 12.5),
        ("default_voice", "My own voice", "My own voice"),
        ("preferred_duration", 45.0, 45),
    ],
)
def test_the_documents_other_names_are_understood(small: Bible, field: str, told: object, kept: object) -> None:
    assert asdict(small.lessons.prefer({field: told}).values)[field] == kept


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("preferred_style", "baroque"),
        ("preferred_tier", "claymation"),
        ("default_voice", ""),
        ("default_voice", "x" * 65),
        ("default_voice_speed", 0.2),
        ("default_voice_speed", 4.1),
        ("default_voice_speed", True),
        ("default_voice_speed", float("nan")),
        ("quality_threshold", 101),
        ("quality_threshold", -1),
        ("max_budget_per_run", -1),
        ("max_budget_per_run", "1.0000001"),
        ("brand_colors", ["red;}"]),
        ("brand_colors", ["#12345"]),
        ("brand_colors", "red"),
        ("favorite_moods", [1]),
        ("favorite_moods", ["x"] * 65),
        ("preferred_duration", 0),
        ("preferred_duration", 1.5),
        ("shoe_size", 44),
        ("shoe_size", None),
    ],
)
def test_a_bad_value_is_refused_and_nothing_changes(small: Bible, field: str, value: object) -> None:
    before = small.lessons.prefer({"default_voice": "onyx"})

    with pytest.raises(ShowbibleError, match=field):
        small.lessons.prefer({"default_music_mood": "tense", field: value})

    assert small.lessons.preferences() == before


def test_every_user_has_their_own(bible: Bible) -> None:
    bible.lessons.prefer({"default_voice": "echo"}, user_id="ada")

    assert (bible.lessons.preferences("ada").values.default_voice, bible.lessons.preferences().values) == (
        "echo",
        Preferences(),
    )


def test_what_was_praised_more_than_once_is_learned(bible: Bible, produce: Produce) -> None:
    for seconds in (30.0, 40.0, 60.0):
        produce(mood="calm", rating=5, seconds=seconds)
    produce(mood="tense", rating=5)

    found = bible.lessons.preferences()

    assert (found.values.favorite_moods, found.values.preferred_duration) == (("calm",), 35)
    assert found.sources["favorite_moods"] is DecidedBy.LEARNED


def test_what_a_person_set_is_not_overruled_by_what_was_learned(bible: Bible, produce: Produce) -> None:
    for _ in range(3):
        produce(mood="calm", music_style="piano", rating=5)

    found = bible.lessons.prefer({"favorite_moods": [], "disliked_music_styles": ["jazz"]})

    assert (found.values.favorite_moods, found.sources["favorite_moods"]) == ((), DecidedBy.SET)


def test_every_preference_has_a_source(bible: Bible) -> None:
    assert tuple(bible.lessons.preferences().sources) == FIELDS


def test_a_run_over_the_users_limit_is_not_started(bible: Bible) -> None:
    bible.lessons.prefer({"max_budget_per_run": "10"})

    with pytest.raises(Invalid, match=r"over the limit of \$10.00"):
        bible.runs.start("A teaser", budget="10.01")

    assert bible.runs.list().total == 0


@pytest.mark.parametrize(("asked", "given"), [({}, "time_synced"), ({"audio_tier": "none"}, "none")])
def test_a_run_takes_the_users_audio_tier_unless_asked(bible: Bible, asked: dict[str, Any], given: str) -> None:
    bible.lessons.prefer({"default_audio_tier": "TIME_SYNCED"})

    assert bible.runs.start("A teaser", budget="1", **asked).audio_tier == given
