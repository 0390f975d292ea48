"""Made-up stories: loose plans of shots, directors with habits, and what they would change next."""

from __future__ import annotations

import itertools
import random
import re
from dataclasses import dataclass, field, replace
from typing import Any

from benchmarks._habit import Habit
from benchmarks._habits import HABITS, JOBS, PLANS, Plans
from benchmarks._sentences import Told, Words, pool

Shot = dict[str, Any]
Scene = dict[str, Any]

_NAMES = ("Ada", "Brook", "Corin", "Delia", "Emre", "Fenna")
_SIZES = ("CLOSE_UP", "MEDIUM_CLOSE_UP", "MEDIUM_SHOT", "MEDIUM_WIDE", "WIDE")
_MOVES = ("STATIC", "STATIC", "HANDHELD", "PAN", "PUSH_IN", "TRACKING")
_ANGLES = ("EYE_LEVEL", "EYE_LEVEL", "EYE_LEVEL", "HIGH_ANGLE")
_LENGTHS = (1.5, 2.0, 2.5, 3.0, 3.5)
READY = "READY_FOR_SKETCHES"
FIRST_SEED = 6
_OVERLOOKED = 0.06
_THING = re.compile(r"\b(?:the|an?|his|her|their|its|this|that) (?:[a-z]+ )?([a-z]{6,})\W*$")
_MEASURES = ("second", "minute", "moment", "closer", "nearer", "further")
_FREEZE = "Leave size, angle, movement and length of every shot as planned."


@dataclass(frozen=True)
class Kit:
    """What the scenes of a story are made of: habits, kinds of moments, and sentences to tell them in."""

    rng: random.Random
    habits: tuple[Habit, ...]
    tagged: bool
    words: Words
    kinds: tuple[str, ...]
    plans: Plans


@dataclass
class Draft:
    """A scene being made, with what nobody is told of it."""

    scene: Scene
    kind: str
    geography: str
    moments: dict[str, str]
    bearers: dict[str, str]
    shows: list[Habit] = field(default_factory=list)
    """The habits that shall find a chance here."""
    taken: set[str] = field(default_factory=set)
    """The beats that such a habit has for itself."""
    is_trap: bool = False
    """Whether its kind is some habit's exception, and stays."""


def made_up(
    *, name: str = "develop", way: str = "tagged", stories: int = 8, scenes: int = 8, seed: int = FIRST_SEED
) -> tuple[Scene, Scene]:
    """Stories as the API takes them, and the truth; `way` is tagged, repeating or new words."""
    made = [
        _story(f"story{n:02}", name, way, random.Random(f"{seed}/{name}/{way}/{n}"), scenes) for n in range(stories)
    ]
    return {"stories": [story for story, _ in made]}, {"stories": [true for _, true in made]}


def _split(told: Told, way: str, rng: random.Random) -> tuple[Told, Told]:
    """The sentences of the scenes that teach, and those of the scenes to come: the same one, or none in common."""
    first, second = {}, {}
    for kind, each in told.items():
        drawn = rng.sample(each, len(each))
        middle = (len(drawn) + 1) // 2
        first[kind], second[kind] = (
            (tuple(drawn[:1]),) * 2 if way == "repeating" else (tuple(drawn[:middle]), tuple(drawn[middle:]))
        )
    return first, second


def _words(name: str, way: str, rng: random.Random) -> tuple[Words, Words]:
    """The words of the scenes that teach, and those of the scenes to come."""
    every = pool(name)
    parts = {part: _split(getattr(every, part), way, rng) for part in ("moments", "premises", "places")}
    first, second = (Words(**{part: both[n] for part, both in parts.items()}, remarks=every.remarks) for n in (0, 1))
    return first, second


