"""Who bears a moment is told by its sentence, its plan, and every plan for the same sentence."""

from __future__ import annotations

from dataclasses import replace

from showbible.direction.model import KeyBeat, Leaning, Moment, Observation, SceneFacts, Shot, Snapshot
from showbible.direction.recall import bearers, moments

PEOPLE = ("Lena", "Marcus")
SCENE = SceneFacts(
    characters=PEOPLE, key_beats=(KeyBeat(beat_id="b", description="Lena turns from Marcus and leaves."),)
)


def _plan(job: str, *subjects: str) -> Snapshot:
    fields = [{"beat_id": "b", "shot_job": job, "subject": subject} for subject in subjects]
    return tuple(Shot(shot_id=f"s{n}", fields=each) for n, each in enumerate(fields))


def _leans(by_plan: float) -> Moment:
    return Moment(marks=("aa", "bb"), leaning=Leaning(by_sentence=-1.3, by_plan=by_plan))


def test_the_sentence_decides_where_the_plan_watches_nobody() -> None:
    assert bearers.affected(SCENE.key_beats[0], PEOPLE, _plan("master", "Lena")) == "Marcus"


def test_who_answers_what_another_does_bears_it() -> None:
    beat = KeyBeat(beat_id="b", description="Lena reads out the verdict, and Marcus sits down.")

    assert bearers.affected(beat, PEOPLE) == "Marcus"


def test_a_plan_that_watches_the_other_one_outweighs_the_sentence() -> None:
    assert bearers.affected(SCENE.key_beats[0], PEOPLE, _plan("reaction", "Lena")) == "Lena"


def test_earlier_plans_for_a_sentence_tell_who_bears_it_in_a_new_scene() -> None:
    watched, plain = (moments.moments(SCENE, _plan(job, "Lena", "Lena")) for job in ("reaction", "master"))

    found = bearers.with_bearers(SCENE, plain, bearers.plans_for(watched.values()))

    assert found.key_beats[0].affected_character == "Lena"


def test_what_somebody_said_of_who_bears_it_stands() -> None:
    said = replace(SCENE, key_beats=(replace(SCENE.key_beats[0], affected_character="Marcus"),))
    watched = moments.moments(SCENE, _plan("reaction", "Lena", "Lena"))

    assert bearers.with_bearers(said, moments.moments(said, ()), bearers.plans_for(watched.values())) == said


def test_a_scene_read_otherwise_than_all_plans_for_its_sentence_together_changes_its_roles() -> None:
    scenes = [_leans(1.7), _leans(1.7), _leans(-0.8)]
    seen = Observation(traits={"role": "affected", "shot_job": "reaction"}, details={"role": "other"}, moment=0)

    (found,) = bearers.agreed([seen], [scenes[2]], bearers.plans_for(scenes))

    assert (found.traits, found.details) == ({"role": "other", "shot_job": "reaction"}, {"role": "affected"})
    assert bearers.agreed([seen], [scenes[0]], bearers.plans_for(scenes)) == [seen]
