"""The kinds of moments that films are made of: what they are called, which words belong to them, what happens in them.

A moment needs none of these words: it is enough that its own are near them in meaning.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, kw_only=True)
class MomentKind:
    """A kind of moment: what a beat of it is called, what a scene of it is called, and what it is about."""

    beat: str
    scene: str
    words: str
    situations: tuple[str, ...]


KINDS: Final = (
    MomentKind(
        beat="grief",
        scene="grief",
        words="grief death mourning mourn funeral burial bury coffin grave graveyard cemetery widow widower orphan "
        "condolence sorrow dead deceased die dying ashes eulogy weep sob wake urn obituary bereaved bereavement loss "
        "lost tomb hearse wreath mourner tears cry late corpse hospice memorial inconsolable heartbroken candle "
        "remembrance departed undertaker stillborn miscarriage autopsy morgue",
        situations=(
            "Somebody mourns a person who has died.",
            "A widow stands at the grave, in tears.",
            "The clothes and things of the dead are sorted and kept.",
            "The news of a death arrives.",
            "A funeral with relatives in dark coats.",
            "The bereaved go through what was left behind.",
            "Somebody has just passed away, and the room is hushed.",
            "A mother has lost her son.",
            "Time has stopped for those who survive him.",
            "Tears at the sickbed when the heart stops.",
            "A memorial for those who did not come back.",
        ),
    ),
    MomentKind(
        beat="loneliness",
        scene="solitude",
        words="lonely alone loneliness solitude solitary isolated isolation abandoned deserted nobody empty silence "
        "unanswered single hermit recluse stranded forgotten unvisited quiet company herself himself ignored unnoticed "
        "lonesome friendless uninvited bachelor spinster outcast excluded vacant unread",
        situations=(
            "Somebody is all alone and nobody comes.",
            "An evening by oneself in an empty flat, with nobody to talk to.",
            "A person sits alone while others have company.",
            "Nobody calls, nobody writes, nobody remembers.",
            "An outsider whom nobody invites.",
            "Somebody spends a festive day without company.",
            "The last inhabitant of a forsaken settlement.",
            "A person talks to things because there is nobody else.",
            "Years without a visit or a letter.",
            "Everyone else has friends and family; this one does not.",
        ),
    ),
    MomentKind(
        beat="pursuit",
        scene="chase",
        words="chase pursuit pursue pursuer flee escape sprint race run running outrun hunt hunted hunter getaway "
        "speed swerve dodge leap jump vault climb rooftop alley fence tyre brake engine motorbike gallop gaining "
        "behind catch fugitive dash bolt hurtle scramble overtake chasing siren faster breathless cornered bloodhound",
        situations=(
            "Somebody runs away and is chased by another.",
            "A fast car chase through the streets.",
            "The fugitive jumps over a fence with the pursuer close behind.",
            "They flee over the rooftops.",
            "The hunters close in on their prey, which bolts.",
            "A breakneck drive with the police behind.",
            "Somebody gets away by a hair and is followed further.",
            "They run for their lives through the undergrowth.",
            "A race on horses, boats or motorcycles, hunter and hunted.",
            "The thief dashes off and the guard goes after him.",
        ),
    ),
    MomentKind(
        beat="humiliation",
        scene="humiliation",
        words="humiliation humiliate humiliating mock mockery ridicule taunt jeer sneer laughingstock belittle scold "
        "degrade degrading insult embarrass embarrassment public onlooker snigger giggle pointing blunder kneel crawl "
        "reprimand berate mimic heckle boo patronise dunce bully publicly demote undress",
        situations=(
            "Somebody is made fun of in front of everyone.",
            "A person is scolded and shamed in public while others laugh.",
            "One shows the other up before all the guests.",
            "Somebody is treated like a servant or a child in front of colleagues.",
            "A superior makes an underling look ridiculous in company.",
            "The crowd jeers while one person stands there helpless.",
            "Somebody is forced to do something degrading, and the others enjoy it.",
            "A cruel joke is played on the weakest, with spectators.",
            "Somebody's weakness is displayed for general amusement.",
            "The proud person is brought low before his peers.",
        ),
    ),
    MomentKind(
        beat="shame",
        scene="shame",
        words="shame ashamed guilt guilty remorse regret confess confession admit lying blush disgrace apologise beg "
        "debt thief stole lie avert excuse mortified contrite penitent sheepish blame culprit stammer",
        situations=(
            "Somebody is ashamed of what he did and cannot look up.",
            "A guilty person confesses and looks away.",
            "Caught in a lie, somebody blushes.",
            "Somebody hides his face because he knows he did wrong.",
            "The culprit stammers an excuse.",
            "A painful admission, eyes on the floor.",
        ),
    ),
    MomentKind(
        beat="confrontation",
        scene="confrontation",
        words="confrontation confront argument argue quarrel accuse accusation demand threaten threat shout yell clash "
        "standoff ultimatum showdown fight furious angry anger rage enemy rival blame liar betrayed slam grab "
        "interrogate challenge hostile dispute row provoke traitor scream fist glare retort feud outrage",
        situations=(
            "Two people quarrel and shout at each other.",
            "One accuses the other and wants to hear the truth.",
            "An angry argument between rivals.",
            "They stand face to face and threaten each other.",
            "A heated dispute in which voices rise.",
            "Somebody is called to account and hits back.",
            "Enemies meet, and neither will give way.",
            "Husband and wife have a furious row.",
            "Threats are made, fists are clenched.",
            "An ultimatum is given.",
        ),
    ),
    MomentKind(
        beat="exposition",
        scene="exposition",
        words="explain explanation briefing brief inform information instruct instruction lecture describe outline "
        "summarise report plan map diagram schedule fact figure detail rule procedure background history lesson teach "
        "learn demonstrate document statistic chart manual guide orientation recap timetable protocol",
        situations=(
            "One explains to the other how something works.",
            "A briefing with facts, dates and plans.",
            "Somebody is told the background and the rules.",
            "They go through the details of the plan on the map.",
            "The situation is summed up for a newcomer.",
            "An expert gives a talk with charts.",
            "Somebody is instructed how to handle a device.",
            "The past history of the case is told.",
            "Directions, numbers and names are passed on.",
            "A teacher goes over the material.",
        ),
    ),
    MomentKind(
        beat="romance",
        scene="romance",
        words="romance romantic love lover kiss embrace caress tender tenderness intimate intimacy affection beloved "
        "flirt flirting darling hug cuddle heart proposal candlelight gentle lips desire courtship honeymoon together "
        "adore serenade infatuated fiancee shy valentine",
        situations=(
            "Two people in love kiss and hold each other.",
            "Two lovers are gentle with each other.",
            "They touch hands and smile at each other shyly.",
            "Somebody falls in love.",
            "A couple enjoys being close.",
            "A first date, a first kiss.",
            "Somebody cares lovingly for the one he adores.",
            "Sweethearts share a quiet, intimate hour.",
            "A declaration of love.",
            "Bodies lean together, eyes meet, nobody speaks.",
        ),
    ),
    MomentKind(
        beat="realization",
        scene="realization",
        words="realise realisation realize understand understanding comprehend insight epiphany recognise suddenly "
        "clue pieces puzzle grasp aware memory conclusion deduce solve remember obvious meaning connect dawning",
        situations=(
            "Somebody suddenly understands what it all means.",
            "It dawns on a person that something was wrong all along.",
            "The pieces fall into place in somebody's mind.",
            "A sudden insight changes somebody's expression.",
            "Somebody works out what the clue means.",
            "Slowly the truth sinks in.",
        ),
    ),
    MomentKind(
        beat="defiance",
        scene="defiance",
        words="defiance defy refuse refusal resist resistance rebel rebellion disobey protest mutiny resign quit "
        "unbowed insubordinate oath boycott strike courage stubborn freedom unyielding revolt barricade",
        situations=(
            "Somebody refuses to obey and stands up to power.",
            "A person says no to an order and will not give in.",
            "A rebel resists and does not sign.",
            "The oppressed stand up and say no.",
            "Somebody breaks the rules openly and on purpose.",
            "A brave refusal in front of the powerful.",
        ),
    ),
    MomentKind(
        beat="gag",
        scene="comedy",
        words="gag comedy comic comical funny joke hilarious farce slapstick pratfall slip trip stumble clumsy banana "
        "bucket mishap absurd silly prank upside tangled stuck collapse splash nonsense ridiculous wobble hiccup "
        "bungle mishandle clown goofy custard soaked backwards misunderstanding",
        situations=(
            "A clumsy accident that makes the audience laugh.",
            "Somebody slips, falls and drags everything down.",
            "A silly mix-up with objects, slapstick.",
            "Everything goes wrong in a ridiculous way.",
            "A visual joke with a hat, a ladder or a pie.",
            "Somebody makes a fool of himself without noticing.",
            "A mix-up of persons or things, to comic effect.",
            "An object will not do what it should, again and again.",
            "Dignity is lost to a pratfall.",
            "An animal upsets a formal occasion.",
        ),
    ),
    MomentKind(
        beat="dread",
        scene="suspense",
        words="dread fear suspense ominous menace menacing eerie lurk creak footsteps unease uneasy stalker haunted "
        "ghost shadow dark darkness knock noise whisper trembling terror frozen fog night watched hiding intruder "
        "stranger breath scratching danger threat afraid nervous shudder rustle foreboding",
        situations=(
            "Frightened, a person listens for what moves outside.",
            "Something lurks in the house at night.",
            "A stranger is watching; the door opens by itself.",
            "A slow, uneasy wait for something terrible.",
            "Strange noises in an empty building after dark.",
            "Somebody senses an unseen presence.",
            "A threatening stillness before the attack.",
            "Something is wrong in a place that should be safe.",
            "Somebody hides and hardly dares to breathe.",
            "Uncanny signs that something evil is near.",
        ),
    ),
    MomentKind(
        beat="reveal",
        scene="reveal",
        words="reveal revelation secret uncover discover discovery unmask mask disguise identity truth twist evidence "
        "proof hidden exposed photograph document impostor alibi envelope panel unveil lied fake pretend surprise "
        "confidential fingerprint",
        situations=(
            "A secret comes out and the true identity is shown.",
            "A discovery: the hidden thing is found and changes everything.",
            "The mask comes off and it is somebody else.",
            "A document proves who somebody really is.",
            "The culprit is named and unmasked.",
            "Somebody learns who his parents really are.",
            "An object comes to light that nobody was meant to see.",
            "The disguise is dropped.",
            "What everyone believed proves to be false.",
            "The contents of the sealed letter become known.",
        ),
    ),
    MomentKind(
        beat="violence",
        scene="action",
        words="violence attack shoot stab explosion gunfire battle brawl combat crash wound blood knife gun weapon "
        "bomb soldier punch kill murder bullet grenade ambush slash",
        situations=(
            "A violent fight with weapons and blood.",
            "Shots are fired and somebody is wounded.",
            "An explosion tears the place apart.",
            "A brutal beating.",
            "Soldiers storm the position under fire.",
            "Somebody is stabbed.",
        ),
    ),
    MomentKind(
        beat="celebration",
        scene="celebration",
        words="celebration celebrate toast wedding birthday party victory triumph cheer applause congratulation "
        "anniversary champagne prize trophy feast cake music band parade winner festival jubilation graduation "
        "rejoice hooray carnival",
        situations=(
            "A party with music, champagne and cheering people.",
            "They celebrate a victory.",
            "A toast to the bride and groom.",
            "The winner gets a prize and everyone applauds.",
            "Guests dance and drink to a happy event.",
            "The champion is cheered by the fans.",
            "A birthday, an anniversary or a wedding feast.",
            "Good news, and everybody hugs everybody.",
            "Fireworks, songs and laughter all night.",
            "The people rejoice in the streets.",
        ),
    ),
    MomentKind(
        beat="reconciliation",
        scene="reconciliation",
        words="reconciliation reconcile forgive forgiveness peace truce amends apology reunion reunited handshake mend "
        "friendship pardon settle",
        situations=(
            "Two who were enemies make peace and forgive each other.",
            "A late apology is accepted and they embrace.",
            "A family is reunited.",
            "Old friends end their quarrel with a handshake.",
            "Somebody says sorry and is forgiven.",
            "Estranged relatives find each other again.",
        ),
    ),
    MomentKind(
        beat="farewell",
        scene="farewell",
        words="farewell goodbye parting leave leaving depart departure suitcase luggage train platform station airport "
        "ship harbour ferry taxi wave border emigrate journey trunk ticket abroad miss",
        situations=(
            "Two people say goodbye at the station.",
            "Somebody leaves for good and the other stays behind.",
            "A last embrace before the ship departs.",
            "A suitcase is packed and the taxi waits.",
            "Somebody sets off on a long journey and is seen off.",
            "The bags are at the door and the time has come.",
            "Waving after a vehicle that grows small.",
            "A last visit before moving far away.",
            "Two who belong together have to part.",
            "The final day at work, with a handshake.",
        ),
    ),
    MomentKind(
        beat="arrival",
        scene="arrival",
        words="arrival arrive welcome newcomer entrance threshold greeting guest introduce homecoming return host",
        situations=(
            "Somebody arrives at a new place and is welcomed.",
            "A newcomer steps through the door for the first time.",
            "A traveller reaches the destination and is received.",
            "Somebody comes home after a long absence.",
            "The new colleague is introduced.",
        ),
    ),
    MomentKind(
        beat="bargain",
        scene="negotiation",
        words="temptation bargain offer bribe deal persuade seduce promise price contract negotiate haggle sell "
        "blackmail trade wager bet",
        situations=(
            "One offers the other a deal that is hard to refuse.",
            "A bribe is pushed across the table.",
            "Two parties haggle over the price.",
            "Somebody is lured with money.",
            "A pact is offered.",
        ),
    ),
    MomentKind(
        beat="preparation",
        scene="work",
        words="work craft repair build cook practice rehearse prepare labour routine tool machine workshop exercise "
        "training assemble sharpen",
        situations=(
            "People at work, preparing and building something with their hands.",
            "A routine is carried out step by step.",
            "Somebody practises for the great day.",
            "Tools are laid out and a thing is repaired.",
            "The crew gets everything ready.",
        ),
    ),
)

NAMES: Final = tuple(kind.beat for kind in KINDS)
SCENES: Final = {kind.beat: kind.scene for kind in KINDS}
BEATS: Final = {kind.scene: kind.beat for kind in KINDS}
"""The kind of beat that a scene of each kind is made of."""