def _story(story_id: str, name: str, way: str, rng: random.Random, number: int) -> tuple[Scene, Scene]:
    habits = tuple(rng.sample(HABITS[name], 5))
    learned, probed = _words(name, way, rng)
    wanted = {kind for habit in habits for kind in (*habit.when, habit.unless)}
    others = [kind for kind in PLANS[name] if kind not in wanted]
    kinds = (*sorted(wanted), *rng.sample(others, max(0, min(len(others), 9 - len(wanted)))))
    kit = Kit(rng, habits, way == "tagged", learned, kinds, PLANS[name])
    drafts = [_draft(f"{story_id}_sc_{n:02}", n, kit) for n in range(number)]
    _arrange(drafts, kit)
    scenes, events = [], []
    for draft in drafts:
        session, edits = session_log(filled(draft, kit), kit)
        scenes.append(draft.scene | {"chatSession": session, "shots": last_shots(session)})
        events.append({"sceneId": draft.scene["sceneId"], "editEvents": edits})
    later = replace(kit, words=probed)
    probes = [filled(_probe(f"{story_id}_p_{n:02}", n, later), later) for n in range(8)]
    for n, probe in enumerate(probes):
        probe.scene["userSteering"] = _FREEZE if n == 5 else None
    rules = [{"id": h.name, "act": h.act, "cond": h.condition, "exc": h.exception} for h in habits]
    return (
        {"storyId": story_id, "scenes": scenes, "probes": [probe.scene for probe in probes]},
        {
            "rules": rules,
            "plotWords": sorted({*_NAMES, *_things(scenes)}),
            "scenes": events,
            "probes": [expected_edits(probe, kit, frozen=n == 5) for n, probe in enumerate(probes)],
        },
    )


def _things(scenes: list[Scene]) -> set[str]:
    """The things that a story's beats end with, which no card may name; a measure of time or distance is no thing."""
    told = (beat["description"] for scene in scenes for beat in scene["confirmedKeyBeats"])
    last = {found[1] for each in told if (found := _THING.search(each.lower()))}
    return {word for word in last if word not in _MEASURES and not any(word in job for job in JOBS)}


def _draft(scene_id: str, number: int, kit: Kit) -> Draft:
    kind = kit.rng.choice(kit.kinds)
    geography = kit.rng.choice(tuple(kit.words.places))
    beats = [f"{scene_id}_b{at}" for at in range(kit.rng.choice((3, 4, 4)))]
    moments = {beat: kind if kit.rng.random() < 0.55 else kit.rng.choice(kit.kinds) for beat in beats}
    scene = {"sceneId": scene_id, "sceneIndex": number, "planningStage": READY}
    return Draft(scene=scene, kind=kind, geography=geography, moments=moments, bearers={})


def _arrange(drafts: list[Draft], kit: Kit) -> None:
    """See to it that each habit can show in two or three scenes, and is left alone in one for its exception."""
    rng = kit.rng
    order = list(range(len(drafts)))
    for habit in kit.habits:
        rng.shuffle(order)
        order.sort(key=lambda at: len(drafts[at].taken))
        trap = next(at for at in order if not drafts[at].is_trap)
        drafts[trap].kind, drafts[trap].is_trap = habit.unless, True
        drafts[trap].moments[list(drafts[trap].moments)[-1]] = habit.unless
    for habit in kit.habits:
        rng.shuffle(order)
        order.sort(key=lambda at: len(drafts[at].taken))
        traps = [at for at in order if drafts[at].kind == habit.unless]
        others = [at for at in order if drafts[at].kind != habit.unless]
        for at in (traps[0], *others[: rng.choice((2, 3, 3))]):
            _given_chance(drafts[at], habit, rng)


def _given_chance(draft: Draft, habit: Habit, rng: random.Random) -> None:
    free = [beat for beat in list(draft.moments)[:-1] if beat not in draft.taken]
    if free:
        draft.taken.add(beat := rng.choice(free))
        draft.moments[beat] = rng.choice(habit.when or (draft.kind,))
        draft.geography = habit.geography or draft.geography
        draft.shows.append(habit)


def _probe(scene_id: str, number: int, kit: Kit) -> Draft:
    draft = _draft(scene_id, number, kit)
    habit = kit.habits[number % len(kit.habits)]
    _given_chance(draft, habit, kit.rng)
    if number % 3 == 2:
        draft.kind = habit.unless
        draft.moments[list(draft.moments)[-1]] = habit.unless
    return draft


