"""What a shot says is held against what the story knows: attribution first, then what excludes what."""

from __future__ import annotations

import pytest

from showbible.assets.api import Assets
from showbible.assets.learn.catching_up import LearningTools, catch_up
from showbible.assets.recall.facts.meanings import meanings
from showbible.assets.recall.facts.places import exclude
from showbible.assets.recall.facts.states import states_of
from showbible.errors import Invalid, TooLarge
from tests.conftest import IN_FOLDER


def _conflicts(assets: Assets, kind: str, name: str, state: dict[str, object], prompt: str) -> list[str]:
    assets.tell(name, kind=kind, state=state, t_start=0)
    return [each.field for each in assets.conflicts(prompt, at=5)]


@pytest.mark.parametrize(
    ("kind", "name", "state", "prompt"),
    [
        ("character", "Ada", {"location": "hospital"}, "Ada waits in the boathouse."),
        ("character", "Ada", {"status": "dead"}, "Ada climbs the stairs."),
        ("character", "Ada", {"hair": "bald"}, "Ada combs her long hair."),
        ("character", "Ada", {"holding": "a sword"}, "Ada's hands are empty."),
        ("character", "Ada", {"left hand": "bandaged"}, "Close on the bandage on Ada's right hand."),
        ("character", "Ada", {"age": 8}, "Ada, an old woman, sighs."),
        ("character", "Ada", {"relation to Ben": "mother"}, "Ada, Ben's sister, laughs."),
        ("character", "Ada", {"feet": "bare"}, "Ada's riding boots crunch on the gravel."),
        ("character", "Ada", {"monocle": "left eye"}, "Insert: the monocle over Ada's right eye."),
        ("character", "Ada", {"kimono": "white"}, "Ada jogs past in a tracksuit."),
        ("character", "Ada", {"left arm": "stitched"}, "Ada's left arm is bleeding."),
        ("character", "Ada", {"location": "library, reading room on the roof"}, "Ada sleeps in the cellar."),
        ("character", "Ada", {"status": "deactivated"}, "Ada marches down the ramp."),
        ("prop", "bowl", {"fullness": "full"}, "The bowl is empty."),
        ("prop", "fan", {"power": "unplugged"}, "The fan at the window spins."),
        ("prop", "cake", {"exists": "eaten"}, "Tom cuts the cake."),
        ("prop", "lamp", {"holder": "Tom"}, "The lamp lies in the garden while Ada holds the lamp."),
        ("location", "Dock Four", {"weather": "fog"}, "Dock Four in bright sunshine."),
        ("location", "Dock Four", {"time": "midnight"}, "Dock Four at noon."),
        ("location", "Dock Four", {"present": "nobody"}, "Sailors dance on Dock Four."),
        ("location", "Dock Four", {"guards": 2}, "Six guards stand at Dock Four."),
        ("character", "Ada", {"hair": "shaved off"}, "The wind plays in Ada's hair."),
        ("character", "Ada", {"holding": "nothing"}, "Ada, a pail in each hand, wades ashore."),
        ("character", "Ada", {"hat": "straw"}, "Ada in a cowboy hat."),
        ("character", "Ada", {"relation to Ben": "enemy"}, "Ada and Ben, old friends, shake hands."),
        ("character", "Ada", {"location": "biblioteca"}, "Ada sits in the cellar."),
        ("prop", "stove", {"state": "out"}, "Tom dries his hands and warms them at the stove."),
        ("prop", "chest", {"lid": "open"}, "The chest, its lid firmly shut."),
        ("prop", "rope", {"holder": "Ben"}, "Ada picks up the rope."),
    ],
)
@IN_FOLDER
def test_every_kind_of_fact_is_held_against_a_shot(
    assets: Assets, kind: str, name: str, state: dict[str, object], prompt: str
) -> None:
    if "holder" in state:
        assets.tell("Ada", kind="character", state={"mood": "calm"})

    assert _conflicts(assets, kind, name, state, prompt) == list(state)


@pytest.mark.parametrize(
    "prompt",
    [
        "Ada passes a woman in a blue coat.",
        "Ada looks at a poster of a girl in a blue coat.",
        "Ada dreams of a blue coat.",
        "Two years earlier, Ada in a blue coat.",
        "Ada takes off the red coat and puts on a blue coat.",
        "Ada turns up the collar of her crimson coat.",
        "Ada talks to Tom. Tom wears a blue coat.",
        "“Ada wore a blue coat,” says Tom.",
    ],
)
@IN_FOLDER
def test_what_is_someone_elses_unreal_or_told_as_a_change_contradicts_nothing(assets: Assets, prompt: str) -> None:
    assert _conflicts(assets, "character", "Ada", {"coat": "red"}, prompt) == []


