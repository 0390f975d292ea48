"""The studio asks whom its own orders speak for, and what people wrote of a provider goes along."""

from __future__ import annotations

from showbible.bible import Bible
from showbible.lessons.model import ProviderLearning
from showbible.lessons.recall.casting.prospects import CastingCandidate, CastingQuestion
from showbible.providers.model import Medium, OrderLine
from showbible.studio.casting import cast
from showbible.vocabulary import Micros, utcnow
from tests.lessons.orders import a_film, an_order


def _tell(bible: Bible, made_by: str, **words: tuple[str, ...]) -> None:
    told = ProviderLearning(
        provider="luma", run_id=None, made_by=made_by, at=utcnow(), overall_success=True, words=words
    )
    bible.lessons.learn_of_provider(told)


def test_a_casting_rests_on_the_orders_of_its_medium_and_tells_what_people_wrote(bible: Bible) -> None:
    _tell(bible, "person", prompt_tips=("Name the light",), avoid_list=("Crowds",))
    _tell(bible, "rule", prompt_tips=("Hurry",))
    for order in (*a_film("runway", 60, shots=6), *a_film("luma", 90, shots=6)):
        bible.lessons.note_generation(an_order(order.provider, score=order.score))
    bible.lessons.note_generation(an_order("luma", medium=Medium.VOICE, outcome="failed"))
    candidates = tuple(CastingCandidate(provider=name, price=Micros(1)) for name in ("runway", "luma"))

    found = cast(bible, CastingQuestion(medium=Medium.VIDEO, candidates=candidates))

    why = "A person wrote this of luma."
    assert (found.provider, found.evidence[1][:25]) == ("luma", "luma: 0 of 6 orders faile")
    assert found.prompt.tips == (OrderLine(text="Name the light", source="lessons", why=why),)
    assert found.prompt.avoid == (OrderLine(text="Crowds", source="lessons", why=why),)
