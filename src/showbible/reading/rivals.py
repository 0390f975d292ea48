"""Which of the sentences that answer a question are outdated by a newer one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from showbible.reading.crowd import Crowd
from showbible.reading.grammar import grammar
from showbible.reading.links import links_of, turn_of
from showbible.reading.matters import TIMED, TURNS, adds, comparable, compatible, owner
from showbible.reading.model import Cue, QuestionReading, Scored, SentenceReading, Stance, Subject, Value, ValueKind
from showbible.reading.relevance import KINDRED, answers
from showbible.reading.whom import concerns, is_another_s, is_of_anothers, same

_NEAR_BEST: Final = 0.45
LINK: Final = 0.55
LINK_OF_NAMES: Final = 0.9
LINK_OF_NAMES_ALONE: Final = 1.2
LINK_UNTYPED: Final = 0.9
LINK_WITHOUT_CUE: Final = 1.0
_NAMES: Final = frozenset({ValueKind.NAME, ValueKind.PERSON, ValueKind.PLACE, ValueKind.SPOT})
_OR: Final = frozenset({"or", "oder", "o", "ou"})
_NOTHING: Final[frozenset[str]] = frozenset()
_ADDITION: Final = Cue.ADDITION
_PUTS_RIGHT: Final = frozenset({Cue.CHANGE, Cue.CORRECTION})
_TAKES_BACK: Final = frozenset({Cue.CORRECTION, Cue.ENDING, Cue.NEGATION})


@dataclass(frozen=True, kw_only=True, slots=True)
class Outcome:
    """The answer that holds now, and the ids of those that it makes outdated."""

    newest: Scored
    outdated: frozenset[str]


def outcome(question: QuestionReading, ordered: Sequence[Scored]) -> Outcome | None:
    """What a newer sentence does to the best answer; nothing where there is none."""
    told = [each for each in ordered if each.reading.is_told or _is_asked_fiction(question, each.reading)]
    if not told:
        return None
    if not question.of_wish and not all(each.reading.is_wanted for each in told):
        told = [each for each in told if not each.reading.is_wanted]
    crowd = Crowd.of(question, told)
    found = _by_value(question, told, ordered, crowd) if question.asked else None
    return found if found and found.outdated else _by_turn(question, told, ordered, crowd) or found


def _is_asked_fiction(question: QuestionReading, reading: SentenceReading) -> bool:
    """Whether a question asks for what a story tells, with the words of the story."""
    return reading.stance is Stance.QUOTED and len(question.topic) > 1 and question.topic <= reading.topic


def _presupposes(question: QuestionReading, each: Scored) -> bool:
    """Whether the user's own question takes for granted what is asked: "where do I put four hives?"."""
    reading = each.reading
    asked = reading.stance is Stance.ASKED and reading.speaker == "user"
    return asked and bool(answers(question, reading))


def _is_of_the_matter(question: QuestionReading, best: Scored, each: Scored, link: float) -> bool:
    """Whether a turn speaks of half of what the best answer answers to, of its matter, or of much that it speaks of."""
    asked, said = question.topic & best.reading.topic, question.topic & _turn_topic(each)
    if said and 2 * len(asked & said) >= len(asked):
        return True
    return _fills_slot(question, each.reading) or link >= LINK_OF_NAMES_ALONE


def _turn_topic(each: Scored) -> frozenset[str]:
    """What a sentence and its neighbours speak of."""
    return each.reading.topic | each.reading.context