@IN_FOLDER
def test_in_a_mirror_left_and_right_are_no_contradiction(assets: Assets) -> None:
    said = "In the mirror the scar is on Ada's right cheek."

    assert _conflicts(assets, "character", "Ada", {"left cheek": "scar"}, said) == []


@IN_FOLDER
def test_a_change_told_in_the_shot_is_offered_as_a_state(assets: Assets) -> None:
    assets.tell("coat rack", kind="prop", state={"state": "empty"})
    assets.tell("Ada", kind="character", state={"location": "kitchen"})

    found = assets.continuity("Ada walks out of the kitchen and into the garden.", at=3)

    (change,) = found.changes
    assert (found.conflicts, change.entity, change.before, change.after) == ((), "Ada", "kitchen", "garden")


@IN_FOLDER
def test_a_field_that_somebody_invents_is_compared_with_what_it_was_before(assets: Assets) -> None:
    for start, value in enumerate(("violet fizz", "plain water")):
        assets.tell("potion", kind="prop", state={"brew": value}, t_start=start)

    assert [each.known for each in assets.conflicts("The potion, a violet fizz.", at=5)] == ["plain water"]


@IN_FOLDER
def test_where_somebody_is_only_later_they_are_not_now(assets: Assets) -> None:
    for start, place in ((0, "old mine"), (20, "signal hut")):
        assets.tell("Ada", kind="character", state={"location": place}, t_start=start)

    assert [len(assets.conflicts("Ada waits at the signal hut.", at=at)) for at in (5, 25)] == [1, 0]


@IN_FOLDER
def test_a_storm_that_passes_is_no_longer_the_weather(assets: Assets, means: LearningTools) -> None:
    for start, caption in (
        (0, "Fog covers Mill Street."),
        (10, "The fog lifts from Mill Street and the sun comes out."),
    ):
        assets.segment(f"s{start}", t_start=start, t_end=start + 1, kind="source")
        assets.add("image", f"{start}.png", caption=caption, segment_id=f"s{start}")
    catch_up(assets.db, means)

    assert [len(assets.conflicts("Mill Street in fog.", at=at)) for at in (5, 15)] == [0, 1]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("Daniel grabbed the apple.", [("apple", "prop", {"holder": "Daniel"})]),
        ("Ada takes off her coat.", [("Ada", "character", {"coat": "off"})]),
        ("Ada has died.", [("Ada", "character", {"life": "died"})]),
        ("The bowl is empty.", [("bowl", "prop", {"fullness": "empty"})]),
        ("Flashback: the bowl is empty.", []),
        ("The handle of the door is broken.", [("handle", "prop", {"wholeness": "broken"})]),
        ("Ada the night nurse wears a green cardigan.", [("Ada", "character", {"cardigan": "green"})]),
        ("They have reached the cave. Ada waits there.", [("Ada", "character", {"location": "cave"})]),
        ("Ada binds the parcel.", []),
        ("Ada hangs it up.", []),
        ("A bullet kills Ada.", [("Ada", "character", {"life": "dead"})]),
        ("Ada did not survive the winter.", [("Ada", "character", {"life": "dead"})]),
        ("They carry Ada's coffin.", [("Ada", "character", {"life": "dead"})]),
        ("Ada married Ben.", [("Ada", "character", {"relation to Ben": "spouse"})]),
        ("Ada swaps her boots for slippers.", [("Ada", "character", {"boot": "off", "slipper": "on"})]),
        ("Ada's hair is dyed blue and cut in a bob.", [("Ada", "character", {"hair": "blue cut, bob"})]),
        ("Ada walks the dog in a red coat.", [("Ada", "character", {"coat": "red"})]),
        ("Three mice sit in the barn.", [("barn", "location", {"mice": "3"})]),
        (
            "The barn is closed; only Ada is still there.",
            [("barn", "location", {"openness": "closed", "present": "only Ada"})],
        ),
        ("Ada lays the comb in the drawer.", [("comb", "prop", {"holder": "nobody", "location": "drawer"})]),
        (
            "Ada fetches the comb and lays it on the shelf.",
            [("comb", "prop", {"holder": "nobody", "location": "shelf"})],
        ),
    ],
)
def test_texts_are_read_into_states(text: str, told: list[tuple[str, str, dict[str, str]]]) -> None:
    assert states_of(text, {}) == told


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("Ada holds the rope, Ben the anchor.", {"rope": {"holder": "Ada"}, "anchor": {"holder": "Ben"}}),
        ("Ada is in the barn and Ben in the cellar.", {"Ada": {"location": "barn"}, "Ben": {"location": "cellar"}}),
        ("Ada wears a red cap, Ben a green one.", {"Ada": {"cap": "red"}, "Ben": {"cap": "green"}}),
        ("Ada holds the rope and Ben laughs.", {"rope": {"holder": "Ada"}}),
    ],
)
def test_a_verb_that_is_left_out_is_the_one_just_said(text: str, told: dict[str, dict[str, str]]) -> None:
    assert {name: fields for name, _, fields in states_of(text, {})} == told


