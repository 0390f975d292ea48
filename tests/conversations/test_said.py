"""What was said is kept word for word and found at once, whether or not anything was made of it."""

from __future__ import annotations

import pytest

from showbible.bible import Bible
from showbible.conversations.model import MemoryDraft, MemoryType, Scope
from showbible.conversations.recall import memories
from showbible.conversations.recall.wording import lines
from showbible.errors import Invalid
from showbible.reading.reader import MOST_SENTENCES
from tests.conversations.conftest import SUNDAY, Talk, a_talk, texts
from tests.web.conftest import Caller

EMMA = Scope(user_id="lena", character_id="emma")


def _found(bible: Bible, query: str, *, scope: Scope = EMMA, paused: bool = False) -> list[tuple[str, str]]:
    found = bible.conversations.recall(scope, query, paused=paused)
    return [(each.memory.type.value, each.memory.text) for each in found]


def _say(bible: Bible, text: str, reply: str = "Go on.", *, series: str | None = None) -> None:
    talk = a_talk(bible, series=series)
    bible.conversations.say(talk.session_id, [("user", text), ("assistant", reply)], at=SUNDAY)


def test_what_was_said_is_found_before_anybody_has_read_it(bible: Bible) -> None:
    _say(bible, "The ferry smelled of diesel.", "Ferries do.")

    assert ("said", "The ferry smelled of diesel.") in _found(bible, "diesel")


def test_a_line_knows_who_said_it_and_when(bible: Bible) -> None:
    _say(bible, "Hm.", "My lighthouse has a red door.")

    line = bible.conversations.recall(EMMA, "lighthouse")[0].memory

    assert (line.speaker, line.said_at, line.importance) == ("assistant", SUNDAY, 0.0)


def test_of_a_line_it_is_known_what_the_same_speaker_said_just_before_it(bible: Bible, tell: Talk) -> None:
    tell(a_talk(bible), "I live in Oslo. It rains. Hardly ever.", "Poor you. Go on.")
    known = {row.text: row.memory_id for row in bible.db.all("SELECT text, memory_id FROM memories")}

    found = memories.said_before(bible.db, [*known.values()])

    assert {text: found.get(each) for text, each in known.items()} == {
        "I live in Oslo.": None,
        "It rains.": "I live in Oslo.",
        "Hardly ever.": "It rains.",
        "Poor you.": None,
        "Go on.": "Poor you.",
    }


def test_a_line_that_is_worth_more_stays_one_row(bible: Bible, tell: Talk) -> None:
    made = tell(a_talk(bible), "I live in Oslo.").memories[0]

    found = [each for each in _found(bible, "Oslo") if "Oslo" in each[1]]

    assert (made.text, found) == ("I live in Oslo.", [("fact", "I live in Oslo.")])


def test_lists_and_counts_are_of_what_was_made_of_it(bible: Bible, tell: Talk) -> None:
    tell(a_talk(bible), "The ferry smelled of diesel. I live in Oslo.")

    assert (texts(bible, character_id="emma"), bible.conversations.count(EMMA)) == (["I live in Oslo."], 1)


def test_a_line_that_says_it_again_is_not_told_beside_it(bible: Bible, tell: Talk) -> None:
    talk = a_talk(bible)
    tell(talk, "I love jazz music.")
    tell(talk, "I love jazz music!", reply="I know.")

    found = [each for each in _found(bible, "jazz") if "jazz" in each[1]]

    assert found == [("preference", "I love jazz music.")]


def test_what_is_forgotten_is_not_found_in_the_words_that_said_it(bible: Bible, tell: Talk) -> None:
    talk = a_talk(bible)
    made = tell(talk, "I love jazz music.").memories[0]
    tell(talk, "I love jazz music!", reply="I know.")

    forgotten = bible.conversations.memories.forget(made.memory_id)
    gone = [each for each in _found(bible, "jazz") if "jazz" in each[1]]
    bible.conversations.memories.restore(forgotten)

    assert gone == []
    assert bible.db.value("SELECT COUNT(*) FROM memories WHERE text LIKE '%jazz%'") == 2


def test_what_is_paused_is_not_found_in_the_words_that_said_it(bible: Bible, tell: Talk) -> None:
    talk = a_talk(bible)
    made = tell(talk, "I love jazz music.").memories[0]
    tell(talk, "I love jazz music!", reply="I know.")

    bible.conversations.memories.pause(made.memory_id)
    asleep = [each for each in _found(bible, "jazz") if "jazz" in each[1]]
    bible.conversations.memories.pause(made.memory_id, paused=False)

    assert (asleep, _found(bible, "jazz")[0]) == ([], ("preference", "I love jazz music."))


def test_a_correction_takes_the_place_of_the_words_that_said_it(bible: Bible, tell: Talk) -> None:
    talk = a_talk(bible)
    made = tell(talk, "I love jazz music.").memories[0]
    tell(talk, "I love jazz music!", reply="I know.")

    bible.conversations.memories.correct(made.memory_id, {"text": "I love folk music."})

    assert [each for each in _found(bible, "jazz") if "jazz" in each[1]] == []


def test_a_single_line_can_be_forgotten(bible: Bible) -> None:
    _say(bible, "The ferry smelled of diesel.")
    line = bible.conversations.recall(EMMA, "diesel")[0].memory

    bible.conversations.memories.forget(line.memory_id)

    assert "The ferry smelled of diesel." not in dict(_found(bible, "diesel")).values()


def test_lines_stay_in_their_series(bible: Bible) -> None:
    _say(bible, "The ferry smelled of diesel.", series="hometown")

    elsewhere = [_found(bible, "diesel"), _found(bible, "diesel", scope=Scope(user_id="max", series_id="hometown"))]

    assert elsewhere == [[], []]