def _by_value(
    question: QuestionReading, told: Sequence[Scored], ordered: Sequence[Scored], crowd: Crowd
) -> Outcome | None:
    """Among those that hold a value of the asked kind, and speak of the same things, the newest one wins."""
    able = [each for each in told if answers_for(question, each.reading)]
    able = able or [each for each in told if answers(question, each.reading)]
    if not able or able[0].score < _NEAR_BEST * told[0].score:
        return None
    best = able[0]
    links = links_of(question, best, ordered)
    able += [
        each
        for each in ordered
        if _presupposes(question, each) and _is_of_the_matter(question, best, each, links[each.id])
    ]
    able = [each for each in able if not crowd.is_beside(question, best.reading, each.reading)]
    rivals = [each for each in able if each is best or _rivals(question, best, each, links[each.id], crowd)]
    newest = _newest(question, rivals)
    keys = answer_keys(question, newest.reading)
    old = {each.id for each in rivals if each.at < newest.at and keys - answer_keys(question, each.reading)}
    old |= {each.id for each in told if each.id != newest.id and _was_answer(question, each, newest)}
    if adds(newest.reading, answers(question, newest.reading)) and _are_names(question, newest.reading):
        old = set()
    return Outcome(newest=newest, outdated=frozenset(old)) if old or newest is not told[0] else None


def _was_answer(question: QuestionReading, old: Scored, new: Scored) -> bool:
    """Whether an older sentence gave the matter another sort of value, or one names another in the same relation."""
    if old.at > new.at:
        return False
    if old.at < new.at and _fills_slot(question, old.reading):
        return True
    relations = {claim.subject.relation for claim in old.reading.claims if claim.subject.name} - {""}
    same_role = ValueKind.PERSON in question.asked and bool(relations & new.reading.topic)
    theirs, ours = answer_keys(question, old.reading), answer_keys(question, new.reading)
    return same_role and bool(theirs) and theirs.isdisjoint(ours)


def _fills_slot(question: QuestionReading, reading: SentenceReading) -> bool:
    """Whether a sentence gives the matter that is asked for a value of some other kind."""
    slots = KINDRED.get(question.slot, {question.slot}) if question.slot else _NOTHING
    return any(claim.slot in slots and same(claim.subject, question.subject) for claim in reading.claims)


def _newest(question: QuestionReading, rivals: Sequence[Scored]) -> Scored:
    """The last one; of one turn the sentence that says something new, and fits best."""
    last = max(each.at for each in rivals)
    before = {key for each in rivals if each.at < last for key in answer_keys(question, each.reading)}
    return max(
        (each for each in rivals if each.at == last),
        key=lambda each: (
            bool(answer_keys(question, each.reading) - before),
            each.reading.is_told,
            _names_it(question, each.reading),
            each.score,
        ),
    )


def _names_it(question: QuestionReading, reading: SentenceReading) -> bool:
    """Whether an answer is more than a place without a name."""
    return any(value.kind is not ValueKind.SPOT for value in answers(question, reading))


def _are_names(question: QuestionReading, reading: SentenceReading) -> bool:
    return all(value.kind in _NAMES for value in answers(question, reading))


def answers_for(question: QuestionReading, reading: SentenceReading) -> bool:
    """Whether a value of the asked kind belongs to the one the question is about, or is somebody itself."""
    found = answers(question, reading)
    if not found or is_of_another(question, reading):
        return False
    if not concerns(question.subject, reading) and not _names_whom(question, reading):
        return False
    return any(_is_owned(question.subject, reading, value) for value in found)


def _names_whom(question: QuestionReading, reading: SentenceReading) -> bool:
    """Whether a person is asked for, and a sentence speaks of what that person does: "who teaches my daughter?".

    Or it names somebody, and its turn speaks of one that is asked for: "Bo wants us in at eight. Fun boss."
    """
    if ValueKind.PERSON not in question.asked:
        return False
    relation = question.subject.relation
    is_stranger = bool(reading.subject.name) and not reading.subject.relation
    return bool((question.topic - {relation}) & reading.topic) or (is_stranger and relation in reading.context)


def _is_owned(subject: Subject, reading: SentenceReading, value: Value) -> bool:
    whose = owner(reading, value)
    if whose.name and whose.name in value.key.split():
        return True
    if subject.is_user and (whose.relation == "you" or not whose.relation) and _is_said_of_user(reading):
        return True
    if subject.is_user and any(claim.to_user for claim in reading.claims if value in claim.values):
        return True
    return (
        compatible(whose, subject) or subject.relation in reading.topic or whose.relation in reading.topic - {"someone"}
    )


