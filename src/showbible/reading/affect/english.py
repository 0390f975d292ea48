"""English words of feeling, by what they do between two people."""

from __future__ import annotations

from typing import Final

from showbible.reading.affect.model import Affect, Party, WordClass
from showbible.storage.stems import stem

_ME: Final = frozenset({Party.SPEAKER})
_YOU: Final = frozenset({Party.LISTENER})
_ANOTHER: Final = frozenset({Party.OTHER})


def _words(text: str) -> frozenset[str]:
    return frozenset(stem(each) for each in text.split())


RELATIVES: Final = _words(
    "mother mom mum mama father dad papa parent sister brother twin son daughter child baby wife husband partner"
    " boyfriend girlfriend fiance fiancee friend grandmother grandma nana grandfather grandpa aunt uncle cousin niece"
    " nephew dog cat puppy kitten horse rabbit family"
)
THINGS_THAT_DIE: Final = _words("phone battery laptop computer car engine plant wifi connection tablet bike")

CLASSES: Final = (
    WordClass(
        affect=Affect.FEAR,
        subjects=_ME,
        words=_words("scared afraid terrified frightened anxious nervous worried panicking petrified dread"),
    ),
    WordClass(
        affect=Affect.SADNESS,
        subjects=_ME,
        words=_words(
            "sad lonely heartbroken miserable hopeless worthless broken cry cried crying weep wept sobbing numb"
            " exhausted overwhelmed devastated depressed gutted homesick unhappy struggling suffering drowning"
        ),
    ),
    WordClass(
        affect=Affect.SHAME,
        subjects=_ME,
        words=_words("ashamed guilty embarrassed humiliated regret insecure failure"),
    ),
    WordClass(
        affect=Affect.JOY,
        subjects=_ME,
        words=_words("happy excited thrilled glad delighted overjoyed proud relieved grateful okay fine alright well"),
        denied=Affect.SADNESS,
    ),
    WordClass(affect=Affect.ANGER, subjects=_ME, words=_words("angry furious livid mad fuming outraged disgusted")),
    WordClass(
        affect=Affect.ANGER,
        subjects=_ME,
        objects=_YOU,
        words=_words("hate despise resent loathe detest"),
    ),
    WordClass(
        affect=Affect.BLAME,
        subjects=_YOU,
        objects=_ME | {Party.OTHER, Party.NOBODY},
        words=_words(
            "lie lied lying betray betrayed cheat cheated abandoned ignore ignored manipulated ruined humiliated"
            " hurt deceived tricked mocked used blamed destroyed insulted"
        ),
    ),
    WordClass(
        affect=Affect.INSULT,
        subjects=_YOU,
        words=_words(
            "idiot stupid coward liar pathetic selfish jerk monster bastard asshole disgusting useless cruel heartless"
            " hypocrite traitor arrogant moron"
        ),
    ),
    WordClass(
        affect=Affect.JEALOUSY,
        subjects=frozenset({Party.SPEAKER, Party.LISTENER}),
        words=_words("jealous envious jealousy"),
    ),
    WordClass(
        affect=Affect.LOVE,
        subjects=_ME,
        objects=_YOU,
        words=_words("love adore cherish worship"),
        denied=Affect.REFUSAL,
    ),
    WordClass(
        affect=Affect.DESIRE,
        subjects=_ME,
        objects=_YOU,
        words=_words("kiss crave desire undress caress"),
        denied=Affect.REFUSAL,
    ),
    WordClass(
        affect=Affect.DESIRE,
        subjects=_YOU,
        objects=_ME,
        words=_words("kiss undress"),
        denied=Affect.REFUSAL,
    ),
    WordClass(
        affect=Affect.ATTRACTION,
        subjects=_YOU,
        words=_words("cute beautiful gorgeous hot stunning handsome adorable pretty lovely sexy irresistible charming"),
    ),
    WordClass(
        affect=Affect.MISSING,
        subjects=_ME,
        objects=_YOU,
        words=_words("miss missed missing"),
        denied=Affect.COLDNESS,
    ),
    WordClass(affect=Affect.SADNESS, subjects=_ME, objects=_ANOTHER | _ME, words=_words("miss missed missing")),
)
"""Words whose subject and object decide; the first class that fits a word names it."""

NEAR_ONES: Final = (
    (
        Affect.GRIEF,
        _words("died die dies dying dead death funeral buried mourning grieving miscarriage stillborn suicide killed"),
    ),
    (
        Affect.ILLNESS,
        _words(
            "cancer tumour tumor chemo chemotherapy leukemia stroke diagnosed diagnosis hospital hospitalised"
            " hospitalized surgery coma biopsy malignant metastasis hospice"
            " relapse relapsed dementia alzheimer overdose terminal intensive seizure"
        ),
    ),
)
"""Words that weigh where they concern the speaker or somebody near them, whoever the subject is."""

GRAVE: Final = _words("biopsy malignant metastasis chemo chemotherapy miscarriage hospice stillborn")
"""Words of illness and death that are said of nobody else."""

NOT_GRIEF: Final = (
    r"\b(?:dying (?:to|of|for)|dead (?:tired|serious|end|wrong|right)|i (?:am|almost|nearly|would) (?:dead|died?))\b"
)
"""Death as a figure of speech."""
