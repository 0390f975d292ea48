"""Ask every memory, join what fits, and say what came of it; one that fails keeps no other from answering."""

from __future__ import annotations

import time

import structlog

from showbible.briefing.model import BriefRequest, MemoryName, MemoryOffer, RecallBrief, Receipt, Silent
from showbible.briefing.render import account, fitting, part, written
from showbible.briefing.sources import OFFERS, Studio
from showbible.briefing.tokens import tokens
from showbible.errors import Invalid, NotFound, ShowbibleError, TooLarge
from showbible.projects import recall as projects
from showbible.values import frozen
from showbible.vocabulary import new_id

log = structlog.get_logger("showbible.briefing")


@frozen
class _Answers:
    offers: tuple[MemoryOffer, ...]
    skipped: tuple[Silent, ...]
    failed: tuple[Silent, ...]


def brief(studio: Studio, asked: BriefRequest) -> RecallBrief:
    """What all memories know, within the budget; its receipt is made out and not yet kept."""
    begun = time.perf_counter()
    asked.checked()
    if asked.project_id is not None:
        projects.project(studio.workspace.db, asked.project_id)
    answers = _asked(studio, asked)
    taken = fitting(answers.offers, budget=asked.budget_tokens)
    parts = tuple(part(offer, taken[offer.memory]) for offer in answers.offers)
    text = written(parts)
    receipt = Receipt(
        receipt_id=f"rcp_{new_id()}",
        at=studio.at,
        asked=asked,
        tokens=tokens(text),
        took_ms=round((time.perf_counter() - begun) * 1000, 1),
        accounts=tuple(account(offer, told) for offer, told in zip(answers.offers, parts, strict=True)),
        skipped=answers.skipped,
        failed=answers.failed,
    )
    return RecallBrief(text=text, tokens=receipt.tokens, parts=parts, receipt=receipt, kept=False)


def _asked(studio: Studio, asked: BriefRequest) -> _Answers:
    offers, skipped, failed = list[MemoryOffer](), list[Silent](), list[Silent]()
    for memory in MemoryName:
        if (lack := asked.lacks(memory)) is not None:
            skipped.append(Silent(memory=memory, why=lack))
            continue
        answer = _answer(studio, asked, memory)
        if isinstance(answer, MemoryOffer):
            offers.append(answer)
        else:
            failed.append(answer)
    return _Answers(offers=tuple(offers), skipped=tuple(skipped), failed=tuple(failed))


def _answer(studio: Studio, asked: BriefRequest, memory: MemoryName) -> MemoryOffer | Silent:
    """A memory's offer, or why it has none; what is wrong with the question is the caller's to mend."""
    try:
        return OFFERS[memory](studio, asked)
    except (Invalid, NotFound, TooLarge):
        raise
    except ShowbibleError as error:
        log.warning("recall.part_failed", memory=memory, reason=str(error))
        return Silent(memory=memory, why=str(error))
    except Exception:  # the other memories can still answer, and this one is named as failed
        log.exception("recall.part_failed", memory=memory)
        return Silent(memory=memory, why="Something went wrong on our side; the log says more.")