def _is_said_of_user(reading: SentenceReading) -> bool:
    """Whether the user is mentioned, whatever the subject."""
    return any(claim.of_user for claim in reading.claims)


def is_of_another(question: QuestionReading, reading: SentenceReading) -> bool:
    """Whether a sentence that says nothing of the user speaks of another of the sort: "a ring in a window"."""
    if is_of_anothers(question, reading):
        return True
    shared, using = question.topic & reading.topic, grammar(reading.language)
    is_somebody_s = using is not None and reading.text.partition(" ")[0].lower() in using.someone - using.other
    if not shared or not (is_somebody_s or shared <= reading.introduced) or not reading.is_told:
        return False
    return not (_is_said_of_user(reading) or any(claim.subject.is_user for claim in reading.claims))


def _rivals(question: QuestionReading, best: Scored, each: Scored, link: float, crowd: Crowd) -> bool:
    """Whether a sentence with a value of the asked kind speaks of what the best answer speaks of."""
    if is_of_another(question, each.reading) or not crowd.may_compete(question, best.reading, each.reading, _are_alike):
        return False
    near_best = link > 0 and each.score >= _NEAR_BEST * best.score
    asked = question.topic & best.reading.topic
    said = _turn_topic(each)
    covered = len(asked & said)
    if question.of_one_event and not (link >= LINK and each.reading.cues & _PUTS_RIGHT):
        return near_best and covered == len(asked) > 0
    if _are_names(question, each.reading):
        is_tied = near_best or link >= LINK_OF_NAMES
        return link >= LINK_OF_NAMES_ALONE or (is_tied and 2 * len(question.topic & said) >= len(asked))
    return near_best or link >= LINK


def _are_alike(one: Value, two: Value) -> bool:
    return comparable(one, two) or {one.kind, two.kind} <= _NAMES


def answer_keys(question: QuestionReading, reading: SentenceReading) -> frozenset[str]:
    """What a sentence answers, comparable: times with their units, whatever else without."""
    return frozenset(
        f"{value.key} {value.noun}" if value.kind in TIMED else value.key for value in answers(question, reading)
    )


def _by_turn(
    question: QuestionReading, told: Sequence[Scored], ordered: Sequence[Scored], crowd: Crowd
) -> Outcome | None:
    """Where no kind is asked for: a newer turn about the same things that puts another answer in the place of one."""
    best = next((each for each in told if _is_about(question, each.reading)), None)
    if best is None:
        return None
    links = links_of(question, best, ordered)
    said = _turns_said(ordered)
    newer = [
        each
        for each in told
        if each.at > best.at
        and _overturns(question, best, each, said=said[turn_of(each)], link=links[each.id], crowd=crowd)
    ]
    newest = max(
        newer,
        key=lambda each: (
            each.at,
            answers_alike(best.reading, each.reading),
            bool(question.topic & each.reading.topic),
            each.score,
        ),
        default=best,
    )
    turn, may_end = turn_of(newest), not _adds_names(newest.reading)
    before = [each for each in told if each.at < newest.at and turn_of(each) != turn]
    old = {
        each.id
        for each in before
        if each is best or (may_end and _is_outdated(question, each, newest, said=said[turn], best=best, crowd=crowd))
    }
    return Outcome(newest=newest, outdated=frozenset(old)) if old else None


def _is_about(question: QuestionReading, reading: SentenceReading) -> bool:
    return concerns(question.subject, reading) and not is_of_another(question, reading)


def _turns_said(told: Sequence[Scored]) -> Mapping[str, frozenset[str]]:
    """What each turn speaks of, in all of its sentences."""
    found: dict[str, frozenset[str]] = {}
    for each in told:
        turn, reading = turn_of(each), each.reading
        own = reading.topic | reading.context if reading.context else reading.topic
        found[turn] = found[turn] | own if turn in found else own
    return found


