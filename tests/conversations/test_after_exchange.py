"""The director owns what follows an exchange: each once, in order, and every step by itself."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from showbible.bible import Bible
from showbible.conversations.learn import after_exchange
from showbible.conversations.model import BeatType, Completion, Evaluation, Visual
from showbible.conversations.recall.talks import Directed
from showbible.errors import Conflict, Invalid, NotFound, TooLarge, TryLater
from showbible.jobs import queue
from showbible.llm.client import Answer, Answered, Prompt
from showbible.llm.offline import Offline
from showbible.storage.database import Database
from tests.conversations.conftest import SUNDAY, Talk, a_talk, texts


@dataclass
class Stumbling:
    """The offline rules, except that the prompts named here fail."""

    fails: set[str]
    name = "rule"

    def ask(self, prompt: Prompt[Answer], /, **facts: object) -> Answered[Answer]:
        """The rule's answer, unless this prompt is one that fails."""
        if prompt.name in self.fails:
            raise RuntimeError("out of tape")
        return Offline().ask(prompt, **facts)


def _say(bible: Bible, session_id: str, text: str, *, exchange_id: str | None = None) -> str:
    return bible.conversations.say(session_id, [("user", text)], exchange_id=exchange_id, at=SUNDAY).exchange_id


def test_the_director_extracts_memories_in_the_series_of_the_talk(bible: Bible, tell: Talk) -> None:
    found = tell(a_talk(bible, series="hometown"), "I live in Oslo.", "Good luck there, you can do it!")

    assert [(each.text, each.series_id, each.made_by) for each in found.memories] == [
        ("I live in Oslo.", "hometown", "rule")
    ]
    assert found.beat.type is BeatType.SUPPORTIVE


def test_the_director_extracts_hooks_for_the_character(bible: Bible, tell: Talk) -> None:
    found = tell(a_talk(bible, series="hometown"), "I have a job interview next Thursday at three.")

    assert [(each.content, each.character_id, each.scope) for each in found.hooks] == [
        ("I have a job interview next Thursday at three", "emma", "character")
    ]


def test_an_exchange_sent_twice_has_one_effect(bible: Bible, tell: Talk) -> None:
    talk = a_talk(bible)

    first = tell(talk, "I live in Oslo. You look beautiful.", exchange_id="x1")
    second = tell(talk, "I live in Oslo. You look beautiful.", exchange_id="x1")

    assert first == second
    assert bible.conversations.dynamic("lena", "emma").tension_level == 34


def test_an_exchange_without_an_id_sent_twice_has_one_effect(bible: Bible, tell: Talk) -> None:
    talk = a_talk(bible)

    found = [tell(talk, "I live in Oslo.") for _ in range(2)]

    assert [each.turn_count for each in found] == [1, 1]


def test_an_exchange_id_with_other_messages_is_refused(bible: Bible, tell: Talk) -> None:
    talk = a_talk(bible)
    tell(talk, "I live in Oslo.", exchange_id="x1")

    with pytest.raises(Conflict, match="other messages"):
        tell(talk, "I live in Bergen.", exchange_id="x1")

    assert texts(bible, character_id="emma") == ["I live in Oslo."]


def test_messages_sent_before_are_not_read_again(bible: Bible) -> None:
    talk = a_talk(bible)
    window = [("user", "I love jazz music."), ("assistant", "Me too!")]
    bible.conversations.say(talk.session_id, window)
    longer = [*window, ("user", "I hate long meetings."), ("assistant", "Who does not?")]

    kept = bible.conversations.say(talk.session_id, longer)
    found = bible.conversations.direct(talk.session_id, kept.exchange_id)

    assert [message.content for message in kept.messages] == ["I hate long meetings.", "Who does not?"]
    assert [each.text for each in found.memories] == ["I hate long meetings."]


def test_exchanges_are_processed_in_order_whichever_is_asked_for(bible: Bible) -> None:
    talk = a_talk(bible)
    _say(bible, talk.session_id, "I live in Oslo.")
    last = _say(bible, talk.session_id, "I moved from Oslo to Bergen.")

    bible.conversations.direct(talk.session_id, last)

    scope = bible.conversations.scope("lena", character_id="emma")
    found = [
        (each.memory.text, each.memory.superseded_by is None)
        for each in bible.conversations.strongest(scope, history=True)
    ]
    assert found == [("I moved from Oslo to Bergen.", True), ("I live in Oslo.", False)]