def filled(draft: Draft, kit: Kit) -> Draft:
    """The draft with people, words and shots."""
    rng, scene = kit.rng, draft.scene
    one, two = rng.sample(_NAMES, 2)
    beats = []
    for beat, kind in draft.moments.items():
        a, b = (one, two) if rng.random() < 0.5 else (two, one)
        draft.bearers[beat] = a
        told: Scene = {"beatId": beat, "description": rng.choice(kit.words.moments[kind]).format(a=a, b=b)}
        beats.append(told | ({"function": kind, "affectedCharacter": a} if kit.tagged else {}))
    prose = " ".join(beat["description"] for beat in beats)
    setup = f"{rng.choice(kit.words.premises[draft.kind])} {rng.choice(kit.words.places[draft.geography])}"
    scene |= {"confirmedKeyBeats": beats, "characters": [one, two], "sceneText": f"{setup} {prose}"}
    if kit.tagged:
        scene |= {"sceneType": "comedy" if draft.kind == "gag" else draft.kind, "geography": draft.geography}
    for _ in range(40):
        scene["shots"] = _plan(draft, (one, two), kit)
        if {habit.name for habit, _, _ in _chances(draft, kit)} >= {habit.name for habit in draft.shows}:
            break
    return draft


def _plan(draft: Draft, people: tuple[str, str], kit: Kit) -> list[Shot]:
    rng = kit.rng
    shots: list[Shot] = []
    for at, (beat, kind) in enumerate(draft.moments.items()):
        jobs = list(kit.plans[kind])
        if rng.random() < 0.5:
            spot = rng.randrange(len(jobs))
            jobs[spot : spot + rng.choice((0, 1))] = [] if rng.random() < 0.3 else [rng.choice(JOBS)]
        if at == 0 and rng.random() < 0.6:
            jobs.insert(0, "aerial")
        other = next(name for name in people if name != draft.bearers[beat])
        for job in jobs:
            a_share = {"reaction": 0.85, "single": 0.7, "over_shoulder": 0.3}.get(job, 0.5)
            subject = draft.bearers[beat] if rng.random() < a_share else other
            shots.append(_shot(draft, beat, len(shots), "the place" if job == "aerial" else subject, job, rng))
    return shots


def _shot(draft: Draft, beat: str, at: int, subject: str, job: str, rng: random.Random) -> Shot:
    size = rng.choice(_SIZES)
    return {
        "shotId": f"{draft.scene['sceneId']}_s{at:02}",
        "shotIndex": at + 1,
        "beatId": beat,
        "shotJob": job,
        "subject": subject,
        "shotSize": size,
        "cameraAngle": rng.choice(_ANGLES),
        "cameraMovement": rng.choice(_MOVES),
        "durationSeconds": rng.choice(_LENGTHS),
        "description": f"{size.replace('_', ' ').title()} on {subject}.",
        "isDeleted": False,
    }


def _chances(draft: Draft, kit: Kit) -> list[tuple[Habit, list[Shot], bool]]:
    """Where each habit would act, and whether its exception forbids it there."""
    found = []
    for habit in kit.habits:
        fits = [shot for shot in draft.scene["shots"] if _fits(habit, shot, draft)]
        groups = _pairs(fits, draft) if habit.op == "merge" else [[shot] for shot in fits]
        if habit.op == "move":
            groups = [each for each in groups if _first(each[0], draft)["shotId"] != each[0]["shotId"]]
        barred = draft.kind == habit.unless
        barred = barred or (habit.geography is not None and draft.geography != habit.geography)
        found += [(habit, group, barred) for group in groups]
    return found


def _fits(habit: Habit, shot: Shot, draft: Draft) -> bool:
    role = "a" if shot["subject"] == draft.bearers[shot["beatId"]] else "b"
    length = shot["durationSeconds"]
    return (
        (not habit.when or draft.moments[shot["beatId"]] in habit.when)
        and (not habit.jobs or shot["shotJob"] in habit.jobs)
        and (habit.role is None or (role == habit.role and shot["shotJob"] != "aerial"))
        and all(shot[name] in values for name, values in habit.before.items())
        and (habit.at_least is None or length >= habit.at_least)
        and (habit.at_most is None or length <= habit.at_most)
    )


