"""What kind of film a concept asks for, read from whole words and plurals."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from showbible.lessons.recall.concepts import VOCABULARY, keywords, likeness, pattern_name, seconds_asked, topic


@pytest.mark.parametrize(
    "concept",
    [
        "A roadmap for loading docks",
        "A smile spreading across her face",
        "Preview of an introspective novel",
        "Democracy in ancient Athens",
        "Brandy tasting, productive and logomachic",
    ],
)
def test_a_word_inside_another_word_says_nothing(concept: str) -> None:
    assert (keywords(concept), pattern_name(concept)) == ((), None)


@pytest.mark.parametrize(
    ("concept", "name"),
    [
        ("Podcast intro about whales", "podcast_intro"),
        ("An INTRO for our new podcast", "podcast_intro"),
        ("Intros for three podcasts", "podcast_intro"),
        ("Product demo of a blender", "product_demo"),
        ("5 second logo reveal for CodeCraft", "logo_reveal"),
        ("Reveal of the brand logo", "logo_reveal"),
        ("Coding up a project to demo for a job", "demo"),
        ("Teaser trailer for a game", "trailer"),
        ("A podcast about bees", "podcast"),
        ("podcast_intro", "podcast_intro"),
        ("Two ads, one for shoes", "ad"),
    ],
)
def test_a_concept_is_named_after_its_form_and_its_subject(concept: str, name: str) -> None:
    assert pattern_name(concept) == name


@pytest.mark.parametrize(
    ("concept", "name"),
    [
        ("Tutorial: brand new", "tutorial"),
        ("Commercial for brand 3", "commercial"),
        ("Our brand-new kitchen, a vlog", "vlog"),
        ("Interview: a brand new voice in jazz", "interview"),
        ("Brand B teaser, second cut", "teaser"),
        ("Unboxing of brand 12 headphones", "unboxing"),
        ("A brand name explainer", "explainer"),
        ("Promo for a family brand", "brand_promo"),
        ("Brand trailer", "brand_trailer"),
        ("Explainer on brand identity", "brand_explainer"),
        ("Commercial in which their brand grows up", "brand_commercial"),
        ("Two reviews of rival brands", "brand_review"),
    ],
)
def test_a_film_is_about_a_brand_only_when_the_word_means_one(concept: str, name: str) -> None:
    assert pattern_name(concept) == name


@pytest.mark.parametrize(
    ("concept", "about"),
    [
        ("A teaser about the night train", "night train"),
        ("Promo for our brand", "brand"),
        ("Unboxing", "Unboxing"),
        ("Storm over Lisbon", "Storm over Lisbon"),
        ("", ""),
    ],
)
def test_a_concept_says_what_its_film_is_about(concept: str, about: str) -> None:
    assert topic(concept) == about


def test_a_demo_for_a_job_interview_is_a_demo_and_an_interview_about_a_demo_is_none() -> None:
    concepts = ("Demo video for job interview", "Interview about a product demo")

    assert [pattern_name(concept) for concept in concepts] == ["demo", "interview"]


def test_the_form_counts_more_than_the_subject() -> None:
    assert likeness("podcast_intro", "intro") > 0.5 > likeness("podcast_intro", "podcast_outro")


@pytest.mark.parametrize(
    ("concept", "seconds"),
    [
        ("A 30-second teaser", 30),
        ("a 2 minute explainer", 120),
        ("15s ad", 15),
        ("A film of 90 secs", 90),
        ("1984 retold", None),
        ("a 0 second film", None),
        ("20 seconded teachers", None),
    ],
)
def test_a_length_named_in_the_concept_is_heard(concept: str, seconds: int | None) -> None:
    assert seconds_asked(concept) == seconds


@given(st.text(max_size=200))
def test_any_text_has_a_name_made_of_known_words_or_none(concept: str) -> None:
    name = pattern_name(concept)

    assert name is None or set(name.split("_")) <= VOCABULARY


@given(st.lists(st.sampled_from(sorted(VOCABULARY)), min_size=1, max_size=4), st.randoms())
def test_case_and_plurals_change_nothing(words: list[str], rng: object) -> None:
    plain, loud = " ".join(words), " ".join(f"{word}s".upper() for word in words)

    assert pattern_name(plain) == pattern_name(loud)