def test_the_background_does_what_nobody_waited_for(bible: Bible) -> None:
    talk = a_talk(bible)
    exchange_id = _say(bible, talk.session_id, "I live in Oslo.")
    before = bible.conversations.directed(talk.session_id, exchange_id)

    bible.worker().run_all()

    after = bible.conversations.directed(talk.session_id, exchange_id)
    assert (before.is_processed, after.is_processed) == (False, True)
    assert [each.text for each in after.memories] == ["I live in Oslo."]


def test_a_failed_step_leaves_the_others_alone_and_is_recorded(bible: Bible, db: Database) -> None:
    talk = a_talk(bible)
    exchange_id = _say(bible, talk.session_id, "I live in Oslo. Remind me to call home tomorrow.")

    found = after_exchange.process_exchange(bible.db, Stumbling({"exchange_memories"}), talk.session_id, exchange_id)

    assert (found.is_processed, len(found.memories), len(found.hooks)) == (True, 0, 1)
    assert [(each.step, each.error) for each in found.failures] == [("memories", "RuntimeError: out of tape")]


def test_a_failed_step_is_taken_again_until_it_succeeds(bible: Bible) -> None:
    talk = a_talk(bible)
    exchange_id = _say(bible, talk.session_id, "I live in Oslo. You look beautiful.")
    after_exchange.process_exchange(bible.db, Stumbling({"exchange_memories"}), talk.session_id, exchange_id)

    with pytest.raises(TryLater, match="still lacks memories"):
        after_exchange.catch_up(bible.db, Stumbling({"exchange_memories"}), talk.session_id)
    bible.worker().run_all()

    found = bible.conversations.directed(talk.session_id, exchange_id)
    assert ([each.text for each in found.memories], found.failures) == (["I live in Oslo."], ())
    assert bible.conversations.dynamic("lena", "emma").tension_level == 34


def test_a_job_for_a_conversation_that_is_gone_is_done(bible: Bible) -> None:
    talk = a_talk(bible)
    _say(bible, talk.session_id, "I live in Oslo.")
    bible.conversations.forget_user("lena")

    after_exchange.catch_up(bible.db, Offline(), talk.session_id)

    assert queue.listed(bible.db).items == []


def test_nothing_is_remembered_of_a_guest(bible: Bible) -> None:
    talk = bible.conversations.start("emma", user_id=None)
    exchange_id = _say(bible, talk.session_id, "I live in Oslo. Goodbye!")

    found = bible.conversations.direct(talk.session_id, exchange_id)

    assert (found.is_processed, found.memories, found.hooks) == (True, (), ())
    assert bible.db.value("SELECT COUNT(*) FROM memories") == 0


def test_a_turn_budget_suggests_the_end_and_does_not_bar_the_door(bible: Bible, tell: Talk) -> None:
    talk = bible.conversations.start("emma", user_id="lena", turn_budget=2)

    found = [tell(talk, f"Good morning number {number}") for number in range(3)]

    assert [(each.turn_count, each.is_complete, each.completion_trigger) for each in found] == [
        (1, False, None),
        (2, True, "turn_budget"),
        (3, True, "turn_budget"),
    ]


def test_a_farewell_from_both_sides_ends_the_episode(bible: Bible, tell: Talk) -> None:
    found: Directed = tell(a_talk(bible), "Show me your garden. Good night!", "Sleep well, see you tomorrow.")

    assert found.evaluation == Evaluation(visual=Visual.INSTRUCTION, completion=Completion.DONE, next_episode=True)
    assert found.completion_trigger == "semantic"


@pytest.mark.parametrize(
    ("messages", "error"),
    [
        ([], Invalid),
        ([("narrator", "Hello")], Invalid),
        ([("user", "   ")], Invalid),
        ([("user", "x" * 1_000_000)], TooLarge),
        ([("user", "hello")] * 101, TooLarge),
    ],
)
def test_bad_messages_leave_no_exchange(small: Bible, messages: list[tuple[str, str]], error: type[Exception]) -> None:
    talk = a_talk(small)

    with pytest.raises(error):
        small.conversations.say(talk.session_id, messages)

    assert small.conversations.get(talk.session_id).turn_count == 0


def test_an_unknown_time_zone_is_refused(small: Bible) -> None:
    talk = a_talk(small)

    with pytest.raises(Invalid, match="no time zone 'Mars/Olympus'"):
        small.conversations.say(talk.session_id, [("user", "Hello")], timezone="Mars/Olympus")


def test_an_unknown_conversation_is_not_found(bible: Bible) -> None:
    with pytest.raises(NotFound, match="no conversation 'nowhere'"):
        bible.conversations.say("nowhere", [("user", "Hello")])
