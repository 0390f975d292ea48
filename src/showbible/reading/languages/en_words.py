"""Words of English: those of grammar, irregular forms, relations."""

from __future__ import annotations

from typing import Final

FUNCTION_WORDS: Final = """
    a an the this that these those some any no every each either neither both all such another other one ones
    i me my mine myself we us our ours ourselves you your yours yourself he him his himself she her hers herself it its
    itself they them their theirs themselves someone somebody anyone anybody everyone everybody nobody something
    anything everything nothing
    be am is are was were been being have has had having do does did doing will would shall should can could may might
    must ought let
    and or but nor so yet because since as if unless until till while when whenever where wherever whether though
    although than then that which who whom whose what why how
    of in on at by for with about against between into through during before after above below to from up down out off
    over under again further near around along across behind beside besides among within without upon toward towards
    per via despite except plus
    not n't never no yes very too quite just only also even still already ever there here oh ok okay well please thank
    thanks hello hi hey bye sure more most much many few less least several own same else rather's 's
    away back together apart
"""
EMPTY_WORDS: Final = """
    now today tonight yesterday tomorrow currently lately recently nowadays soon later earlier ago always usually often
    sometimes rarely normally typically generally anymore longer finally actually really honestly basically literally
    probably definitely certainly apparently maybe perhaps almost nearly about approximately roughly exactly
    new old former previous current recent latest last next first second another different various good great nice
    bad big small little long short high low best better favorite favourite
    thing stuff lot bit way kind sort type something time day week month year hour minute second morning evening
    afternoon night weekend moment while
    get go come make take give put keep let want need try look think know see say tell mean guess feel seem use help
    used start begin stop become turn happen change switch upgrade
    like way anyway everyone people person
    right wow haha lol yeah yep nope hmm um ugh
    excite glad happy love enjoy sorry oops actual total couple
"""
CONTRACTIONS: Final = (
    (r"\b(i)'?m\b", r"\1 am"),
    (r"\b(i|you|we|they|could|would|should|might|must|(?:who|there)(?='))'?ve\b", r"\1 have"),
    (r"\b(you|they|it|that|there|(?:i|we|he|she|this|who|what)(?='))'?ll\b", r"\1 will"),
    (r"\b(you|they|(?:we|there|what|how|who)(?='))'?re\b", r"\1 are"),
    (r"\b(you|they|(?:i|we|he|she|it|who|there)(?='))'?d\b", r"\1 would"),
    (r"\b(let)'?s\b", r"\1 us"),
    (r"\b(he|she|that|what|who|where|there|how|when|here|(?:it|this)(?='))'?s\b", r"\1 is"),
    (r"\b(won)'?t\b", "will not"),
    (r"\b(can)'?t\b", "can not"),
    (r"\b(cannot)\b", "can not"),
    (r"\b(shan)'t\b", "shall not"),
    (r"\b(\w+(?=n')|do|does|did|is|are|was|were|has|have|had|could|would|should|must)n'?t\b", r"\1 not"),
    (r"(?<![-\w])(?<!\ba )(?<!\bthe )(?<!\bdouble )u(?![-\w])", "you"),
    (r"\b(ur)\b", "your"),
    (r"\b(pls|plz)\b", "please"),
    (r"\b(bc|cos|coz|cuz)\b", "because"),
    (r"\b(gonna)\b", "going to"),
    (r"\b(wanna)\b", "want to"),
)
IRREGULAR: Final = {
    "be": "am is are was were been being",
    "have": "has had having",
    "do": "does did done",
    "go": "went gone goes",
    "get": "got gotten",
    "make": "made",
    "take": "took taken",
    "give": "gave given",
    "come": "came",
    "become": "became",
    "leave": "left",
    "buy": "bought",
    "sell": "sold",
    "tell": "told",
    "say": "said says",
    "keep": "kept",
    "sleep": "slept",
    "feel": "felt",
    "find": "found",
    "think": "thought",
    "bring": "brought",
    "teach": "taught",
    "catch": "caught",
    "break": "broke broken",
    "speak": "spoke spoken",
    "wake": "woke woken",
    "write": "wrote written",
    "drive": "drove driven",
    "ride": "rode ridden",
    "rise": "rose risen",
    "run": "ran",
    "begin": "began begun",
    "drink": "drank drunk",
    "swim": "swam swum",
    "sing": "sang sung",
    "eat": "ate eaten",
    "see": "saw seen",
    "know": "knew known",
    "grow": "grew grown",
    "outgrow": "outgrew outgrown",
    "throw": "threw thrown",
    "fly": "flew flown",
    "draw": "drew drawn",
    "wear": "wore worn",
    "tear": "tore torn",
    "bear": "bore born",
    "lose": "lost",
    "win": "won",
    "meet": "met",
    "hear": "heard",
    "hold": "held",
    "stand": "stood",
    "understand": "understood",
    "sit": "sat",
    "spend": "spent",
    "send": "sent",
    "lend": "lent",
    "build": "built",
    "mean": "meant",
    "dream": "dreamt",
    "learn": "learnt",
    "pay": "paid",
    "choose": "chose chosen",
    "fall": "fell fallen",
    "forget": "forgot forgotten",
    "steal": "stole stolen",
    "hide": "hid hidden",
    "bite": "bit bitten",
    "read": "reads",
    "lead": "led",
    "feed": "fed",
    "fight": "fought",
    "shrink": "shrank shrunk",
    "hang": "hung",
    "mistake": "mistook mistaken",
    "marry": "married marries",
    "man": "men",
    "woman": "women",
    "child": "children",
    "godchild": "godchildren",
    "grandchild": "grandchildren",
    "foot": "feet",
    "tooth": "teeth",
    "mouse": "mice",
    "goose": "geese",
    "wife": "wives",
    "knife": "knives",
    "half": "halves",
    "die": "died dying dies",
    "lie": "lying lied",
    "quit": "quitting quits",
    "will": "'ll",
    "language": "languages",
    "medicine": "medication medications meds",
}
RELATIONS: Final = {
    "mother": "mother mom mum mommy mummy mama ma mam mammy mamma momma",
    "father": "father dad daddy papa pa da dada",
    "parent": "parent folks",
    "sister": "sister sis half-sister stepsister",
    "brother": "brother bro half-brother stepbrother",
    "sibling": "sibling twin",
    "son": "son boy lad",
    "daughter": "daughter",
    "child": "child kid kiddo baby toddler infant newborn bairn eldest youngest",
    "wife": "wife wifey missus missis",
    "husband": "husband hubby",
    "partner": "partner spouse boyfriend girlfriend bf gf fiance fiancé fiancee fiancée",
    "ex": "ex ex-husband ex-wife ex-boyfriend ex-girlfriend",
    "friend": "friend bestie buddy pal mate",
    "roommate": "roommate roomie flatmate housemate",
    "stepchild": "stepchild stepson stepdaughter stepkid",
    "grandmother": "grandmother grandma granny nana nanna nan gran",
    "grandfather": "grandfather grandpa granddad grandad gramps",
    "grandparent": "grandparent",
    "godchild": "godchild godson goddaughter",
    "godparent": "godparent godfather godmother",
    "grandchild": "grandchild grandkid grandson granddaughter grandbaby",
    "aunt": "aunt auntie aunty",
    "uncle": "uncle",
    "cousin": "cousin",
    "niece": "niece",
    "nephew": "nephew",
    "stepmother": "stepmother stepmom stepmum",
    "stepfather": "stepfather stepdad",
    "in-law": "mother-in-law father-in-law sister-in-law brother-in-law in-law",
    "boss": "boss manager supervisor",
    "colleague": "colleague coworker co-worker workmate",
    "neighbour": "neighbour neighbor",
    "teacher": "teacher tutor instructor professor coach trainer mentor",
    "therapist": "therapist counsellor counselor psychologist psychiatrist",
    "doctor": "doctor gp dentist physician",
    "landlord": "landlord landlady",
    "client": "client customer student pupil",
    "dog": "dog puppy pup hound",
    "cat": "cat kitten kitty",
    "horse": "horse pony foal",
    "rabbit": "rabbit bunny",
    "bird": "bird parrot budgie canary",
    "hamster": "hamster gerbil guinea-pig",
    "fish": "goldfish fish",
    "pet": "pet tortoise turtle lizard snake",
}
