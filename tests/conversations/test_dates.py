"""Words for a time become an absolute one in the speaker's zone, and the words are kept."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from showbible.reading import moments as dates

SUNDAY = datetime(2026, 11, 15, 10, 0, tzinfo=UTC)


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
        ("Remind me in 20 minutes", "in 20 minutes", "2026-11-15T10:20"),
        ("The kettle is done in two hours", "in two hours", "2026-11-15T12:00"),
        ("I move next month", "next month", "2026-12-01T08:00"),
    ],
)
def test_a_time_is_resolved_in_the_user_s_zone(sentence: str, phrase: str, when: str) -> None:
    found = dates.find(sentence, at=SUNDAY, zone="Europe/Oslo")

    assert found is not None
    assert (found.phrase, found.when) == (phrase, datetime.fromisoformat(f"{when}:00+00:00"))


@pytest.mark.parametrize(("weekday", "when"), [(18, 26), (19, 26), (22, 26), (23, 3)])
def test_next_thursday_is_the_one_of_the_next_week(weekday: int, when: int) -> None:
    found = dates.find("See you next Thursday", at=SUNDAY.replace(day=weekday), zone="UTC")

    assert found is not None and found.when.day == when


def test_the_same_words_mean_another_moment_in_another_zone() -> None:
    found = dates.find("See you tomorrow at 9am", at=SUNDAY, zone="Asia/Tokyo")

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
    assert dates.find(sentence, at=SUNDAY, zone="UTC") is None


def test_a_clock_change_between_now_and_then_is_counted() -> None:
    before = datetime(2026, 10, 24, 10, 0, tzinfo=UTC)

    found = dates.find("Lunch tomorrow at noon", at=before, zone="Europe/Oslo")

    assert found is not None and found.when == datetime(2026, 10, 25, 11, 0, tzinfo=UTC)