def test_no_line_of_a_guest_is_kept(bible: Bible) -> None:
    talk = bible.conversations.start("emma", user_id=None)
    bible.conversations.say(talk.session_id, [("user", "The ferry smelled of diesel.")])

    assert bible.db.value("SELECT COUNT(*) FROM memories") == 0


def test_an_exchange_sent_twice_is_said_once(bible: Bible) -> None:
    talk = a_talk(bible)
    for _ in range(2):
        bible.conversations.say(talk.session_id, [("user", "The ferry smelled of diesel.")], exchange_id="x1")

    assert bible.db.value("SELECT COUNT(*) FROM memories") == 1


def test_what_we_recalled_into_a_message_was_not_said(bible: Bible) -> None:
    _say(bible, "The ferry smelled of diesel.")
    talk = a_talk(bible)
    recalled = bible.conversations.brief(talk.session_id, q="diesel").text

    bible.conversations.say(talk.session_id, [("user", f"{recalled}\nGood evening.")])

    assert bible.db.value("SELECT COUNT(*) FROM memories WHERE text LIKE '%diesel%'") == 1


def test_nobody_writes_by_hand_what_was_said(small: Bible) -> None:
    with pytest.raises(Invalid, match="fact, preference"):
        small.conversations.remember(EMMA, "said", "I live in Oslo")


def test_what_was_said_can_be_asked_for_alone(bible: Bible, tell: Talk) -> None:
    tell(a_talk(bible), "I live in Oslo. Loud trams in Oslo.")

    found = bible.conversations.recall(EMMA, "Oslo", kind="said")

    assert {each.memory.type for each in found} == {MemoryType.SAID}


def test_over_http_a_line_is_told_with_what_replaced_it(call: Caller, bible: Bible, tell: Talk) -> None:
    talk = a_talk(bible)
    tell(talk, "I live in Oslo.")
    tell(talk, "I moved from Oslo to Bergen.", reply="Oh.")

    url = "/api/v1/memories?user_id=lena&character_id=emma&q=Oslo"
    now, ever = (
        {each["text"]: each for each in call("GET", f"{url}{more}").json()["memories"]}
        for more in ("", "&history=true")
    )

    new, old = ever["I moved from Oslo to Bergen."], ever["I live in Oslo."]
    assert "I live in Oslo." not in now
    assert (new["replaces"], old["superseded_by"]) == ([old["memory_id"]], new["memory_id"])


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("I came late. Why? The bridge!", ["I came late.", "Why?", "The bridge!"]),
        ("🎉🎉", ["🎉🎉"]),
        ("?!", ["?!"]),
        ("bell\x07 and\x1b[0m escape", ["bell\x07 and\x1b[0m escape"]),
    ],
)
def test_a_message_is_kept_in_lines(text: str, expected: list[str]) -> None:
    assert lines(text) == expected


def test_a_message_without_end_loses_nothing() -> None:
    text = " ".join(f"Word number {number}." for number in range(3 * MOST_SENTENCES))

    kept = lines(text)

    assert (len(kept), " ".join(kept)) == (MOST_SENTENCES, text)


@pytest.mark.parametrize("said", ["🎉🎉🎉", "bell\x07 and\x1b[0m escape", "?!", "\u200f\u202eok\u202c", "a" * 30_000])
def test_whatever_is_said_is_kept_as_it_is_and_harms_nothing(bible: Bible, tell: Talk, said: str) -> None:
    found = tell(a_talk(bible), said)

    kept = bible.db.value("SELECT COUNT(*) FROM memories WHERE text = :said", said=said)
    assert (found.is_processed, found.failures, kept) == (True, (), 1)


def test_a_line_is_found_by_a_picture_in_it(bible: Bible, tell: Talk) -> None:
    tell(a_talk(bible), "🎉🎉🌊")

    found = {sign: [each.memory.text for each in bible.conversations.recall(EMMA, sign)] for sign in "🌊🐙?"}

    assert found == {"🌊": ["🎉🎉🌊"], "🐙": [], "?": []}


def test_what_was_written_in_bulk_is_read_when_it_is_placed(bible: Bible) -> None:
    many = [MemoryDraft(type="event", text=f"The {word} boat came in") for word in ("red", "blue", "old") * 100]
    bible.conversations.remember_many(EMMA, many)

    assert bible.db.value("SELECT COUNT(*) FROM memories WHERE reading IS NULL") == 0


def test_of_what_was_never_mentioned_nothing_is_recalled(bible: Bible, tell: Talk) -> None:
    tell(a_talk(bible), "I pay 39 a month for the gym.")

    asked = ("How much do I pay for the gym?", "How much do I pay for the swimming pool?")

    assert [bool(_found(bible, each)) for each in asked] == [True, False]


def test_what_has_to_do_with_a_thing_is_a_mention_of_it(bible: Bible, tell: Talk) -> None:
    tell(a_talk(bible), "I paid 300 for the couch.")

    assert _found(bible, "How much did I pay for the sofa?") != []


def test_what_is_of_the_kind_that_is_asked_for_is_found_among_much_else(bible: Bible, tell: Talk) -> None:
    talk = a_talk(bible)
    tell(talk, "I can't abide tarragon.")
    tell(talk, " ".join(f"Door {number} of the dull corridor is grey." for number in range(90)))

    assert _found(bible, "Which herb do I dislike?")[0][1] == "I can't abide tarragon."


def test_what_somebody_does_for_a_living_is_found_by_what_they_do(bible: Bible) -> None:
    _say(bible, "I repair trams in Gdynia. The kettle is new.")

    assert _found(bible, "What do I do for a living?")[:1] == [("said", "I repair trams in Gdynia.")]
