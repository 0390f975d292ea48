"""What a user prefers is what the studio does: every preference changes the film, and a request changes it back."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace

import pytest

from showbible.bible import Bible
from showbible.errors import Invalid
from showbible.lessons.recall.colours import css
from showbible.runs.model import Run
from showbible.settings import Settings
from showbible.studio import lexicon, orchestrator
from showbible.studio.crew import AudioOrder, Made, SoundKind, VideoOrder
from showbible.studio.embedded import Sounds
from showbible.studio.model import FilmChoices
from showbible.studio.sound import music, voice
from tests.studio.crews import Painter, paints, quick

CONCEPT = "a ferryman waits for a passenger who never comes"
PREFERRED = {
    "preferred_tier": "motion",
    "preferred_style": "safe",
    "preferred_duration": 2,
    "default_voice": "onyx",
    "default_voice_speed": 1.5,
    "default_music_mood": "harp and drone",
    "default_audio_tier": "simple_overlay",
    "favorite_moods": ["tense"],
    "brand_colors": ["rebeccapurple", "hsl(150, 80%, 40%)"],
    "quality_threshold": 100,
    "value_for_money": "thrifty",
}


@dataclass
class Listener(Sounds):
    """The embedded sounds, with a note of every order."""

    heard: list[AudioOrder] = field(default_factory=list)

    def make(self, order: AudioOrder, *, key: str, submitted: Callable[[str], None]) -> Made:
        """The sound as ordered."""
        self.heard.append(order)
        return super().make(order, key=key, submitted=submitted)


@dataclass(frozen=True)
class Film:
    """A production, and what was ordered for it."""

    bible: Bible
    run: Run
    sounds: list[AudioOrder]
    shots: list[VideoOrder]

    def sound(self, kind: SoundKind) -> AudioOrder:
        """The first order of a kind."""
        return next(order for order in self.sounds if order.kind is kind)


def _produced(bible: Bible, choices: FilmChoices | None = None) -> Film:
    listener, shots = Listener(), list[VideoOrder]()

    def draws(painter: Painter, order: VideoOrder, submitted: Callable[[str], None]) -> Made:
        shots.append(order)
        return paints(painter, order, submitted)

    crew = replace(quick(bible, draws), audio=listener)
    run_id = orchestrator.ask(bible, CONCEPT, budget="5", pilots=1, choices=choices)
    return Film(bible, orchestrator.produce(bible, run_id, crew=crew), listener.heard, shots)


@pytest.fixture(scope="module")
def film(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Film]:
    """One film by a user who prefers everything."""
    home = tmp_path_factory.mktemp("studio") / "home"
    with Bible(Settings(home=home, disk_floor_mb=0, workers=0)) as bible:
        bible.lessons.prefer(PREFERRED)
        yield _produced(bible)


def test_a_preferred_tier_and_cut_make_the_film(film: Film) -> None:
    assert (film.run.pilots[0].tier, film.run.edit_style) == ("motion_graphics", "safe")


def test_a_preferred_length_is_its_length(film: Film) -> None:
    assert sum(order.shot.seconds for order in film.shots) == pytest.approx(2, abs=0.25)


def test_the_preferred_voice_speaks_at_the_preferred_speed(film: Film) -> None:
    spoken = film.sound(SoundKind.VOICE)

    assert (spoken.voice, spoken.speed) == ("onyx", 1.5)


def test_the_preferred_music_and_mood_are_heard(film: Film) -> None:
    played = film.sound(SoundKind.MUSIC)

    assert (played.style, played.mood, film.run.mood, film.run.music_style) == (
        "harp and drone",
        "tense",
        "tense",
        "harp and drone",
    )


def test_brand_colours_are_in_the_pictures_however_they_are_written(film: Film) -> None:
    colors = tuple(filter(None, map(css, PREFERRED["brand_colors"])))  # type: ignore[call-overload]

    assert film.shots[0].look == lexicon.look(CONCEPT, mood="tense", colors=colors)
    assert film.shots[0].look != lexicon.look(CONCEPT, mood="tense")


def test_a_film_below_the_score_that_was_asked_for_says_so(film: Film) -> None:
    assert any("and 100 are needed" in warning for warning in film.run.warnings)
    assert (film.run.winning_pilot, film.run.pilots[0].status) == (film.run.pilots[0].pilot_id, "approved")


def test_what_was_in_force_is_kept_with_the_run(film: Film) -> None:
    film.bible.lessons.prefer({"default_voice": "echo", "quality_threshold": 10})

    kept = film.bible.lessons.suggested(film.run.run_id)

    assert kept is not None
    assert (kept["preferences"]["default_voice"], kept["preferences"]["quality_threshold"]) == ("onyx", 100)


def test_a_request_beats_every_preference(small: Bible) -> None:
    small.lessons.prefer(PREFERRED)
    choices = FilmChoices.checked(
        duration=1, tier="static", edit_style="creative", mood="upbeat", music_style="bright plucks", voice="fable"
    )

    film = _produced(small, choices)

    spoken, played = film.sound(SoundKind.VOICE), film.sound(SoundKind.MUSIC)
    assert (film.run.pilots[0].tier, film.run.edit_style) == ("static_images", "creative")
    assert (spoken.voice, played.mood, played.style) == ("fable", "upbeat", "bright plucks")


def test_music_that_is_disliked_is_never_played(small: Bible) -> None:
    small.lessons.prefer({"disliked_music_styles": ["pulsing strings", "ambient"], "favorite_moods": ["tense"]})

    film = _produced(small, FilmChoices(duration=1))

    assert film.sound(SoundKind.MUSIC).style not in ("pulsing strings", "ambient")


def test_a_budget_above_the_users_limit_is_refused(bible: Bible) -> None:
    bible.lessons.prefer({"max_budget_per_run": 2})

    with pytest.raises(Invalid, match="2"):
        orchestrator.ask(bible, CONCEPT, budget="5")


@pytest.mark.parametrize(
    ("written", "color"),
    [
        ("teal", "#008080"),
        ("#0f8", "#00ff88"),
        ("#11223344", "#112233"),
        ("rgb(0 128 255 / 50%)", "#0080ff"),
        ("rgba(0, 128, 255, 0.5)", "#0080ff"),
        ("hsl(120deg 100% 25%)", "#008000"),
        ("no colour", None),
    ],
)
def test_any_colour_of_style_sheets_is_understood(written: str, color: str | None) -> None:
    assert css(written) == color


def test_another_voice_is_another_voice_and_always_the_same() -> None:
    assert voice.called("onyx") == voice.called(" Onyx") != voice.called("nova")


def test_another_style_is_other_music() -> None:
    plain, styled = (music.bed("tense", 1.0, seed=1, style=style) for style in ("", "harp and drone"))

    assert abs(plain - styled).max() > 0.01


@pytest.mark.parametrize(
    ("field_name", "value"), [("duration", 0), ("tier", "clay"), ("edit_style", "wild"), ("mood", " ")]
)
def test_a_choice_that_is_none_is_refused_by_name(field_name: str, value: object) -> None:
    with pytest.raises(Invalid) as refused:
        FilmChoices.checked(**{field_name: value})  # type: ignore[arg-type]

    assert refused.value.field == field_name
