"""Search: the union of what full text and meaning find, ranked by both.

Each side nominates its best. Every nominee is then scored on the same scale, whoever nominated it:

    closeness of the whole texts + closeness word by word + 0.3 x full text's score, relative to its best

so that nothing is lost because only one side found it. What meaning alone nominates must also be
close enough to be an answer. The embedded vectors know Latin script; the less of a question is
written in it, the more full text counts. An asset whose id, take, path or file name was asked for comes first.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from showbible.assets.model import Asset, Hit, Kind
from showbible.assets.recall import library, rows
from showbible.assets.recall.closeness import Close, closeness
from showbible.llm.embeddings import Embedder
from showbible.storage import paging, search, vectors
from showbible.storage.database import Database
from showbible.storage.paging import Page
from showbible.vocabulary import QUERY_LIMIT, ProjectId, checked_text

NOMINEES: Final = 100
"""How many of its best each side nominates, at least."""
MOST_HITS: Final = 1000
CLOSE: Final = 0.3
"""What meaning alone must reach to be an answer."""
FULL_TEXT: Final = 0.3
"""What the best full-text score is worth beside two closenesses of up to 1 each."""

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
    ranked = _ranked(db, project_id, query, embedder=embedder, kind=kind, wanted=begin + limit + 1)
    shown, more = ranked[begin : begin + limit], len(ranked) > begin + limit and begin + limit < MOST_HITS
    return Page(items=shown, total=len(ranked), next_cursor=paging.encoded((begin + limit,)) if more else None)


def _ranked(
    db: Database, project_id: ProjectId, query: str, *, embedder: Embedder | None, kind: Kind | None, wanted: int
) -> list[Hit]:
    nominees = max(NOMINEES, wanted) if kind is None else MOST_HITS
    with db.snapshot():
        exact = _exact(db, project_id, query)
        found = _found(db, project_id, query, embedder=embedder, limit=nominees)
        known = library.assets_by_id(db, project_id, list({*exact, *found.lexical, *found.near}))
    wished = {name: asset for name, asset in known.items() if kind is None or asset.kind is kind}
    close = _closeness(embedder, query, wished, found)
    scored = [_hit(asset, query, exact=exact, found=found, close=close) for asset in wished.values()]
    passed = [hit for hit in scored if hit is not None]
    return sorted(passed, key=lambda hit: (-hit.score, hit.asset.asset_id))


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
        most=NOMINEES,
    )
    named: dict[str, str] = {}
    for row in found:
        named.setdefault(row.asset_id, row.named)
    return named


def _found(db: Database, project_id: ProjectId, query: str, *, embedder: Embedder | None, limit: int) -> Found:
    lexical = search.find(db, rows.WORDS, query, scope=project_id, limit=limit)
    near: list[vectors.Near] = []
    if embedder is not None and query.strip():
        (vector,) = embedder.embed([query])
        near = vectors.nearest(db, rows.MEANINGS, vector, scope=project_id, model=embedder.name, limit=limit)
    return Found(
        lexical={hit.item_id: hit for hit in lexical},
        near={each.item_id: each.similarity for each in near if each.similarity >= CLOSE},
    )


def _closeness(embedder: Embedder | None, query: str, known: Mapping[str, Asset], found: Found) -> Mapping[str, Close]:
    if embedder is None:
        return {}
    return closeness(embedder, query, {name: asset.text for name, asset in known.items()}, found.near)


def _hit(asset: Asset, query: str, *, exact: Mapping[str, str], found: Found, close: Mapping[str, Close]) -> Hit | None:
    lexical, near = found.lexical.get(asset.asset_id), close.get(asset.asset_id, Close(whole=0.0, words=0.0))
    best = max((hit.score for hit in found.lexical.values()), default=0.0)
    share = lexical.score / best if lexical is not None and best > 0 else 0.0
    known = _latin_share(query)
    score = known * (max(near.whole, 0.0) + max(near.words, 0.0)) + (FULL_TEXT + 2 * (1 - known)) * share
    named = exact.get(asset.asset_id)
    if named is None and lexical is None and near.whole < CLOSE and asset.asset_id not in found.near:
        return None
    terms = () if lexical is None else lexical.terms
    return Hit(
        asset=asset,
        score=round(score + (10.0 if named else 0.0), 4),
        why=_why(asset, named=named, terms=terms, whole=near.whole),
    )


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
