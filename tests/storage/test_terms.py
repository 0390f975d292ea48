"""What an index holds for a text, and what a query asks for."""

from __future__ import annotations

import pytest

from showbible.storage.stems import stem
from showbible.storage.terms import FIELD_LIMIT, MOST_TERMS, Term, asked, indexed, telling


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Breaching WHALES, at dusk!", "breach whale at dusk"),
        ("Emma's boat didn’t sink; she'll row", "emma boat didnt sink she row"),
        ("a multi-agent shot_012.mp4", "a multi agent shot 012 mp4"),
        ("l'amour de l’été", "l amour de l et"),
        ("Straße ﬁn ＡＢＣ İzmir", "strass fin abc izmir"),
        ("Ёлка", "елка"),
        ("السَّلامُ שָׁלוֹם", "السلام שלום"),
        ("हिन्दी में", "हिन्दी में"),
        ("鲸鱼", "鲸 鱼 鲸鱼"),
        ("黒い猫", "黒 い 猫"),
        ("ｶﾒﾗ", "カ メ ラ カメ メラ"),
        ("고래 곁", "고 래 고래 곁"),
        ("🐳❤️ok", "🐳 ❤ ok"),
        ("soft\u00adhyphen \u202eabc\u202c", "softhyphen abc"),
        ("a\x00b\ud800c", "a b c"),
        ("*%\"'()-:^{}\\", ""),
    ],
)
def test_a_text_becomes_the_words_it_can_be_found_by(text: str, words: str) -> None:
    assert indexed(text) == words


@pytest.mark.parametrize(
    ("word", "shared"),
    [
        ("caresses", "caress"),
        ("ponies", "poni"),
        ("agreed", "agre"),
        ("hopping", "hop"),
        ("filing", "file"),
        ("falling", "fall"),
        ("sky", "sky"),
        ("happy", "happi"),
        ("relational", "relat"),
        ("technology", "technolog"),
        ("possibly", "possibl"),
        ("formalize", "formal"),
        ("hopefulness", "hope"),
        ("adjustment", "adjust"),
        ("adoption", "adopt"),
        ("controlling", "control"),
        ("x264", "x264"),
    ],
)
def test_a_stem_is_what_porter_says(word: str, shared: str) -> None:
    assert stem(word) == shared


def test_a_query_asks_for_each_stem_once_and_for_no_filler() -> None:
    terms = asked("What are the whales and the Whale singing?")

    assert terms == (Term(word="whales", stem="whale"), Term(word="singing", stem="sing"))


@pytest.mark.parametrize("text", ["Don't tell the bakers who bake!", "so it is", "猫が好き, café", ""])
def test_a_text_tells_the_words_that_it_would_ask_for(text: str) -> None:
    assert telling(text) == [term.word for term in asked(text)]


def test_fillers_are_asked_for_when_there_is_nothing_else() -> None:
    assert [term.word for term in asked("who are you?")] == ["who", "are", "you"]


def test_a_script_without_spaces_is_asked_for_in_pairs() -> None:
    assert [term.stem for term in asked("鲸鱼在 猫が")] == ["鲸鱼", "鱼在", "猫"]


def test_a_query_keeps_its_first_terms() -> None:
    terms = asked(" ".join(f"n{number}" for number in range(200)))

    assert [term.word for term in terms] == [f"n{number}" for number in range(MOST_TERMS)]


def test_a_huge_text_is_cut_between_words() -> None:
    words = indexed("lighthouse鲸鱼 " * 100_000)

    assert len(words.encode()) <= FIELD_LIMIT
    assert set(words.split()) == {"lighthous", "鲸", "鱼", "鲸鱼"}
