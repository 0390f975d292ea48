"""What decides between candidates, beside the words they share with a question."""

from __future__ import annotations

from showbible.conversations.recall.ranking import told_share


def test_a_text_tells_less_the_more_it_asks_and_more_of_whoever_speaks() -> None:
    asked, general, own = told_share("Is the tea good?"), told_share("The tea is good."), told_share("I like this tea.")

    assert asked < general < own


def test_what_is_asked_beside_a_statement_takes_only_its_share() -> None:
    both = told_share("The ferry was late. Did you wait long?")

    assert told_share("Did you wait long?") < both < told_share("The ferry was late.")
