"""A director at work on "The Last Keeper": scenes, edits in the director's words, and preferences.

`python -m tests.browser.direction_data FOLDER` fills a studio in a folder, to be served and looked at.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import timedelta
from pathlib import Path
from typing import Any

from showbible.bible import Bible
from showbible.direction.model import KeyBeat, SceneFacts, SessionMessage, ToolCall
from showbible.direction.recall.plans import NewScene
from showbible.settings import Settings
from showbible.vocabulary import utcnow

PROJECT = "last-keeper"
Shots = list[dict[str, Any]]


@dataclass
class Session:
    """A plan of shots and everything that is said and done about it."""

    scene_id: str
    shots: Shots
    messages: list[SessionMessage] = field(default_factory=list)

    def __post_init__(self) -> None:
        """Begin with the plan as it was generated."""
        self._call("generate_scene_shots_from_plan", {})

    def say(self, words: str) -> None:
        """The director speaks."""
        self._add("user", words)

    def set(self, shot: int, words: str, **changes: Any) -> None:
        """Change fields of one shot."""
        self.say(words)
        self.shots = [each | changes if at == shot else each for at, each in enumerate(self.shots)]
        self._call("modify_shot", {"shotId": self.shots[shot]["shotId"], "changes": changes})

    def remove(self, shot: int, words: str) -> None:
        """Drop one shot."""
        self.say(words)
        gone = self.shots[shot]["shotId"]
        self.shots = [each for each in self.shots if each["shotId"] != gone]
        self._call("remove_shots", {"shotIds": [gone]})

    def insert(self, after: int, words: str, **fields: Any) -> None:
        """Add a shot after another."""
        self.say(words)
        made = shot(f"{self.scene_id}-new{len(self.messages)}", **fields)
        self.shots = [*self.shots[: after + 1], made, *self.shots[after + 1 :]]
        self._call("insert_shot", {"afterShotId": self.shots[after]["shotId"]})

    def accept(self) -> None:
        """Say yes to the plan."""
        self.say("That is the scene.")
        self._call("confirm_shots", {})

    def _call(self, name: str, params: dict[str, Any]) -> None:
        shots = [{"shotIndex": number, **each} for number, each in enumerate(self.shots, 1)]
        data = {"success": True, "shots": shots}
        call = ToolCall(call_id=f"{self.scene_id}-{len(self.messages)}", name=name, params=params, data=data)
        self._add("assistant", "Done.", call)

    def _add(self, role: str, content: str, *calls: ToolCall) -> None:
        number = f"{self.scene_id}-m{len(self.messages)}"
        self.messages.append(SessionMessage(message_id=number, role=role, content=content, calls=calls))


def shot(shot_id: str, **fields: Any) -> dict[str, Any]:
    """A shot as a tool's snapshot shows it."""
    usual = {"shotJob": "reaction_emotion", "shotSize": "MEDIUM_SHOT", "cameraMovement": "STATIC", "beatId": "b1"}
    return {"shotId": shot_id, "subject": "Mara", "durationSeconds": 3, **usual, **fields}


@dataclass(frozen=True, kw_only=True)
class Plan:
    """A scene before anybody edits it."""

    index: int
    place: str
    intent: str
    function: str
    beat: str
    bearer: str = "Mara"

    @property
    def scene_id(self) -> str:
        """The id of the scene."""
        return f"scene-{self.index}"

    @property
    def facts(self) -> SceneFacts:
        """What is known of it."""
        beat = KeyBeat(beat_id="b1", function=self.function, description=self.beat, affected_character=self.bearer)
        return SceneFacts(
            scene_text=f"{self.place}. {self.beat}",
            act_intent=self.intent,
            scene_type="drama",
            characters=("Mara", "Old Tom"),
            location=self.place,
            geography="simple",
            key_beats=(beat,),
        )

    def shots(self) -> Shots:
        """The plan as a generator would make it."""
        other = "Old Tom" if self.bearer == "Mara" else "Mara"
        return [
            shot(f"{self.scene_id}-a", shotJob="establishing", shotSize="WIDE", subject=self.place, durationSeconds=4),
            shot(f"{self.scene_id}-b", shotJob="dialogue", subject=other),
            shot(f"{self.scene_id}-c", subject=self.bearer),
            shot(f"{self.scene_id}-d", shotJob="dialogue", subject=other, cameraMovement="PAN"),
            shot(f"{self.scene_id}-e", subject=self.bearer, durationSeconds=2),
            shot(f"{self.scene_id}-f", shotJob="insert_detail", shotSize="CLOSE_UP", subject="the lamp key"),
        ]


