"""How orders at providers ended, noted once each, and judged when the film is."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import datetime
from hashlib import sha256
from typing import Final

from showbible.errors import Invalid
from showbible.lessons.recall.generations import GenerationRecord, provider_name
from showbible.storage.database import Database
from showbible.vocabulary import KIB, checked_id, checked_text, finite, stamp, utcnow

MOST_LETTERS: Final = 4000
"""How much of a prompt is kept."""


def note(db: Database, generation: GenerationRecord) -> bool:
    """Keep how an order ended, once; gives whether it is new.

    Of a run that is gone by now nothing is kept but what tells of the provider.
    """
    row = _checked(generation)
    with db.transaction():
        if generation.run_id is not None:
            db.hold(f"run:{generation.run_id}")
            if not db.value("SELECT 1 FROM runs WHERE run_id = :run_id", run_id=generation.run_id):
                row |= {**_NO_WORDS, "generation_id": nameless(generation.generation_id)}
        return bool(db.run(_NOTE, **row))


_NO_WORDS: Final = dict.fromkeys(("run_id", "pilot_id", "shot_id", "prompt", "why", "score"))
_NOTE: Final = """
    INSERT INTO generations (
        generation_id, provider, model, medium, run_id, pilot_id, shot_id, tier, outcome, refusal, estimated, charged,
        simulated, seconds, took, size, angle, movement, traits, prompt, why, score, teaches, at)
    VALUES (
        :generation_id, :provider, :model, :medium, :run_id, :pilot_id, :shot_id, :tier, :outcome, :refusal, :estimated,
        :charged, :simulated, :seconds, :took, :size, :angle, :movement, :traits, :prompt, :why, :score, 1, :at)
        ON CONFLICT (generation_id) DO NOTHING
"""


def judge(db: Database, run_id: str, pilot_id: str | None, score: float) -> int:
    """Give what a pilot made its score, or what belongs to no pilot; gives how many orders that were."""
    if not 0 <= score <= 100:
        raise Invalid("score must lie between 0 and 100.", field="score")
    with db.transaction():
        return db.run(_JUDGE, run_id=run_id, pilot_id=pilot_id, score=score)


_JUDGE: Final = """
    UPDATE generations
       SET score = :score
     WHERE run_id = :run_id AND outcome = 'succeeded'
       AND (pilot_id = CAST(:pilot_id AS TEXT) OR CAST(:pilot_id AS TEXT) IS NULL AND pilot_id IS NULL)
"""


def set_aside(db: Database, run_id: str | None, provider: str, *, forgotten: bool) -> None:
    """Let what a run ordered of a provider teach no more, or again."""
    db.run(
        "UPDATE generations SET teaches = :teaches WHERE run_id = :run_id AND provider = :provider",
        teaches=int(not forgotten),
        run_id=run_id,
        provider=provider,
    )


def forget_run(db: Database, run_id: str, *, until: datetime | None = None) -> None:
    """Take the words of a deleted run off its orders: what a provider did and charged is still known of it."""
    theirs = "SELECT generation_id FROM generations WHERE run_id = :run_id AND at <= :last"
    for row in db.all(theirs, run_id=run_id, last=stamp(until or utcnow())):
        db.run(_FORGET, generation_id=row.generation_id, nameless=nameless(row.generation_id))
        # Left where the run was deleted before and came back from an archive: its orders are known already.
        db.run("DELETE FROM generations WHERE generation_id = :generation_id", generation_id=row.generation_id)


def nameless(generation_id: str) -> str:
    """The id of an order whose run is gone: always the same one, and no line of the ledger has it."""
    return sha256(generation_id.encode()).hexdigest()[:32]


_FORGET: Final = f"""
    UPDATE generations
       SET generation_id = :nameless, {", ".join(f"{name} = NULL" for name in _NO_WORDS)}
     WHERE generation_id = :generation_id
       AND NOT EXISTS (SELECT 1 FROM generations WHERE generation_id = :nameless)
"""  # noqa: S608


def _checked(said: GenerationRecord) -> dict[str, object]:
    provider = provider_name(said.provider)
    if provider is None:
        raise Invalid("An order needs the name of its provider.", field="provider")
    for name in ("estimated", "charged", "seconds", "took"):
        if finite(name, getattr(said, name)) < 0:
            raise Invalid(f"{name} must be 0 or more.", field=name)
    found = vars(replace(said, provider=provider, prompt=_text("prompt", said.prompt), why=_text("why", said.why)))
    return {
        **{name: value for name, value in found.items() if name != "rating"},
        "generation_id": checked_id("generation", said.generation_id),
        "run_id": None if said.run_id is None else checked_id("run", said.run_id),
        "simulated": int(said.simulated),
        "traits": json.dumps(dict(said.traits), sort_keys=True),
        "at": stamp(said.at),
    }


def _text(name: str, said: str | None) -> str | None:
    return None if said is None else checked_text(name, said[:MOST_LETTERS], limit=4 * MOST_LETTERS + KIB)