def _pairs(fits: list[Shot], draft: Draft) -> list[list[Shot]]:
    order = [shot["shotId"] for shot in draft.scene["shots"]]
    pairs: list[list[Shot]] = []
    for one, two in itertools.pairwise(fits):
        adjacent = order.index(two["shotId"]) == order.index(one["shotId"]) + 1 and one["beatId"] == two["beatId"]
        if adjacent and (not pairs or pairs[-1][1] is not one):
            pairs.append([one, two])
    return pairs


def _first(shot: Shot, draft: Draft) -> Shot:
    return next(each for each in draft.scene["shots"] if each["beatId"] == shot["beatId"])


def _wanted(habit: Habit, group: list[Shot], draft: Draft) -> Scene:
    shot = group[0]
    if habit.op == "merge":
        return {"op": "merge", "shotIds": [each["shotId"] for each in group]}
    if habit.op == "remove":
        return {"op": "remove", "shotId": shot["shotId"]}
    if habit.op == "move":
        return {"op": "move", "shotId": shot["shotId"], "before": _first(shot, draft)["shotId"]}
    name, value = habit.change or ("", None)
    if habit.op == "insert":
        return {"op": "insert", "afterShotId": shot["shotId"], "shotJob": value}
    value = round(shot["durationSeconds"] * 1.6, 1) if value == "longer" else value
    return {"op": "modify", "shotId": shot["shotId"], "field": name, "to": value}


def expected_edits(draft: Draft, kit: Kit, *, frozen: bool) -> Scene:
    edits: list[Shot] = []
    traps: list[Shot] = []
    steered: list[Shot] = []
    for habit, group, barred in _chances(draft, kit):
        edit = {"rule": habit.name, **_wanted(habit, group, draft)}
        (traps if barred else steered if frozen and habit.op == "modify" else edits).append(edit)
    going = {edit["shotId"] for edit in edits if edit["op"] == "remove"}
    kept = [edit for edit in edits if edit["op"] == "remove" or edit.get("shotId") not in going]
    return {"kind": draft.kind, "edits": kept, "exception_traps": traps, "steering_traps": steered}


class _Log:
    """A session being written, with the truth beside it."""

    def __init__(self, draft: Draft, kit: Kit) -> None:
        self.scene_id, self.rng, self.remarks = draft.scene["sceneId"], kit.rng, kit.words.remarks
        self.shots = [dict(shot) for shot in draft.scene["shots"]]
        self.messages: list[Scene] = []
        self.events: list[Scene] = []

    def call(self, name: str, params: Scene, said: str | None, event: Scene) -> None:
        """Add what was said, what was called, and what it was."""
        call_id = f"{self.scene_id}_c{len(self.messages):02}"
        if said is not None:
            self.messages.append({"role": "user", "content": said})
        for place, shot in enumerate((each for each in self.shots if not each["isDeleted"]), 1):
            shot["shotIndex"] = place
        data = {"success": True, "shots": [dict(shot) for shot in self.shots]}
        call = {"callId": call_id, "name": name, "params": params, "data": data}
        self.messages.append({"role": "assistant", "content": "Done.", "toolCalls": [call]})
        self.events.append({"callId": call_id, **event})

    def remark(self, cause: str) -> str:
        """What a director says who edits for this reason."""
        return self.rng.choice(self.remarks[cause])

    @property
    def standing(self) -> list[str]:
        """The shots that are there."""
        return [shot["shotId"] for shot in self.shots if not shot["isDeleted"]]

    def modify(self, shot_id: str, name: str, value: Any, cause: str) -> None:
        """Change one field of a shot."""
        shot = next(each for each in self.shots if each["shotId"] == shot_id)
        was, shot[name] = shot[name], value
        event = {"type": "modify", "shotRefs": [shot_id], "fields": {name: [was, value]}, "cause": cause}
        said = self.remark("style" if cause == "rule" else cause)
        self.call("modify_shot", {"shotId": shot_id, "changes": {name: value}}, said, event)

    def remove(self, shot_id: str) -> None:
        """Take a shot out."""
        next(each for each in self.shots if each["shotId"] == shot_id)["isDeleted"] = True
        event = {"type": "remove", "shotRefs": [shot_id], "fields": {}, "cause": "rule"}
        self.call("remove_shots", {"shotIds": [shot_id]}, self.remark("style"), event)

    def merge(self, one: str, two: str) -> None:
        """Make one shot of two."""
        next(each for each in self.shots if each["shotId"] == two)["isDeleted"] = True
        event = {"type": "merge", "shotRefs": [one, two], "fields": {}, "cause": "rule"}
        self.call("merge_shots", {"shotIds": [one, two]}, self.remark("style"), event)

    def insert(self, after: str, job: str) -> None:
        """Put a shot after another."""
        at = next(n for n, each in enumerate(self.shots) if each["shotId"] == after)
        new = self.shots[at] | {"shotId": f"{after}n", "shotJob": job, "shotSize": "MEDIUM_CLOSE_UP"}
        self.shots.insert(at + 1, new)
        event = {"type": "insert", "shotRefs": [new["shotId"]], "fields": {}, "cause": "rule"}
        self.call("insert_shot", {"afterShotId": after, "shot": {"shotJob": job}}, self.remark("style"), event)

    def move(self, shot_id: str, before: str) -> None:
        """Put a shot before another."""
        at = next(n for n, each in enumerate(self.shots) if each["shotId"] == shot_id)
        shot = self.shots.pop(at)
        self.shots.insert(next(n for n, each in enumerate(self.shots) if each["shotId"] == before), shot)
        event = {"type": "reorder", "shotRefs": [shot_id], "fields": {}, "cause": "rule"}
        self.call("reorder_shots", {"shotId": shot_id, "beforeShotId": before}, self.remark("style"), event)


