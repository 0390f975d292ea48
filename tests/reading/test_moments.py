"""Words for a time become an absolute one in the speaker's zone, and the words are kept."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from showbible.reading import moments

SUNDAY = datetime(2026, 11, 15, 10, 0, tzinfo=UTC)
WEDNESDAY = datetime(2026, 11, 18, 10, 0, tzinfo=UTC)


@pytest.mark.parametrize(
    ("sentence", "phrase", "when"),
    [
        ("I have a job interview next Thursday at three", "next Thursday at three", "2026-11-19T14:00"),
        ("We leave the day after tomorrow", "the day after tomorrow", "2026-11-17T08:00"),
        ("We go hiking next weekend", "next weekend", "2026-11-21T08:00"),
        ("Dinner with mum tomorrow at 7pm", "tomorrow at 7pm", "2026-11-16T18:00"),
        ("My flight is in two weeks", "in two weeks", "2026-11-29T08:00"),
        ("The party is on the 20th", "on the 20th", "2026-11-20T08:00"),
        ("I have surgery on March 3rd", "on March 3rd", "2027-03-03T08:00"),
        ("The concert is tonight", "tonight", "2026-11-15T19:00"),
        ("My exam is on Friday at half past nine", "on Friday at half past nine", "2026-11-20T08:30"),
        ("We leave a week from Friday", "a week from Friday", "2026-11-27T08:00"),
        ("I start on 2026-12-01", "2026-12-01", "2026-12-01T08:00"),
        ("I move next month", "next month", "2026-12-01T08:00"),
    ],
)
def test_a_time_is_resolved_in_the_user_s_zone(sentence: str, phrase: str, when: str) -> None:
    found = moments.find(sentence, at=SUNDAY, zone="Europe/Oslo")

    assert found is not None
    assert (found.phrase, found.when) == (phrase, datetime.fromisoformat(f"{when}:00+00:00"))


def test_the_same_words_mean_another_moment_in_another_zone() -> None:
    found = moments.find("See you tomorrow at 9am", at=SUNDAY, zone="Asia/Tokyo")

    assert found is not None and found.when == datetime(2026, 11, 16, 0, 0, tzinfo=UTC)


@pytest.mark.parametrize(
    "sentence",
    [
        "I am 25 years old",
        "We may 5 times",
        "I march 5 miles",
        "Last Tuesday was fun",
        "Call me at three",
        "I have 2 dogs",
    ],
)
def test_what_names_no_time_to_come_is_left_alone(sentence: str) -> None:
    assert moments.find(sentence, at=SUNDAY, zone="UTC") is None


def test_a_clock_change_between_now_and_then_is_counted() -> None:
    before = datetime(2026, 10, 24, 10, 0, tzinfo=UTC)

    found = moments.find("Lunch tomorrow at noon", at=before, zone="Europe/Oslo")

    assert found is not None and found.when == datetime(2026, 10, 25, 11, 0, tzinfo=UTC)


@pytest.mark.parametrize(
    ("sentence", "when"),
    [
        ("The interview is next Thursday", "2026-11-26T09:00"),
        ("The interview is on Thursday", "2026-11-19T09:00"),
        ("The interview got moved to Friday at 4", "2026-11-20T16:00"),
        ("Wake me in 20 minutes", "2026-11-18T10:20"),
        ("Wir sehen uns am 3. Mai um halb acht", "2027-05-03T07:30"),
        ("Ich fahre übermorgen", "2026-11-20T09:00"),
        ("El examen es dentro de dos semanas", "2026-12-02T09:00"),
        ("Llego mañana a las seis y media de la tarde", "2026-11-19T18:30"),
        ("On part vendredi à 18 h 30", "2026-11-20T18:30"),
        ("明日の午後三時に会います", "2026-11-19T15:00"),
    ],
)
def test_a_wednesday_sees_times_to_come(sentence: str, when: str) -> None:
    found = moments.find(sentence, at=WEDNESDAY, zone="UTC")

    assert found is not None and found.when == datetime.fromisoformat(f"{when}+00:00")


@pytest.mark.parametrize(
    ("sentence", "when"),
    [
        ("I met him two weeks ago", "2026-11-04"),
        ("We married last spring", "2026-03-01"),
        ("Last Tuesday was fun", "2026-11-17"),
        ("Vor drei Tagen war ich krank", "2026-11-15"),
        ("Hace un mes empecé", "2026-10-18"),
        ("Il y a deux ans j'ai déménagé", "2024-11-18"),
        ("昨日会いました", "2026-11-17"),
    ],
)
def test_a_past_time_is_known_as_past(sentence: str, when: str) -> None:
    found = moments.named(sentence, at=WEDNESDAY, zone="UTC")

    assert found is not None and (found.is_past, f"{found.when:%Y-%m-%d}") == (True, when)
