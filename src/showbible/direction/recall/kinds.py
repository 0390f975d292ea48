"""The kinds of moments that films are made of: what they are called, which words belong to them, what happens in them.

A moment needs none of these words: it is enough that its own are near them in meaning.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from importlib import resources
from typing import Final

from showbible.values import frozen

TOGETHER, EITHER, ALONE = 0.93, 0.6, 0.4
"""How often a sentence on a moment of two people names both of them, on one that may be anybody's, or on one's own."""


@frozen
class MomentKind:
    """A kind of moment: what a beat of it is called, what a scene of it is called, what it is about, and with whom."""

    beat: str
    scene: str
    words: str
    names_two: float = EITHER

    @property
    def situations(self) -> tuple[str, ...]:
        """What happens in it."""
        return told("situations.md")[self.beat]


@frozen
class SceneKind:
    """A kind of scene, named as the beats that it is made of, with their words."""

    beat: str
    words: str

    @property
    def situations(self) -> tuple[str, ...]:
        """What is said of it as a whole."""
        return told("premises.md")[self.beat]


@lru_cache(maxsize=3)
def told(name: str) -> Mapping[str, tuple[str, ...]]:
    """The sentences that a file beside this one has for each kind."""
    text = (resources.files("showbible.direction.recall") / name).read_text(encoding="utf-8")
    parts = (part.partition("\n") for part in text.split("\n# ")[1:])
    return {kind: tuple(line[2:] for line in each.splitlines() if line.startswith("- ")) for kind, _, each in parts}


KINDS: Final = (
    MomentKind(
        beat="grief",
        names_two=ALONE,
        scene="grief",
        words="grief death mourning mourn funeral burial bury coffin grave graveyard cemetery widow widower orphan "
        "condolence sorrow dead deceased die dying ashes eulogy weep sob wake urn obituary bereaved bereavement loss "
        "lost tomb hearse wreath mourner tears cry late corpse hospice memorial inconsolable heartbroken candle "
        "remembrance departed undertaker stillborn miscarriage autopsy morgue",
    ),
    MomentKind(
        beat="loneliness",
        names_two=ALONE,
        scene="solitude",
        words="lonely alone loneliness solitude solitary isolated isolation abandoned deserted nobody empty silence "
        "unanswered single hermit recluse stranded forgotten unvisited quiet company herself himself ignored unnoticed "
        "lonesome friendless uninvited bachelor spinster outcast excluded vacant unread",
    ),
    MomentKind(
        beat="pursuit",
        names_two=TOGETHER,
        scene="chase",
        words="chase pursuit pursue pursuer flee escape sprint race run running outrun hunt hunted hunter getaway "
        "speed swerve dodge leap jump vault climb rooftop alley fence tyre brake engine motorbike gallop gaining "
        "behind catch fugitive dash bolt hurtle scramble overtake chasing siren faster breathless cornered bloodhound",
    ),
    MomentKind(
        beat="humiliation",
        names_two=TOGETHER,
        scene="humiliation",
        words="humiliation humiliate humiliating mock mockery ridicule taunt jeer sneer laughingstock belittle scold "
        "degrade degrading insult embarrass embarrassment public onlooker snigger giggle pointing blunder kneel crawl "
        "reprimand berate mimic heckle boo patronise dunce bully publicly demote undress",
    ),
    MomentKind(
        beat="shame",
        scene="shame",
        words="shame ashamed guilt guilty remorse regret confess confession admit lying blush disgrace apologise beg "
        "debt thief stole lie avert excuse mortified contrite penitent sheepish blame culprit stammer",
    ),
    MomentKind(
        beat="confrontation",
        names_two=TOGETHER,
        scene="confrontation",
        words="confrontation confront argument argue quarrel accuse accusation demand threaten threat shout yell clash "
        "standoff ultimatum showdown fight furious angry anger rage enemy rival blame liar betrayed slam grab "
        "interrogate challenge hostile dispute row provoke traitor scream fist glare retort feud outrage",
    ),
    MomentKind(
        beat="exposition",
        names_two=TOGETHER,
        scene="exposition",
        words="explain explanation briefing brief inform information instruct instruction lecture describe outline "
        "summarise report plan map diagram schedule fact figure detail rule procedure background history lesson teach "
        "learn demonstrate document statistic chart manual guide orientation recap timetable protocol",
    ),
    MomentKind(
        beat="romance",
        names_two=TOGETHER,
        scene="romance",
        words="romance romantic love lover kiss embrace caress tender tenderness intimate intimacy affection beloved "
        "flirt flirting darling hug cuddle heart proposal candlelight gentle lips desire courtship honeymoon together "
        "adore serenade infatuated fiancee shy valentine",
    ),
    MomentKind(
        beat="realization",
        names_two=ALONE,
        scene="realization",
        words="realise realisation realize understand understanding comprehend insight epiphany recognise suddenly "
        "clue pieces puzzle grasp aware memory conclusion deduce solve remember obvious meaning connect dawning",
    ),
    MomentKind(
        beat="defiance",
        scene="defiance",
        words="defiance defy refuse refusal resist resistance rebel rebellion disobey protest mutiny resign quit "
        "unbowed insubordinate oath boycott strike courage stubborn freedom unyielding revolt barricade",
    ),
    MomentKind(
        beat="gag",
        scene="comedy",
        words="gag comedy comic comical funny joke hilarious farce slapstick pratfall slip trip stumble clumsy banana "
        "bucket mishap absurd silly prank upside tangled stuck collapse splash nonsense ridiculous wobble hiccup "
        "bungle mishandle clown goofy custard soaked backwards misunderstanding",
    ),
    MomentKind(
        beat="dread",
        names_two=ALONE,
        scene="suspense",
        words="dread fear suspense ominous menace menacing eerie lurk creak footsteps unease uneasy stalker haunted "
        "ghost shadow dark darkness knock noise whisper trembling terror frozen fog night watched hiding intruder "
        "stranger breath scratching danger threat afraid nervous shudder rustle foreboding",
    ),
    MomentKind(
        beat="reveal",
        scene="reveal",
        words="reveal revelation secret uncover discover discovery unmask mask disguise identity truth twist evidence "
        "proof hidden exposed photograph document impostor alibi envelope panel unveil lied fake pretend surprise "
        "confidential fingerprint",
    ),
    MomentKind(
        beat="violence",
        names_two=TOGETHER,
        scene="action",
        words="violence attack shoot stab explosion gunfire battle brawl combat crash wound blood knife gun weapon "
        "bomb soldier punch kill murder bullet grenade ambush slash",
    ),
    MomentKind(
        beat="celebration",
        scene="celebration",
        words="celebration celebrate toast wedding birthday party victory triumph cheer applause congratulation "
        "anniversary champagne prize trophy feast cake music band parade winner festival jubilation graduation "
        "rejoice hooray carnival",
    ),
    MomentKind(
        beat="reconciliation",
        names_two=TOGETHER,
        scene="reconciliation",
        words="reconciliation reconcile forgive forgiveness peace truce amends apology reunion reunited handshake mend "
        "friendship pardon settle",
    ),
    MomentKind(
        beat="farewell",
        names_two=TOGETHER,
        scene="farewell",
        words="farewell goodbye parting leave leaving depart departure suitcase luggage train platform station airport "
        "ship harbour ferry taxi wave border emigrate journey trunk ticket abroad miss",
    ),
    MomentKind(
        beat="arrival",
        scene="arrival",
        words="arrival arrive welcome newcomer entrance threshold greeting guest introduce homecoming return host",
    ),
    MomentKind(
        beat="bargain",
        names_two=TOGETHER,
        scene="negotiation",
        words="temptation bargain offer bribe deal persuade seduce promise price contract negotiate haggle sell "
        "blackmail trade wager bet",
    ),
    MomentKind(
        beat="preparation",
        scene="work",
        words="work craft repair build cook practice rehearse prepare labour routine tool machine workshop exercise "
        "training assemble sharpen",
    ),
)

SCENE_KINDS: Final = tuple(SceneKind(beat=kind.beat, words=kind.words) for kind in KINDS)
NAMES_TWO: Final = {kind.beat: kind.names_two for kind in KINDS}
NAMES: Final = tuple(kind.beat for kind in KINDS)
SCENES: Final = {kind.beat: kind.scene for kind in KINDS}
BEATS: Final = {kind.scene: kind.beat for kind in KINDS}
"""The kind of beat that a scene of each kind is made of."""
