"""Each exchange adds one beat; the dynamic is their sum, and analytics finds who is stuck."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

from hypothesis import given
from hypothesis import strategies as st

from showbible.bible import Bible
from showbible.conversations.model import Beat, BeatType, Dynamic, Milestone
from showbible.conversations.recall.bonds import TONES, tone
from showbible.conversations.record.bonds import stepped
from tests.conversations.conftest import Talk, a_talk


def _sum(dynamic: Dynamic) -> int:
    return sum(each.tension_change for each in dynamic.recent_beats)


def test_strangers_begin_warm_with_a_little_tension(bible: Bible) -> None:
    assert bible.conversations.dynamic("lena", "emma") == Dynamic(
        tone="warm", tension_level=30, recent_beats=(), milestones=()
    )


def test_the_dynamic_keeps_the_last_ten_beats_and_every_milestone(bible: Bible, tell: Talk) -> None:
    talk = a_talk(bible)
    tell(talk, "I love you.")
    for number in range(11):
        tell(talk, f"You look beautiful, number {number}.")

    found = bible.conversations.dynamic("lena", "emma")

    assert [past.type for past in found.recent_beats] == [BeatType.FLIRTY] * 10
    assert (found.tone, found.tension_level) == ("flirty", 66)
    assert found.milestones == (Milestone.DEEP_CONFESSION,)


def test_exchanges_of_many_talks_at_once_lose_no_beat(bible: Bible, tell: Talk) -> None:
    talks = [a_talk(bible, series=f"s{number}") for number in range(6)]

    with ThreadPoolExecutor(6) as pool:
        list(pool.map(lambda talk: tell(talk, "You look beautiful."), talks))

    found = bible.conversations.dynamic("lena", "emma")
    assert (found.tension_level, len(found.recent_beats)) == (30 + _sum(found), 6)


def test_the_same_talk_processed_by_many_at_once_counts_each_exchange_once(bible: Bible) -> None:
    talk = a_talk(bible)
    ids = [
        bible.conversations.say(talk.session_id, [("user", f"You look beautiful, number {n}.")]).exchange_id
        for n in range(4)
    ]

    with ThreadPoolExecutor(4) as pool:
        list(pool.map(lambda each: bible.conversations.direct(talk.session_id, each), ids))

    found = bible.conversations.dynamic("lena", "emma")
    assert (found.tension_level, len(found.recent_beats)) == (30 + _sum(found), 4)


def test_beats_are_counted_per_episode(bible: Bible, tell: Talk) -> None:
    for episode, text in (("e1", "You look beautiful."), ("e1", "Good morning."), ("e2", "I missed you.")):
        talk = bible.conversations.start("emma", user_id="lena", series_id="hometown", episode_id=episode)
        tell(talk, text)

    episodes, _ = bible.conversations.beats(series_id="hometown")

    assert [(each.episode_id, each.beats, each.quality) for each in episodes] == [
        ("e1", {BeatType.FLIRTY: 1, BeatType.NEUTRAL: 1}, 0.5),
        ("e2", {BeatType.LONGING: 1}, 1.0),
    ]


def test_a_relationship_of_nothing_but_small_talk_is_stuck(bible: Bible, tell: Talk) -> None:
    dull, lively = a_talk(bible), a_talk(bible, character="liam")
    for number in range(8):
        tell(dull, f"Good morning number {number}.")
        tell(lively, f"You look beautiful, number {number}.")

    _, stuck = bible.conversations.beats()

    assert [(each.user_id, each.character_id, each.neutral_share) for each in stuck] == [("lena", "emma", 1.0)]


def test_small_talk_around_a_confidence_is_no_standstill(bible: Bible, tell: Talk) -> None:
    talk = a_talk(bible)
    for number in range(9):
        tell(talk, "My mother has cancer." if number == 4 else f"Good morning number {number}.")

    _, stuck = bible.conversations.beats()

    assert stuck == []


@given(st.integers(0, 100), st.lists(st.integers(-(10**9), 10**9)))
def test_tension_never_leaves_its_bounds_and_no_step_is_over_fifteen(tension: int, changes: list[int]) -> None:
    for change in changes:
        before, tension = tension, stepped(tension, change)
        assert 0 <= tension <= 100 and abs(tension - before) <= 15


def test_every_beat_has_a_tone() -> None:
    assert set(TONES) == set(BeatType)


def test_the_tone_is_that_of_the_latest_telling_beat() -> None:
    latest = (Beat(), Beat(type=BeatType.TENSE), Beat(type=BeatType.FLIRTY))

    assert (tone(latest), tone((Beat(),) * 3 + latest)) == ("tense", "warm")