def _overturns(
    question: QuestionReading, best: Scored, each: Scored, *, said: frozenset[str], link: float, crowd: Crowd
) -> bool:
    """Whether a newer sentence puts another answer in the place of the best one."""
    if link < LINK or is_of_another(question, each.reading) or is_another_s(question.subject, each.reading):
        return False
    if _adds_names(each.reading) or (answers(question, each.reading) and not answers_for(question, each.reading)):
        return False
    is_about = concerns(question.subject, each.reading) and link >= LINK_UNTYPED
    says_so = _says_so(question, best.reading, each.reading, crowd)
    if is_about and says_so and _turns(each.reading, best.reading, crowd):
        return True
    if answers(question, best.reading):
        return False
    may_answer = not crowd.has_many or bool(answers(question, each.reading))
    is_lasting = not question.of_one_event and not asks_whether(question)
    if is_lasting and may_answer and answers_alike(best.reading, each.reading):
        return True
    return link >= LINK_WITHOUT_CUE and _answers_anew(question, best.reading, each.reading, said=said, crowd=crowd)


def _says_so(question: QuestionReading, old: SentenceReading, new: SentenceReading, crowd: Crowd) -> bool:
    """Whether a sentence takes a value back or brings another: that the tortoise ate today leaves it its name."""
    given = answers(question, new) if crowd.has_many else new.values
    brings = any(value.kind is not ValueKind.SPOT for value in given) or bool(new.slots & old.slots)
    return brings or not answers(question, old) or not new.cues.isdisjoint(_TAKES_BACK)


def _adds_names(reading: SentenceReading) -> bool:
    if _ADDITION not in reading.cues:
        return False
    named = [value for value in reading.values if value.kind in _NAMES and value.kind is not ValueKind.SPOT]
    return adds(reading, named)


def _is_outdated(
    question: QuestionReading, each: Scored, newest: Scored, *, said: frozenset[str], best: Scored, crowd: Crowd
) -> bool:
    old, new = each.reading, newest.reading
    if crowd.has_many and not _says_so(question, old, new, crowd):
        return False
    if concerns(question.subject, old) and _turns(new, old, crowd):
        return True
    if _fills_slot(question, old):
        return True
    return each.score >= _NEAR_BEST * best.score and _answers_anew(question, old, new, said=said, crowd=crowd)


def asks_whether(question: QuestionReading) -> bool:
    """Whether yes or no is the answer, and not one of two."""
    return question.yes_or_no and _OR.isdisjoint(question.text.lower().split())


def answers_alike(old: SentenceReading, new: SentenceReading) -> bool:
    """Whether both give one number, measure or time, and not the same one."""
    ours, theirs = ([value for value in each.values if value.kind not in _NAMES] for each in (new, old))
    if len(ours) != 1 or len(theirs) != 1:
        return False
    value, other = ours[0], theirs[0]
    return comparable(value, other) and value.noun == other.noun and value.key != other.key


def _answers_anew(
    question: QuestionReading, old: SentenceReading, new: SentenceReading, *, said: frozenset[str], crowd: Crowd
) -> bool:
    """Whether a newer turn speaks of all that an older sentence answers to, and does not add to it."""
    if question.of_one_event or asks_whether(question):
        return False
    if question.yes_or_no:
        return bool(question.topic & said)
    asked = (question.topic & old.topic) | (question.keys & {value.key for value in old.values})
    covered = asked & (said | {value.key for value in new.values})
    return 3 * len(covered) >= 2 * len(asked) > 0 and crowd.prove(asked)


def _turns(new: SentenceReading, old: SentenceReading, crowd: Crowd) -> bool:
    """Whether a newer sentence speaks of what an older one said on the question, and says it differently."""
    shared = new.topic & old.topic
    if not shared:
        return False
    if _is_parallel(new, old) or ((slots := new.slots) and slots & old.slots):
        return True
    return not new.cues.isdisjoint(TURNS) and crowd.prove(shared)


def _is_parallel(new: SentenceReading, old: SentenceReading) -> bool:
    """Whether both have the same verb and subject, and another object."""
    pairs = {(claim.subject.key, claim.verb) for claim in old.claims if claim.verb and claim.object}
    return any(
        (claim.subject.key, claim.verb) in pairs and claim.object not in old.topic
        for claim in new.claims
        if claim.object and claim.predicate != "being"
    )
