"""The memories of one pool that a prompt or a person needs now.

What is paused is left out before anything is judged: it neither comes up nor lifts what stands beside it. Whoever
asks for it with `paused` sees the pool as if nothing were.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from itertools import chain, islice
from typing import Any, Final, TypeVar

from showbible.conversations.model import DISTILLED, Memory, MemoryType, Scope
from showbible.conversations.recall import answering, closeness, memories, ranking
from showbible.conversations.recall.memories import Glimpse
from showbible.conversations.recall.ranking import NO_KIN, Candidates, MemoryQuestion, Ranked, why
from showbible.llm.embeddings.choosing import Find, installed, sentence_encoder
from showbible.llm.embeddings.embedder import Embedder
from showbible.reading import kinds
from showbible.storage import search, vectors
from showbible.storage.database import Database
from showbible.storage.stems import stem
from showbible.storage.terms import MOST_TERMS, Term, asked
from showbible.values import frozen
from showbible.vocabulary import QUERY_LIMIT, checked_text

Item = TypeVar("Item")

TEXTS: Final = search.Index(name="memory")
MOST_HITS: Final = 90
MOST_NEAR: Final = 60
MOST_LEADERS: Final = 20
"""Hits whose neighbours are looked at, too."""
LEAST_NEAR: Final = 0.1
KIND_SHARE: Final = 0.6
"""How near a word is to the kind that it is of, where the kind is asked for: coriander to herb."""
KNOWN_SHOWN: Final = 20
"""Memories that a model is shown, so that it does not tell them again and can say what takes their place."""
A_FEW: Final = 4
"""Memories of one type, where nothing is asked."""
_BY_PHRASE: Final = 2
"""Searches for the words of a kind that is asked for without its name: nothing else in the question finds them."""
_DEPTH: Final = 60
_MOST_COUNTED: Final = 20_000
_NOTHING: Final[frozenset[str]] = frozenset()


@frozen
class Recalled:
    """A memory, how strong it still is, and why it came up."""

    memory: Memory
    strength: float
    score: float
    why: str
    is_answer: bool = True
    """Whether its own words came up, and not only those beside it."""


def relevant(
    db: Database,
    scope: Scope,
    query: str,
    *,
    at: datetime,
    limit: int,
    kind: MemoryType | None = None,
    per_type: int | None = None,
    embedder: Embedder | None = None,
    encoder: Find = sentence_encoder,
    paused: bool = False,
    history: bool = False,
) -> list[Recalled]:
    """The memories and lines that answer a plain sentence, best first, each with its reason.

    What a later word has replaced is told only as `history`.
    """
    checked_text("q", query, limit=QUERY_LIMIT)
    with db.snapshot():
        pool = memories.pool(db, scope)
        terms, about = _asked(query, pool.speakers)
        searches = _BY_PHRASE if kinds.asked_by_phrase(query) else 1
        near = _meant(query, embedder)
        asking = _Asking(db=db, scope=scope, terms=terms, near=near, rows=pool.last_seq, searches=searches)
        sought = _sought(asking, paused=paused)
        shared = sought.shared(terms)
        rarity = _rarity(db, scope, terms, shared, rows=pool.last_seq)
        question = MemoryQuestion(rarity=rarity, about=about)
        candidates = _candidates(db, scope, question, sought, shared, paused=paused)
        found = ranking.ranked(question, _with_kin(terms, candidates, shared), at=at)
        told: Iterable[Ranked] = found
        if not history:
            mentioned = {*shared.values()}
            told = answering.answered(
                db, scope, query, found, mentioned=mentioned, names=pool.relations, paused=paused, encoder=encoder
            )
        wanted = (each for each in told if _is_wanted(each.candidate.memory, kind, history=history))
        shown = _once_told(_capped(wanted, per_type=per_type, kind=lambda each: each.candidate.memory.type), limit)
        whole = {each.memory_id: each for each in memories.these(db, [_id(each) for each in shown])}
    return [
        Recalled(
            memory=whole[_id(each)],
            strength=whole[_id(each)].strength(at=at),
            score=each.score,
            why=why(each),
            is_answer=each.own > 0,
        )
        for each in shown
    ]


def nearest(db: Database, scope: Scope, query: str, *, at: datetime) -> list[Memory]:
    """What holds and has most to do with a text, paused or not: what a model is shown as known."""
    found = relevant(db, scope, query, at=at, limit=2 * KNOWN_SHOWN, paused=True, history=True)
    return [each.memory for each in found if each.memory.superseded_by is None][:KNOWN_SHOWN]


def strongest(
    db: Database,
    scope: Scope,
    *,
    at: datetime,
    limit: int,
    kind: MemoryType | None = None,
    per_type: int | None = A_FEW,
    paused: bool = False,
    history: bool = False,
) -> list[Recalled]:
    """The memories that weigh most at a moment, a few of each type; as `history`, what holds no more comes last."""
    with db.snapshot():
        depth = max(_DEPTH, limit)
        kinds = [kind] if kind is not None else DISTILLED
        found = [
            each
            for each_kind in kinds
            for each in memories.weightiest(db, scope, each_kind, limit=depth, paused=paused)
        ]
        found += [each for each in memories.newest(db, scope, limit=depth, paused=paused) if kind in (None, each.type)]
    current = [each for each in _once(found) if each.superseded_by is None]
    past = [each for each in _once(found) if each.superseded_by is not None and history]
    shown = capped(sorted((_weighed(each, at) for each in current), key=_by_score), per_type=per_type)
    return [*shown, *sorted((_weighed(each, at) for each in past), key=_by_score)][:limit]


def capped(found: Sequence[Recalled], *, per_type: int | None) -> list[Recalled]:
    """The same, with no more than so many of one type."""
    return [*_capped(found, per_type=per_type, kind=lambda each: each.memory.type)]


def _capped(found: Iterable[Item], *, per_type: int | None, kind: Callable[[Item], str]) -> Iterator[Item]:
    seen: Counter[str] = Counter()
    for each in found:
        seen[kind(each)] += 1
        if per_type is None or seen[kind(each)] <= per_type:
            yield each


def _is_wanted(memory: Glimpse, kind: MemoryType | None, *, history: bool) -> bool:
    return kind in (None, memory.type) and (history or memory.superseded_by is None)


def _once_told(found: Iterator[Ranked], limit: int) -> list[Ranked]:
    """The first of them, without the lines that one of these tells already; no more are looked at than it takes."""
    first = [*islice(found, limit)]
    rests_on = {each.candidate.memory.rests_on for each in first}
    told = {line for lines in rests_on for line in json.loads(lines)}
    return [*islice((each for each in chain(first, found) if _id(each) not in told), limit)]


def _id(found: Ranked) -> str:
    return found.candidate.memory.memory_id


def _asked(query: str, speakers: Sequence[str]) -> tuple[list[Term], str | None]:
    """The words to look for, and the one speaker the question is about; a speaker's name is no word to look for."""
    named = {word: each.casefold() for each in speakers for word in each.casefold().split()}
    terms = [*asked(query), *(Term(word=each, stem=stem(each)) for each in kinds.asked_by_phrase(query))]
    about = {named[term.word] for term in terms if term.word in named}
    rest = [term for term in terms if term.word not in named]
    return rest or terms, next(iter(about)) if len(about) == 1 else None


