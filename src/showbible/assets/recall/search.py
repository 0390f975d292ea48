"""Search: the union of what full text and meaning find, ranked by both.

Each side nominates its best, and the most promising are scored on the same scale, whoever nominated them:

    1.5 x closeness of the whole texts + closeness word by word + 0.3 x full text's score, relative to its best

so that nothing is lost because only one side found it. What meaning alone nominates must also be
close enough to be an answer. What a short question asks for is also looked for in other words and
under the names of those it describes; an asset that says it so gains for each part that it says. The
embedded vectors know Latin script; the less of a question is written in it, the more full text counts.
An asset whose id, take, path or file name was asked for comes first.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final

from showbible.assets.model import Asset, AssetHit, AssetKind
from showbible.assets.recall import library, rows
from showbible.assets.recall.closeness import AssetQuery, Close, closeness
from showbible.assets.recall.paraphrases import Paraphrase, paraphrases, stems, with_names
from showbible.llm.embeddings.embedder import Embedder
from showbible.storage import paging, search, vectors
from showbible.storage.database import ProjectDatabase
from showbible.storage.paging import Page
from showbible.storage.terms import Term, asked, held
from showbible.values import frozen
from showbible.vocabulary import QUERY_LIMIT, checked_text

NEAREST: Final = 64
"""How many meaning nominates, at least."""
BEST_WORDED: Final = 200
"""How many full text nominates, at least: enough to know its score of most that meaning nominates."""
FINALISTS: Final = 40
"""How many of all nominees are compared with each other, text by text, before any after them."""
MOST_HITS: Final = 1000
CLOSE: Final = 0.3
"""What meaning alone must reach to be an answer."""
APART: Final = 1.5
"""What the closeness of whole texts is worth beside the closeness word by word."""
FULL_TEXT: Final = 0.3
"""What the best full-text score is worth beside both."""
SAME: Final = 0.5
"""What it is worth to say in other words all of what was asked that can be said otherwise."""
ALL_OF_IT: Final = 0.8
"""What it is worth besides to say every one of several parts."""
HALF: Final = 0.5
"""How much of it an asset must say that nothing else speaks for."""
TELLING_NAMES: Final = 24
"""How many of the best-worded assets are asked for the names of what they describe."""
NAMED: Final = 10.0
"""What it is worth to be asked for by name: more than anything else."""

_ID_LIKE: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9._/-]*[0-9._/-][A-Za-z0-9._/-]*")
_LETTER: Final = re.compile(r"[^\W\d_]")
_LATIN: Final = re.compile(r"[A-Za-zÀ-ɏ]")


@frozen
class Nominees:
    """What the two sides say, by asset id."""

    lexical: Mapping[str, float]
    near: Mapping[str, float]
    asked: AssetQuery | None = None
    otherwise: Mapping[str, float] = field(default_factory=dict)
    parts: Sequence[Paraphrase] = ()
    """What of the question can be said otherwise."""

    @property
    def best(self) -> float:
        """The best score that full text gave."""
        return max(self.lexical.values(), default=0.0) or 1.0


def hits(
    db: ProjectDatabase,
    query: str,
    *,
    embedder: Embedder | None,
    kind: AssetKind | None = None,
    limit: int,
    cursor: str | None = None,
) -> Page[AssetHit]:
    """The assets that answer a plain sentence, best first."""
    paging.checked_limit(limit)
    checked_text("q", query, limit=QUERY_LIMIT)
    (skip,) = paging.decoded(cursor, (int,)) if cursor else (0,)
    begin = min(max(int(skip or 0), 0), MOST_HITS)
    ranked, total = _ranked(db, query, embedder=embedder, kind=kind, wanted=begin + limit + 1)
    shown, more = ranked[begin : begin + limit], len(ranked) > begin + limit and begin + limit < MOST_HITS
    terms = asked(query)
    return Page(
        items=[_hit(each, terms if each.worded else ()) for each in shown],
        total=total,
        next_cursor=paging.encoded((begin + limit,)) if more else None,
    )


@dataclass(frozen=True, kw_only=True, slots=True)
class _Scored:
    """A nominee with its score and what speaks for it; turned into a hit only when it is shown."""

    row: Any
    score: float
    named: str | None
    worded: bool
    whole: float
    same: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, kw_only=True, slots=True)
class _Otherwise:
    """How much of a question a text says with at least one part in other words, and how it says those."""

    share: float
    words: tuple[tuple[str, str], ...]
    worth: float = 0.0
    """What that adds to a score: what is said in the very words has its worth already."""


_NOT_SAID: Final = _Otherwise(share=0.0, words=())


def _said_otherwise(parts: Sequence[Paraphrase], row: Any) -> _Otherwise:
    text = stems(rows.text(row))
    said = [(each.asked, words) for each in parts if (words := each.said_in(text)) is not None]
    other = tuple((asked, words) for asked, words in said if words != asked)
    if not other:
        return _NOT_SAID
    worth = SAME + (ALL_OF_IT if len(said) == len(parts) > 1 else 0.0)
    return _Otherwise(share=len(said) / len(parts), words=other, worth=worth * len(other) / len(parts))


def _ranked(
    db: ProjectDatabase, query: str, *, embedder: Embedder | None, kind: AssetKind | None, wanted: int
) -> tuple[list[_Scored], int]:
    """The best of what was found, at least as many as are wanted, and how many were found in all."""
    with db.snapshot():
        only = None if kind is None else library.part(db, kind)
        exact = _exact(db, query)
        found = _found(db, query, embedder=embedder, only=only, least=wanted)
        names = _by_promise(exact, found)
        best = names[: -(-wanted // FINALISTS) * FINALISTS]
        known = {row.asset_id: row for row in library.rows_by_id(db, best)}
        kept = _vectors(db, best, embedder=embedder, found=found)
    wished = {name: known[name] for name in best if name in known and kind in (None, known[name].kind)}
    close = _closeness(embedder, wished, found, kept)
    ranked: list[_Scored] = []
    # Group by group, so that a page is the same however many come after it.
    for start in range(0, len(best), FINALISTS):
        group = {name: wished[name] for name in best[start : start + FINALISTS] if name in wished}
        scored = _scored(group, query, exact=exact, found=found, close=close)
        ranked += sorted(scored, key=lambda each: (-each.score, each.row.asset_id))
    return ranked, len(names) - len(best) + len(wished)


def _by_promise(exact: Mapping[str, str], found: Nominees) -> list[str]:
    """Everything that was found, the likeliest first by what each side says at once."""
    share = FULL_TEXT / found.best
    promise = {name: 0.7 * similarity for name, similarity in found.near.items()}
    for name, score in found.lexical.items():
        promise[name] = promise.get(name, 0.7 * CLOSE) + share * score
    best = max(found.otherwise.values(), default=0.0) or 1.0
    for name, score in found.otherwise.items():
        promise[name] = promise.get(name, 0.7 * CLOSE) + SAME * FULL_TEXT * score / best
    others = sorted((name for name in promise if name not in exact), key=promise.__getitem__, reverse=True)
    return [*exact, *others]


def _scored(
    known: Mapping[str, Any], query: str, *, exact: Mapping[str, str], found: Nominees, close: Mapping[str, Close]
) -> Iterator[_Scored]:
    latin, best = _latin_share(query), found.best
    for name, row in known.items():
        near, named, worded = close.get(name, _APART), exact.get(name), name in found.lexical
        same = _said_otherwise(found.parts, row) if found.parts else _NOT_SAID
        if named is None and not worded and near.whole < CLOSE and same.share < HALF:
            continue
        share = found.lexical.get(name, 0.0) / best
        meaning = APART * max(near.apart, 0.0) + max(near.words, 0.0)
        score = latin * meaning + (FULL_TEXT + 2 * (1 - latin)) * share + (NAMED if named else 0.0)
        yield _Scored(row=row, score=score + same.worth, named=named, worded=worded, whole=near.whole, same=same.words)


_APART: Final = Close(whole=0.0, apart=0.0, words=0.0)


def _exact(db: ProjectDatabase, query: str) -> dict[str, str]:
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
        asked=asked,
        name=whole.casefold(),
        most=NEAREST,
    )
    named: dict[str, str] = {}
    for row in found:
        named.setdefault(row.asset_id, row.named)
    return named


def _found(
    db: ProjectDatabase, query: str, *, embedder: Embedder | None, only: search.Only | None, least: int
) -> Nominees:
    worded = search.nominated(db, rows.WORDS, query, scope=db.project_id, limit=max(BEST_WORDED, least), only=only)
    lexical = {each.item_id: each.score for each in worded}
    found = _in_other_words(db, query, Nominees(lexical=lexical, near={}), only=only, least=least)
    if embedder is None or not query.strip():
        return found
    (vector,) = embedder.embed([query])
    near = vectors.nearest(
        db, rows.MEANINGS, vector, scope=db.project_id, model=embedder.name, limit=max(NEAREST, least), only=only
    )
    return replace(
        found,
        near={each.item_id: each.similarity for each in near if each.similarity >= CLOSE},
        asked=AssetQuery(text=query, vector=vector),
    )


def _in_other_words(
    db: ProjectDatabase, query: str, found: Nominees, *, only: search.Only | None, least: int
) -> Nominees:
    """What full text nominates for the same question asked otherwise, and for the names of what it describes."""
    parts = paraphrases(query)
    if not parts:
        return found

    def nominate(words: Iterable[str]) -> dict[str, float]:
        limit = max(BEST_WORDED, least)
        worded = search.nominated(db, rows.WORDS, " ".join(words), scope=db.project_id, limit=limit, only=only)
        return {each.item_id: each.score for each in worded}

    otherwise = nominate(other for each in parts for other in each.others)
    if any(each.is_kind for each in parts):
        telling = [*list(found.lexical)[:TELLING_NAMES], *list(otherwise)[:TELLING_NAMES]]
        parts = with_names(db, parts, [rows.text(row) for row in library.rows_by_id(db, telling)])
        otherwise |= nominate(name for each in parts for name in each.names)
    return replace(found, otherwise=otherwise, parts=parts)


def _vectors(
    db: ProjectDatabase, asset_ids: Sequence[str], *, embedder: Embedder | None, found: Nominees
) -> Mapping[str, Any]:
    if embedder is None or found.asked is None:
        return {}
    dimensions = len(found.asked.vector)
    return vectors.given(db, rows.MEANINGS, asset_ids, scope=db.project_id, model=embedder.name, dimensions=dimensions)


def _closeness(
    embedder: Embedder | None, known: Mapping[str, Any], found: Nominees, kept: Mapping[str, Any]
) -> Mapping[str, Close]:
    if embedder is None or found.asked is None:
        return {}
    return closeness(embedder, found.asked, {name: rows.text(row) for name, row in known.items()}, kept)


def _hit(scored: _Scored, terms: Sequence[Term]) -> AssetHit:
    asset = rows.asset(scored.row)
    words = held(terms, asset.text, asset.path) if terms else ()
    why = _why(asset, scored, terms=words)
    return AssetHit(asset=asset, score=round(scored.score, 4), why=why)


def _latin_share(query: str) -> float:
    letters = len(_LETTER.findall(query))
    return len(_LATIN.findall(query)) / letters if letters else 1.0


def _why(asset: Asset, scored: _Scored, *, terms: Sequence[str]) -> str:
    reasons = [f"its {scored.named} was asked for"] if scored.named else []
    if terms:
        reasons.append(f"{_where(asset, terms)} says {', '.join(terms)}")
    if scored.whole >= CLOSE:
        reasons.append(f"close in meaning ({scored.whole:.2f})")
    reasons += [f"says {words} for {asked}" for asked, words in scored.same]
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
