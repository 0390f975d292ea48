"""Search: the union of what full text and meaning find, ranked by both.

Each side nominates its best, and the most promising are scored on the same scale, whoever nominated them:

    closeness of the whole texts + closeness word by word + 0.3 x full text's score, relative to its best

so that nothing is lost because only one side found it. What meaning alone nominates must also be
close enough to be an answer. The embedded vectors know Latin script; the less of a question is
written in it, the more full text counts. An asset whose id, take, path or file name was asked for comes first.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from showbible.assets.model import Asset, Hit, Kind
from showbible.assets.recall import library, rows
from showbible.assets.recall.closeness import Close, closeness
from showbible.llm.embeddings import Embedder
from showbible.storage import paging, search, vectors
from showbible.storage.database import Database
from showbible.storage.paging import Page
from showbible.vocabulary import QUERY_LIMIT, ProjectId, checked_text

NEAREST: Final = 64
"""How many meaning nominates, at least."""
BEST_WORDED: Final = 300
"""How many full text nominates, at least: enough to know its score of most that meaning nominates."""
FINALISTS: Final = 48
"""How many of all nominees are compared word by word, at least."""
MOST_HITS: Final = 1000
CLOSE: Final = 0.3
"""What meaning alone must reach to be an answer."""
FULL_TEXT: Final = 0.3
"""What the best full-text score is worth beside two closenesses of up to 1 each."""
NAMED: Final = 10.0
"""What it is worth to be asked for by name: more than anything else."""

_ID_LIKE: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9._/-]*[0-9._/-][A-Za-z0-9._/-]*")
_LETTER: Final = re.compile(r"[^\W\d_]")
_LATIN: Final = re.compile(r"[A-Za-zÀ-ɏ]")


@dataclass(frozen=True, kw_only=True)
class Found:
    """What the two sides say, by asset id."""

    lexical: Mapping[str, search.Hit]
    near: Mapping[str, float]


def hits(
    db: Database,
    project_id: ProjectId,
    query: str,
    *,
    embedder: Embedder | None = None,
    kind: Kind | None = None,
    limit: int = paging.USUAL,
    cursor: str | None = None,
) -> Page[Hit]:
    """The assets that answer a plain sentence, best first."""
    paging.checked_limit(limit)
    checked_text("q", query, limit=QUERY_LIMIT)
    (skip,) = paging.decoded(cursor, (int,)) if cursor else (0,)
    begin = min(max(int(skip or 0), 0), MOST_HITS)
    ranked, total = _ranked(db, project_id, query, embedder=embedder, kind=kind, wanted=begin + limit + 1)
    shown, more = ranked[begin : begin + limit], len(ranked) > begin + limit and begin + limit < MOST_HITS
    return Page(
        items=[_hit(each) for each in shown],
        total=total,
        next_cursor=paging.encoded((begin + limit,)) if more else None,
    )


@dataclass(frozen=True, kw_only=True, slots=True)
class _Scored:
    """A nominee with its score and what speaks for it; turned into a hit only when it is shown."""

    row: Any
    score: float
    named: str | None
    lexical: search.Hit | None
    whole: float


def _ranked(
    db: Database, project_id: ProjectId, query: str, *, embedder: Embedder | None, kind: Kind | None, wanted: int
) -> tuple[list[_Scored], int]:
    """The best of what was found, at least as many as are wanted, and how many were found in all."""
    finalists = max(FINALISTS, wanted + 12)
    with db.snapshot():
        exact = _exact(db, project_id, query)
        found = _found(db, project_id, query, embedder=embedder, least=wanted if kind is None else MOST_HITS)
        names = _by_promise(exact, found)
        known = library.rows_by_id(db, project_id, names[:finalists] if kind is None else names)
    wished = {row.asset_id: row for row in known if kind is None or row.kind == kind}
    best = {name: wished[name] for name in [name for name in names if name in wished][:finalists]}
    close = _closeness(embedder, query, best, found)
    scored = _scored(best, query, exact=exact, found=found, close=close)
    ranked = sorted(scored, key=lambda each: (-each.score, each.row.asset_id))
    return ranked, len(names) if kind is None else len(wished)


def _by_promise(exact: Mapping[str, str], found: Found) -> list[str]:
    """Everything that was found, the likeliest first by what each side says at once."""
    best = max((hit.score for hit in found.lexical.values()), default=0.0) or 1.0
    promise = {name: 0.7 * similarity for name, similarity in found.near.items()}
    for name, hit in found.lexical.items():
        promise[name] = promise.get(name, 0.7 * CLOSE) + FULL_TEXT * hit.score / best
    others = sorted((name for name in promise if name not in exact), key=lambda name: -promise[name])
    return [*exact, *others]


def _scored(
    known: Mapping[str, Any], query: str, *, exact: Mapping[str, str], found: Found, close: Mapping[str, Close]
) -> Iterator[_Scored]:
    best = max((hit.score for hit in found.lexical.values()), default=0.0) or 1.0
    latin = _latin_share(query)
    for name, row in known.items():
        lexical, near, named = found.lexical.get(name), close.get(name, _APART), exact.get(name)
        if named is None and lexical is None and near.whole < CLOSE:
            continue
        share = 0.0 if lexical is None else lexical.score / best
        meaning = max(near.whole, 0.0) + max(near.words, 0.0)
        score = latin * meaning + (FULL_TEXT + 2 * (1 - latin)) * share + (NAMED if named else 0.0)
        yield _Scored(row=row, score=score, named=named, lexical=lexical, whole=near.whole)


_APART: Final = Close(whole=0.0, words=0.0)


def _exact(db: Database, project_id: ProjectId, query: str) -> dict[str, str]:
    """Assets that the question names, with the name it uses."""
    whole = query.strip()
    asked = list(dict.fromkeys([whole, *_ID_LIKE.findall(whole)[:16]]))
    if not whole:
        return {}
    found = db.all(
        """
        SELECT asset_id, 'id' AS named FROM asset_index WHERE project_id = :project_id AND asset_id IN :asked
         UNION ALL
        SELECT asset_id, 'take' AS named FROM asset_index WHERE project_id = :project_id AND clip_id IN :asked
         UNION ALL
        SELECT asset_id, 'path' AS named FROM asset_index WHERE project_id = :project_id AND path IN :asked
         UNION ALL
        SELECT asset_id, 'file name' AS named FROM asset_index WHERE project_id = :project_id AND name = :name
         LIMIT :most
        """,
        project_id=project_id,
        asked=asked,
        name=whole.casefold(),
        most=NEAREST,
    )
    named: dict[str, str] = {}
    for row in found:
        named.setdefault(row.asset_id, row.named)
    return named


def _found(db: Database, project_id: ProjectId, query: str, *, embedder: Embedder | None, least: int) -> Found:
    lexical = search.find(db, rows.WORDS, query, scope=project_id, limit=max(BEST_WORDED, least))
    near: list[vectors.Near] = []
    if embedder is not None and query.strip():
        (vector,) = embedder.embed([query])
        near = vectors.nearest(
            db, rows.MEANINGS, vector, scope=project_id, model=embedder.name, limit=max(NEAREST, least)
        )
    return Found(
        lexical={hit.item_id: hit for hit in lexical},
        near={each.item_id: each.similarity for each in near if each.similarity >= CLOSE},
    )


def _closeness(embedder: Embedder | None, query: str, known: Mapping[str, Any], found: Found) -> Mapping[str, Close]:
    if embedder is None:
        return {}
    return closeness(embedder, query, {name: rows.text(row) for name, row in known.items()}, found.near)


def _hit(scored: _Scored) -> Hit:
    asset = rows.asset(scored.row)
    terms = () if scored.lexical is None else scored.lexical.terms
    why = _why(asset, named=scored.named, terms=terms, whole=scored.whole)
    return Hit(asset=asset, score=round(scored.score, 4), why=why)


def _latin_share(query: str) -> float:
    letters = len(_LETTER.findall(query))
    return len(_LATIN.findall(query)) / letters if letters else 1.0


def _why(asset: Asset, *, named: str | None, terms: Sequence[str], whole: float) -> str:
    reasons = [f"its {named} was asked for"] if named else []
    if terms:
        reasons.append(f"{_where(asset, terms)} says {', '.join(terms)}")
    if whole >= CLOSE:
        reasons.append(f"close in meaning ({whole:.2f})")
    return "; ".join(reasons) or "near in meaning"


def _where(asset: Asset, terms: Sequence[str]) -> str:
    """The first of its texts that says one of the words as they were asked."""
    texts = {
        "prompt": asset.prompt,
        "caption": asset.caption,
        "entities": asset.entity_summary,
        "tags": " ".join(asset.tags),
    }
    for name, text in texts.items():
        if text and any(term in text.casefold() for term in terms):
            return name
    return "text"