@frozen
class _Asking:
    """What to look for in which pool: words, and a meaning where a model gives one."""

    db: Database
    scope: Scope
    terms: Sequence[Term]
    near: tuple[str, Any] | None
    """The model and the vector of the question."""
    rows: int
    """How many memories the pool has at most."""
    searches: int = 1
    """How many searches the words may take, each of them so many words."""

    def hits(self, *, more: int) -> list[str]:
        words = [*(term.word for term in self.terms), *self._members()][: self.searches * MOST_TERMS]
        found: dict[str, None] = {}
        for start in range(0, len(words), MOST_TERMS):
            found |= dict.fromkeys(self._holding(words[start : start + MOST_TERMS], limit=MOST_HITS + more))
        return [*found]

    def _holding(self, words: Sequence[str], *, limit: int) -> list[str]:
        found = search.nominated(self.db, TEXTS, " ".join(words), scope=self.scope.pool, limit=limit, at_most=self.rows)
        return [each.item_id for each in found]

    def _members(self) -> list[str]:
        """Words for what is of the kinds that are asked for, of small kinds first."""
        of_kind = sorted((kinds.members(term.word) for term in self.terms), key=len)
        return list(dict.fromkeys(each for members in of_kind for each in sorted(members)))

    def nearest(self, *, more: int) -> dict[str, float]:
        if self.near is None:
            return {}
        model, vector = self.near
        limit = MOST_NEAR + more
        found = vectors.nearest(self.db, closeness.MEANINGS, vector, scope=self.scope.pool, model=model, limit=limit)
        return {each.item_id: each.similarity for each in found if each.similarity >= LEAST_NEAR}


@frozen
class _Sought:
    """What the words find and what the meaning finds, with a glimpse of each."""

    hits: Sequence[str]
    near: Mapping[str, float]
    glimpses: Sequence[Glimpse]

    def shared(self, terms: Sequence[Term]) -> dict[str, frozenset[str]]:
        """The words of the question that each hit holds."""
        hits, words = frozenset(self.hits), {term.stem: term.word for term in terms}
        asked, stems = frozenset(words), ranking.stems
        # Few sets of words come up, each of them often.
        held = {each.memory_id: asked & stems(each.text) for each in self.glimpses if each.memory_id in hits}
        sets = {each: frozenset([words[stem] for stem in words if stem in each]) for each in {*held.values()}}
        return {memory_id: sets[each] for memory_id, each in held.items()}

    def awake(self) -> _Sought:
        """The same without what is paused, and no more of it than is ever looked at."""
        asleep = {each.memory_id for each in self.glimpses if each.paused_at is not None}
        hits = [each for each in self.hits if each not in asleep][:MOST_HITS]
        near = dict([each for each in self.near.items() if each[0] not in asleep][:MOST_NEAR])
        left = {*hits, *near}
        return _Sought(hits=hits, near=near, glimpses=[each for each in self.glimpses if each.memory_id in left])