def session_log(draft: Draft, kit: Kit) -> tuple[Scene, list[Scene]]:
    log = _Log(draft, kit)
    generated = {"type": "initial_generation", "shotRefs": log.standing, "fields": {}}
    log.call("generate_scene_shots_from_plan", {}, "Go.", generated)
    taken = [(h, g) for h, g, barred in _chances(draft, kit) if not barred and kit.rng.random() > _OVERLOOKED]
    for habit, group in taken:
        if all(shot["shotId"] in log.standing for shot in group):
            _carry_out(log, _wanted(habit, group, draft))
    _noise(log, draft, kit.rng)
    log.call("confirm_shots", {}, None, {"type": "acceptance", "shotRefs": log.standing, "fields": {}})
    return {"chatSessionId": f"{draft.scene['sceneId']}_chat", "messages": log.messages}, log.events


def _carry_out(log: _Log, edit: Scene) -> None:
    if edit["op"] == "modify":
        log.modify(edit["shotId"], edit["field"], edit["to"], "rule")
    elif edit["op"] == "remove":
        log.remove(edit["shotId"])
    elif edit["op"] == "merge":
        log.merge(*edit["shotIds"])
    elif edit["op"] == "insert":
        log.insert(edit["afterShotId"], edit["shotJob"])
    else:
        log.move(edit["shotId"], edit["before"])


def _noise(log: _Log, draft: Draft, rng: random.Random) -> None:
    """Mends and whims: edits that show no taste, on shots and fields nobody has touched."""
    touched = {ref for event in log.events[1:] for ref in event["shotRefs"]}
    free = [shot for shot in log.shots if not shot["isDeleted"] and shot["shotId"] not in touched]
    rng.shuffle(free)
    for cause, shot in zip(("continuity", "model_error", "one_off"), free, strict=False):
        if rng.random() > 0.6:
            continue
        if cause == "continuity":
            log.modify(shot["shotId"], "description", f"{shot['description']} As before.", cause)
        elif cause == "model_error":
            log.modify(shot["shotId"], "subject", rng.choice(draft.scene["characters"]), cause)
        else:
            log.modify(shot["shotId"], "cameraAngle", rng.choice(("DUTCH", "OVERHEAD", "WORMS_EYE")), cause)
    # An edit that changes nothing is none.
    log.events[:] = [each for each in log.events if all(was != now for was, now in each["fields"].values())]


def last_shots(session: Scene) -> list[Shot]:
    shots: list[Shot] = session["messages"][-1]["toolCalls"][0]["data"]["shots"]
    return shots