@pytest.mark.parametrize(
    ("text", "name", "fields"),
    [
        ("Unit Q-4 lies in the cellar.", "Unit Q-4", {"location": "cellar"}),
        ("Ludwig von Thal wears a red cap.", "Ludwig von Thal", {"cap": "red"}),
        ("Élodie porte un grand manteau rouge.", "Élodie", {"coat": "red"}),
        ("Der Wintermantel von Ida ist nass. Ida zieht den Wintermantel aus.", "Ida", {"coat": "off"}),
        ("Rosa lleva botas negras.", "Rosa", {"boot": "black"}),
        ("La bodega está cerrada con llave.", "bodega", {"openness": "locked"}),
        ("アオイはミナに鍵を渡した。", "鍵", {"holder": "ミナ"}),
        ("扉は閉まっている。", "扉", {"openness": "closed"}),
    ],
)
def test_names_and_words_are_read_as_their_language_has_them(text: str, name: str, fields: dict[str, str]) -> None:
    told = {entity: fields for entity, _, fields in states_of(text, {})}

    assert told[name] == fields


@IN_FOLDER
def test_what_a_caption_tells_is_in_force_from_its_segment_on(assets: Assets, means: LearningTools) -> None:
    assets.segment("s", t_start=10, t_end=12, kind="source")
    assets.add("image", "a.png", caption="Daniel moved to the cellar.", segment_id="s")
    catch_up(assets.db, means)

    asked = "Daniel stands in the garden."

    assert [len(assets.conflicts(asked, at=at)) for at in (5, 11)] == [0, 1]


@pytest.mark.parametrize(
    ("one", "other", "apart"),
    [
        ({"kitchen"}, {"bathroom"}, True),
        ({"kitchen"}, {"house"}, False),
        ({"hospital", "bed"}, {"hospital"}, False),
        ({"convent", "chapel"}, {"beach"}, True),
        ({"pier"}, {"harbour"}, False),
        ({"somewhere"}, {"kitchen"}, False),
    ],
)
def test_places_exclude_each_other_unless_one_is_in_the_other(one: set[str], other: set[str], apart: bool) -> None:
    assert exclude(one, other) is apart


@pytest.mark.parametrize(
    ("field", "value", "kind"),
    [
        ("Haare", "kurz, blond", "hair"),
        ("sombrero", "blanco", "wardrobe"),
        ("état", "éteinte", "condition"),
        ("左足", "包帯", "injury"),
        ("mood ring", "on the left", "wardrobe"),
        ("flux", "42 zorks", "count"),
        ("aura", "shimmering", "other"),
    ],
)
def test_a_field_has_a_kind_in_any_language(field: str, value: str, kind: str) -> None:
    assert {each[0] for each in meanings(field, value)} == {kind}


@IN_FOLDER
def test_bad_input_is_refused_and_odd_input_answered(assets: Assets) -> None:
    assets.tell("the", kind="prop", state={"state": "broken"})
    assets.tell("Ada", kind="character", state={f"field {number}": "red" for number in range(500)})

    assert assets.conflicts("The the and the Ada of the the.", at=1) == []
    with pytest.raises(TooLarge, match="prompt has 1,200,000 bytes"):
        assets.conflicts("Ada " * 300_000)
    with pytest.raises(Invalid, match="at must lie between"):
        assets.conflicts("Ada", at=-1)