def _sought(asking: _Asking, *, paused: bool) -> _Sought:
    """What is found; where paused memories took places of others, as many more are looked at."""
    found = _looked_up(asking, more=0)
    if paused or not [each for each in found.glimpses if each.paused_at is not None]:
        return found
    if len(found.hits) >= MOST_HITS or len(found.near) >= MOST_NEAR:
        found = _looked_up(asking, more=memories.count_paused(asking.db, asking.scope))
    return found.awake()


def _looked_up(asking: _Asking, *, more: int) -> _Sought:
    hits, near = asking.hits(more=more), asking.nearest(more=more)
    # In order, so that SQLite has no need to sort them, and walks its index forwards.
    ids = sorted({*hits, *near})
    return _Sought(hits=hits, near=near, glimpses=memories.glimpses(asking.db, asking.scope, ids))


def _candidates(
    db: Database,
    scope: Scope,
    question: MemoryQuestion,
    sought: _Sought,
    shared: Mapping[str, frozenset[str]],
    *,
    paused: bool,
) -> Candidates:
    """What the words find, what the meaning finds, what took their place, and what stands beside the best of them."""
    found = Candidates.of(
        sought.glimpses,
        [shared.get(each.memory_id, _NOTHING) for each in sought.glimpses],
        [sought.near.get(each.memory_id, 0.0) for each in sought.glimpses],
    )
    later = {each.superseded_by for each in sought.glimpses if each.superseded_by}
    more = memories.glimpses(db, scope, sorted(later - {each.memory_id for each in sought.glimpses})) if later else []
    leaders = [each.seq for each in ranking.leading(question, found, most=MOST_LEADERS)]
    places = {seq + step for seq in leaders for step in range(-ranking.REACH, ranking.REACH + 1)}
    places.difference_update([each.seq for each in sought.glimpses], [each.seq for each in more])
    more += memories.glimpses_at(db, scope, sorted(places))
    return found + (more if paused else [each for each in more if each.paused_at is None])


def _meant(query: str, embedder: Embedder | None) -> tuple[str, Any] | None:
    """What the embedder, or else the packaged one, makes of the question."""
    embedder = embedder or installed()
    if embedder is None or not query.strip():
        return None
    return embedder.name, embedder.embed([query])[0]


def _rarity(
    db: Database, scope: Scope, terms: Sequence[Term], shared: Mapping[str, frozenset[str]], *, rows: int
) -> dict[str, float]:
    """How much each word tells: counted in the hits when they are all there are, else in the index."""
    if len(shared) < MOST_HITS:
        held = Counter(word for words in shared.values() for word in words)
        return {term.word: ranking.rarity(rows=rows, holding=held[term.word]) for term in terms}
    stems = [term.stem for term in terms]
    spread = search.survey(db, TEXTS, stems, scope=scope.pool, budget=_MOST_COUNTED, at_most=rows)
    return {term.word: ranking.rarity(rows=spread.rows, holding=spread.stem_rows.get(term.stem, 0)) for term in terms}


def _with_kin(terms: Sequence[Term], candidates: Candidates, hits: Container[str]) -> Candidates:
    """The same, each with the words of the question that its own are kin to."""
    kin, space = {}, closeness.space()
    if space is not None:
        kin = space.kin([term.word for term in terms], [each.text for each in candidates.memories])
    for place, of_kind in _of_kind(terms, candidates.memories, hits).items():
        kin[place] = {**kin.get(place, NO_KIN), **of_kind}
    return replace(candidates, kin=kin)


def _of_kind(
    terms: Sequence[Term], memories: Sequence[Glimpse], hits: Container[str]
) -> dict[int, Mapping[str, float]]:
    """By their places, the hits that hold a word for one of the kinds that are asked for: they are kin to it."""
    members = {term.word: stems for term in terms if (stems := kinds.member_stems(term.word))}
    if not members:
        return {}
    any_of_kind, stems_of = _NOTHING.union(*members.values()), ranking.stems
    return {
        place: _kin_by_kind(each, members)
        for place, each in enumerate(memories)
        if each.memory_id in hits and not any_of_kind.isdisjoint(stems_of(each.text))
    }


def _kin_by_kind(memory: Glimpse, members: Mapping[str, frozenset[str]]) -> Mapping[str, float]:
    own = ranking.stems(memory.text)
    return {word: KIND_SHARE for word, stems in members.items() if not stems.isdisjoint(own)}


def _once(found: Iterable[Memory]) -> list[Memory]:
    return list({each.memory_id: each for each in found}.values())


def _weighed(memory: Memory, at: datetime) -> Recalled:
    strength = memory.strength(at=at)
    why = "is pinned" if memory.pinned else f"importance {memory.importance:.2g}, of which {strength:.2g} is left"
    if memory.superseded_by:
        why = "has been superseded"
    if memory.paused:
        why = "is paused"
    return Recalled(memory=memory, strength=strength, score=strength, why=why)


def _by_score(each: Recalled) -> tuple[float, float, str]:
    return (-each.score, -each.memory.said_at.timestamp(), each.memory.memory_id)
