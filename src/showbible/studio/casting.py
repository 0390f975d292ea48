"""Whom to ask for what a film needs, by what earlier orders showed."""

from __future__ import annotations

from dataclasses import replace

from showbible.bible import Bible
from showbible.lessons.recall import generations, providers
from showbible.lessons.recall.casting.choice import Casting, choose
from showbible.lessons.recall.casting.prospects import CastingQuestion


def cast(bible: Bible, question: CastingQuestion) -> Casting:
    """Who makes something, why, and how its orders are written; what people wrote of the provider goes along."""
    with bible.db.snapshot():
        found = choose(question, generations.newest(bible.db, medium=question.medium))
        written = providers.written_by_people(bible.db, found.provider)
    return replace(found, prompt=replace(found.prompt, tips=written.tips, avoid=written.avoid))
