"""What the clauses of a sentence claim: predicate, values and the slot they fill."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from showbible.reading.clauses import Clause
from showbible.reading.forms import Line
from showbible.reading.grammar import Grammar
from showbible.reading.languages import language as verbs
from showbible.reading.model import Claim, Stance, Value
from showbible.reading.tokens import Token


def claims_of(
    text: str,
    words: Sequence[Token],
    seen: Line,
    parts: Sequence[Clause],
    held: Sequence[Value],
    using: Grammar,
    *,
    stance: Stance,
) -> tuple[Claim, ...]:
    """One claim for each clause that has a subject or a value."""
    slots = _slots(words, seen, using)
    return tuple(
        _claim(text, words, part, held, using, slots=slots, stance=stance) for part in parts if part.after > part.first
    )


def _claim(
    text: str,
    words: Sequence[Token],
    part: Clause,
    held: Sequence[Value],
    using: Grammar,
    *,
    slots: Sequence[tuple[int, str, frozenset[str]]],
    stance: Stance,
) -> Claim:
    start, end = words[part.first].start, words[part.after - 1].end
    verb = words[part.verb] if part.verb is not None else None
    slot = next(((name, content) for place, name, content in slots if part.first <= place < part.after), None)
    copula = _copula_slot(part, verb, using)
    liking = _liking(words, part, using)
    name, content = slot or (None, frozenset())
    if name is None and copula:
        name, content = copula, _stems(words, (part.verb or 0) + 1, part.after, using)
    thing = _object(words, part, using)
    if name is None and liking and thing:
        name, content = f"taste {thing}", frozenset({"like" if liking > 0 else "dislike"})
    return Claim(
        subject=part.subject,
        predicate=(using.verbs.get(verb.stem) or verb.stem) if verb else "",
        words=text[start:end].strip(" ,;:"),
        stance=Stance.DENIED if part.negated and stance is Stance.ASSERTED else stance,
        values=tuple(value for value in held if start <= value.start < end),
        slot=name,
        content=content,
        object=thing,
        liking=liking,
    )


def _slots(words: Sequence[Token], seen: Line, using: Grammar) -> list[tuple[int, str, frozenset[str]]]:
    """The slots that a sentence's forms fill: by the place of the first word, with the stems of what fills them."""
    found = []
    for form in using.slots:
        for match in form.pattern.finditer(seen.text):
            groups = match.groupdict()
            first, _ = seen.words_of(match.start(), match.end())
            about = groups.get("about")
            name = form.name.replace("{about}", about) if about else form.name
            value = groups.get("value") or match[0]
            found.append(
                (first, name, frozenset(_bare(part) for part in value.split() if part not in using.function_words))
            )
    return found


def _bare(part: str) -> str:
    return part.lstrip('^#@%"')


def _copula_slot(part: Clause, verb: Token | None, using: Grammar) -> str | None:
    """The slot of "my rent is ...": what is owned, where the verb only links."""
    if not part.heads or verb is None:
        return None
    linking = using.verbs.get(verb.stem) in {verbs.BEING, verbs.NAMING} or verb.stem in using.copulas
    return " ".join(sorted(part.heads)) if linking else None


def _stems(words: Sequence[Token], first: int, after: int, using: Grammar) -> frozenset[str]:
    return frozenset(
        word.stem for word in words[first:after] if word.is_word and word.lower not in using.function_words
    )


def _liking(words: Sequence[Token], part: Clause, using: Grammar) -> int:
    classes = [using.verbs.get(word.stem) for word in words[part.first : part.after]]
    lower = " ".join(word.lower for word in words[part.first : part.after])
    if verbs.DISLIKING in classes or "not stand" in lower or "not bear" in lower:
        return -1
    if verbs.LIKING in classes:
        return -1 if part.negated else 1
    return 0


def _object(words: Sequence[Token], part: Clause, using: Grammar) -> str:
    """The stem of the first content word after the verb."""
    if part.verb is None:
        return ""
    for word in words[part.verb + 1 : part.after]:
        if word.is_word and word.lower not in using.function_words and word.stem not in using.empty:
            return word.stem
    return ""


def names_told(words: Sequence[Token], using: Grammar, *, named: frozenset[int]) -> Mapping[str, str]:
    """Names with the relation that the sentence gives them: "my dog Juno", "a dog called Juno", "Juno is my dog"."""
    found: dict[str, str] = {}
    for place, word in enumerate(words):
        relation = using.relations.get(word.stem)
        if relation is None:
            continue
        name = _name_after(words, place, using, named) or _name_before(words, place, using, named)
        if name:
            found[name] = relation
    return found


def _name_after(words: Sequence[Token], place: int, using: Grammar, named: frozenset[int]) -> str:
    """Past commas, linking and naming verbs and the word name, at most five words on."""
    for at in range(place + 1, min(len(words), place + 6)):
        word = words[at]
        if at in named:
            return word.lower
        linking = (
            word.stem in using.copulas
            or using.verbs.get(word.stem) == verbs.NAMING
            or word.lower in {"'s", "name", ",", "now", "nombre", "nom"}
            or word.stem in using.empty
        )
        if not linking:
            return ""
    return ""


def _name_before(words: Sequence[Token], place: int, using: Grammar, named: frozenset[int]) -> str:
    """Before "is my dog" or ", my dog"."""
    at = place - 1
    if at < 0 or not (words[at].lower in using.possessives or words[at].stem in using.empty):
        return ""
    while at >= 0 and (
        words[at].lower in using.possessives
        or words[at].stem in using.empty
        or words[at].stem in using.copulas
        or words[at].lower in {",", "that", "das"}
    ):
        at -= 1
    return words[at].lower if at >= 0 and at in named else ""
