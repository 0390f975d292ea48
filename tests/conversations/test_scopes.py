"""A series, another series and free chat are three pools that never leak; hooks follow the character."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from showbible.bible import Bible
from showbible.conversations.model import HookDraft, Scope
from showbible.errors import Invalid
from showbible.vocabulary import new_id
from tests.conversations.conftest import Talk, a_talk, texts


def test_memories_of_a_series_stay_in_the_series(bible: Bible, tell: Talk) -> None:
    tell(a_talk(bible, series="hometown"), "I live in Oslo.")
    tell(a_talk(bible, series="office"), "I work as a nurse.")
    tell(a_talk(bible), "I love jazz music.")

    assert texts(bible, series_id="hometown") == ["I live in Oslo."]
    assert texts(bible, series_id="office") == ["I work as a nurse."]
    assert texts(bible, character_id="emma") == ["I love jazz music."]


def test_free_chat_with_a_character_sees_no_memory_of_its_series(bible: Bible, tell: Talk) -> None:
    tell(a_talk(bible, series="hometown"), "I live in Oslo.")

    assert texts(bible, character_id="emma") == []


def test_characters_of_one_series_share_its_memories(bible: Bible, tell: Talk) -> None:
    tell(a_talk(bible, series="hometown"), "I live in Oslo.")
    other = a_talk(bible, series="hometown", character="liam")

    brief = bible.conversations.brief(other.session_id)

    assert [each.memory.text for each in brief.memories] == ["I live in Oslo."]


def test_a_scope_without_series_and_character_is_refused() -> None:
    with pytest.raises(Invalid, match="series_id"):
        Scope(user_id="lena")


def test_a_scope_of_an_unsafe_id_is_refused() -> None:
    with pytest.raises(Invalid, match="series id"):
        Scope(user_id="lena", series_id="a/series/b")


def test_a_character_that_never_appeared_in_a_known_series_is_refused(bible: Bible) -> None:
    a_talk(bible, series="hometown")

    with pytest.raises(Invalid, match="liam has never appeared in hometown"):
        bible.conversations.scope("lena", character_id="liam", series_id="hometown")


def test_a_hook_made_in_one_series_shows_in_another_and_in_free_chat(bible: Bible, tell: Talk) -> None:
    tell(a_talk(bible, series="hometown"), "I have a job interview next Thursday at three.")
    elsewhere = [a_talk(bible, series="office"), a_talk(bible)]

    offered = [[hook.content for hook in bible.conversations.brief(talk.session_id).hooks] for talk in elsewhere]

    assert offered == [["I have a job interview next Thursday at three"]] * 2


def test_a_hook_marked_for_its_series_shows_nowhere_else(bible: Bible, tell: Talk) -> None:
    made = tell(a_talk(bible, series="hometown"), "Remind me to ask about my ex tomorrow.").hooks[0]
    bible.conversations.hooks.correct(made.hook_id, {"scope": "series"})

    seen = {
        series: len(bible.conversations.open_hooks(Scope(user_id="lena", character_id="emma", series_id=series)))
        for series in ("hometown", "office", None)
    }

    assert seen == {"hometown": 1, "office": 0, None: 0}


def test_a_hook_does_not_show_with_another_character(bible: Bible) -> None:
    bible.conversations.add_hook(
        Scope(user_id="lena", character_id="emma"), HookDraft(type="follow_up", content="The move")
    )

    assert bible.conversations.open_hooks(Scope(user_id="lena", character_id="liam")) == []


_SCOPES = st.builds(
    lambda user, character, series: (user, character, series),
    st.sampled_from(["ann", "ann-series", "bo"]),
    st.sampled_from(["emma", "series", "liam"]),
    st.sampled_from(["emma", "hometown", None]),
)


@settings(max_examples=15, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(scopes=st.lists(_SCOPES, min_size=2, max_size=6, unique=True))
def test_no_choice_of_ids_makes_two_pools_leak(bible: Bible, scopes: list[tuple[str, str, str | None]]) -> None:
    run = new_id()
    told: dict[tuple[str, str], set[str]] = {}
    for number, (user, character, series) in enumerate(scopes):
        scope = Scope(user_id=f"{run}-{user}", character_id=character, series_id=series)
        bible.conversations.remember(scope, "fact", f"the lantern number {number}", memory_id=f"{run}-{number}")
        told.setdefault((user, f"series {series}" if series else character), set()).add(f"{run}-{number}")

    for user, character, series in scopes:
        scope = Scope(user_id=f"{run}-{user}", character_id=character, series_id=series)
        found = {each.memory.memory_id for each in bible.conversations.recall(scope, "lantern", limit=50, history=True)}
        listed = {each.memory.memory_id for each in bible.conversations.strongest(scope, limit=50, history=True)}
        assert found == listed == told[(user, f"series {series}" if series else character)]
