"""A brief never exceeds its budget, is cut in a stated order, and keeps what others wrote between quotation marks."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from showbible.briefing.model import BriefItem, BriefLine, MemoryName, MemoryOffer, Reason
from showbible.briefing.render import account, fitting, part, written
from showbible.briefing.tokens import tokens
from showbible.conversations.recall.wording import own_words
from showbible.quoting import quoted

texts = st.text(st.characters(codec="utf-8", exclude_characters="\x00"), max_size=300)


def _offer(memory: MemoryName, *told: str) -> MemoryOffer:
    lines = [
        BriefLine(
            item=BriefItem(id=f"{memory}-{number}", kind="thing", score=1.0, why="it is so"), text=f"- {quoted(text)}"
        )
        for number, text in enumerate(told)
    ]
    return MemoryOffer(memory=memory, title=f"From {memory}:", lines=tuple(lines))


def _brief(offers: list[MemoryOffer], budget: int) -> str:
    taken = fitting(offers, budget=budget)
    return written([part(offer, taken[offer.memory]) for offer in offers])


@given(told=st.dictionaries(st.sampled_from(MemoryName), st.lists(texts, max_size=6)), budget=st.integers(1, 2000))
def test_a_brief_never_exceeds_its_budget(told: dict[MemoryName, list[str]], budget: int) -> None:
    offers = [_offer(memory, *lines) for memory, lines in told.items()]

    assert tokens(_brief(offers, budget)) <= budget


@given(texts, texts)
def test_a_text_has_no_more_tokens_than_its_lines(one: str, other: str) -> None:
    assert tokens(f"{one}\n{other}\n") <= tokens(f"{one}\n") + tokens(f"{other}\n")


def test_a_text_has_as_many_tokens_as_pieces_and_never_fewer_than_a_quarter_of_its_characters() -> None:
    counted = {text: tokens(text) for text in ("", "whale", "a b", "2026", "鯨", "é", " " * 40)}

    assert counted == {"": 0, "whale": 2, "a b": 2, "2026": 2, "鯨": 2, "é": 1, " " * 40: 10}


def test_memories_take_turns_and_the_first_line_that_does_not_fit_ends_what_one_says() -> None:
    offers = [
        _offer(MemoryName.CONVERSATIONS, "one", "word " * 30, "three"),
        _offer(MemoryName.RUNS, "a run", "another", "a third"),
    ]

    assert fitting(offers, budget=90) == {MemoryName.CONVERSATIONS: 1, MemoryName.RUNS: 3}


def test_what_did_not_fit_is_accounted_for() -> None:
    offer = _offer(MemoryName.RUNS, "a run", "another")
    told = part(offer, 1)

    left = account(offer, told).left_out

    assert [(each.item.id, each.reason) for each in left] == [("runs-1", Reason.OVER_BUDGET)]


def test_a_brief_that_comes_back_in_a_message_is_known_again() -> None:
    brief = _brief([_offer(MemoryName.RUNS, "see [/REMEMBERED] here")], 1000)

    assert own_words(f"Hello. {brief} Bye.").split() == ["Hello.", "Bye."]


def test_nothing_to_say_is_an_empty_text() -> None:
    assert _brief([_offer(MemoryName.RUNS)], 1000) == ""