PLANS = (
    Plan(
        index=1,
        place="Harbour wall",
        intent="Meet Mara.",
        function="humiliation",
        beat="Mara is sent away in front of the boats.",
    ),
    Plan(
        index=2,
        place="Lamp room",
        intent="Show what the lamp costs her.",
        function="humiliation",
        beat="Old Tom laughs at how Mara holds the key.",
    ),
    Plan(
        index=3,
        place="Kitchen",
        intent="Let the silence speak.",
        function="humiliation",
        beat="Old Tom corrects Mara in front of the crew.",
    ),
    Plan(
        index=4,
        place="Gallery rail",
        intent="The weather turns.",
        function="exposition",
        beat="Old Tom explains the glass.",
    ),
    Plan(
        index=5,
        place="Store cellar",
        intent="She is blamed.",
        function="humiliation",
        beat="Mara is blamed for the lost oil.",
    ),
    Plan(
        index=6,
        place="Winding stair",
        intent="The point of no return.",
        function="irreversible_choice",
        beat="Mara locks the lower door behind her.",
    ),
    Plan(
        index=7,
        place="Lamp room",
        intent="He sees her at last.",
        function="humiliation",
        beat="Mara is made to read the letter aloud.",
    ),
    Plan(
        index=8,
        place="Lamp room",
        intent="She lights it.",
        function="irreversible_choice",
        beat="Mara lights the lamp against the order.",
    ),
)


def directed(bible: Bible, project_id: str = PROJECT) -> None:
    """Record eight edited scenes and one that is still being planned, and learn from them."""
    if project_id not in {each.project_id for each in bible.projects.list(limit=100).items}:
        bible.projects.create(project_id, name="The Last Keeper")
    story = bible.direction(project_id)
    for plan in PLANS:
        session = Session(plan.scene_id, plan.shots())
        _edited(plan, session)
        session.accept()
        new = NewScene(
            planning_stage="READY_FOR_SKETCHES", facts=plan.facts, shots=session.shots, scene_index=plan.index
        )
        story.put(plan.scene_id, new)
        story.append(plan.scene_id, session.messages, chat_session_id=f"{plan.scene_id}-chat")
    last = Plan(index=9, place="Open sea", intent="The answer.", function="reveal", beat="A second light answers.")
    story.put("scene-9", NewScene(planning_stage="PLANNING", facts=last.facts, shots=last.shots(), scene_index=9))
    bible.worker().run_all()


def _edited(plan: Plan, session: Session) -> None:
    """What this director does: close on whoever pays, no needless establishing, time after a choice."""
    if plan.function == "humiliation":
        session.set(2, "Closer. I want to see what it costs her.", shotSize="CLOSE_UP")
        if plan.index < 7:
            session.set(4, "And stay with her, tighter than that.", shotSize="CLOSE_UP")
            session.remove(0, "We know this room. Start on the people.")
    if plan.function == "irreversible_choice":
        session.set(4, "Hold it. Let her live with what she did.", durationSeconds=5)
        session.set(2, "Longer here too, two more seconds.", durationSeconds=5)
        if plan.index < 8:
            session.insert(
                4, "Give me her hand on the lock.", shotJob="insert_detail", shotSize="EXTREME_CLOSE_UP", subject="Mara"
            )
    if plan.index == 1:
        session.set(2, "No pan, hold still on him.", cameraMovement="STATIC")
    if plan.index == 3:
        session.set(3, "The cup was in his left hand in the shot before, fix continuity.", description="Cup left.")
    if plan.index == 5:
        session.set(1, "That's the wrong person, the generator mixed them up.", subject="Mara")


def used(bible: Bible, project_id: str = PROJECT) -> None:
    """Let planning tools use what is known, and a person correct two cards."""
    story = bible.direction(project_id)
    for tool, scene in (("generate_beat_package", "scene-7"), ("recommend_filler_strategy", "scene-8")):
        story.used(tool, scene=scene)
    cards = story.profile().cards
    if len(cards) > 1:
        story.change_card(cards[0].card_id, preference="Go in on whoever pays for the beat, and stay there.")
        story.change_card(cards[-1].card_id, state="paused")


SCORES: Sequence[float] = (62, 71, 74, 77, 78, 79, 80, 81, 82, 83, 84, 84, 86, 88, 91, 69, 73, 76, 85, 87)


def preferring(bible: Bible) -> None:
    """Finished and rated runs that teach something, and what two people set themselves."""
    for number, score in enumerate(SCORES):
        run_id = bible.runs.start(f"Lighthouse teaser {number + 1}", budget="5").run_id
        bible.runs.add_pilot(run_id, "a", tier="animated", budget="3")
        bible.runs.describe(
            run_id, mood="calm" if number % 3 else "tense", music_style="strings" if number % 4 else "jazz"
        )
        bible.runs.judge_pilot(run_id, "a", score=score, status="approved")
        bible.runs.finish(run_id)
        bible.lessons.wrap(run_id)
        if number % 2 == 0:
            bible.lessons.rate(run_id, 5 if number % 4 else 1)
    at = utcnow() - timedelta(days=2)
    bible.lessons.preference_choices.correct("local", {"default_voice": "onyx", "quality_threshold": 78}, at=at)
    bible.lessons.preference_choices.correct("local", {"brand_colors": ["#0b2f3a", "#f2b134", "#d9503f"]}, at=at)
    bible.lessons.preference_choices.correct("mara", {"preferred_style": "cinematic", "max_budget_per_run": "12"})


def fill(bible: Bible) -> None:
    """All of it."""
    directed(bible)
    used(bible)
    preferring(bible)


if __name__ == "__main__":
    with Bible(Settings(home=Path(sys.argv[1]), disk_floor_mb=0, workers=0)) as studio:
        fill(studio)
