"""English words that people use for the same thing: who asks with one of a line is answered with any other.

A word that mostly means something else is left out, and so is what only comes up beside the thing.
"""

from __future__ import annotations

from typing import Final

_DEEDS: Final = """
    buy purchase acquire
    sell flog
    begin start commence
    finish complete conclude
    eat swallow devour munch chew
    drink sip gulp swig
    hate dislike detest loathe despise
    adore fond
    fear afraid scared frightened terrified dread phobia
    repair fix mend restore
    smash shatter crack
    hurt injure injured wound
    fall slip trip stumble tumble
    learn study practise practice lesson course
    teach coach tutor instruct
    pay cost charge price fee fare
    earn wage salary income
    save savings saved
    own possess belong
    rehearse rehearsal practise practice
    gather assemble meet
    visit guest
    marry wedding marriage bride groom hitched nuptials
    propose proposal engaged engagement
    divorce divorced separated split
    die dead death died funeral bury
    born birth birthday bday
    rent lease tenant tenancy
    hire employ recruit
    dismiss sack redundant
    retire retirement retiral pension pensioner
    resign quit
    steal thief thieves burglar burgle rob robbery theft
    fail flunk unsuccessful
    win victory winner prize trophy medal award
    run jog jogging runner
    hike trek ramble walk stroll
    swim bathe swimmer
    cook bake roast
    brew ferment
    smoke cigarette tobacco vape cigar
    sleep asleep nap doze bed
    wake awake alarm
    wash rinse scrub
    clean tidy
    weigh weight
    borrow lend loan
    sing singer choir
    paint painting painter
    write writer author
    drive driver driving
    fly flight flew
    travel trip journey tour voyage
    emigrate emigration immigrate immigrant
    argue quarrel argument dispute
    annoy bother irritate
    shout yell scream
    laugh giggle chuckle
    cry weep sob
    remember memorise memory
    apologise apologize apology
    promise vow swear
    volunteer voluntary
    heat heating boiler stove radiator
    celebrate celebration party
    invite invitation guest
    operate operation surgery surgeon
    heal recover recovery
    treat treatment therapy
    wear dressed
    tolerate intolerance intolerant
    allergic allergy
    photograph photo photographer
    sew sewing stitch
    fish fishing angling angler
    sail sailing sailor
"""
_THINGS: Final = """
    noise sound racket din
    picture photo photograph snapshot image pic
    film movie
    show series
    car automobile
    lorry truck
    bike bicycle
    motorbike motorcycle
    phone mobile cellphone smartphone telephone
    telly television tv
    computer laptop pc
    fridge refrigerator
    sofa couch settee
    lift elevator
    flat apartment
    rubbish trash garbage
    shop store
    pub bar tavern inn
    cafe café
    restaurant bistro diner
    exam examination test
    team squad
    club society association
    competition contest tournament championship
    dinner supper
    dessert pudding
    sweets candy
    snack nibble
    medicine medication drug pill tablet capsule
    illness disease sickness ill sick unwell poorly
    gift present voucher
    post mail
    postman postwoman mailman mailwoman
    parcel package packet
    paper newspaper
    book novel
    song tune melody
    concert gig
    band orchestra
    church chapel parish
    priest vicar pastor parson
    street road lane avenue
    railway train rail
    plane aeroplane airplane flight
    petrol fuel diesel
    licence license permit
    crash accident collision
    hospital clinic ward
    glasses spectacles
    beard moustache
    jumper sweater pullover
    trousers pants
    trainers sneakers
    coat jacket
    rucksack backpack
    suitcase luggage
    purse wallet
    password passcode
    wifi wi-fi internet broadband
    website site
    app application software program
    garden yard
    cellar basement
    attic loft
    toilet loo
    storey floor
    stairs staircase
    owner proprietor landlord landlady
    lodger tenant
    holiday vacation hols
    meeting appointment appt
    registration reg numberplate
    physiotherapy physio physiotherapist
    prescription prescribe
    temperature temp
    contract agreement
    speech talk lecture
    conference congress symposium
    job occupation profession employment career position
    firm company employer business
    workmate colleague coworker
    goal aim target ambition
    trouble problem difficulty
    error mistake
    pet animal
    leash lead
    kennel hutch cage
    stable barn
    hive beehive
    rifle gun
    knife blade
    cup mug
    kettle teapot
    pan pot
    stick cane crutch
    wheelchair walker
    bandage plaster cast
    stove oven cooker
    bin dustbin
    rug carpet
    curtain blind
    screen monitor display
    town city
    village hamlet
    country nation homeland
    border frontier
    shore coast beach seaside
    hill mountain slope
    lake pond
    stream brook river
    storm gale
    university college uni
    degree diploma bachelor study
    nursery kindergarten preschool daycare creche
    mark grade score
    essay paper thesis
    accent dialect
    faith religion belief
    army military
    police constable
    lawyer solicitor attorney barrister
    debt loan mortgage owe
    insurance policy
    baby newborn infant
    teenager teen adolescent
    grown-up adult
    diet vegan vegetarian
    recipe dish
    stomach belly tummy
    fever temperature
"""
_TEMPERS: Final = """
    angry furious annoyed
    sad unhappy miserable gloomy
    tired exhausted weary knackered
    worried anxious nervous worry
    happy cheerful delighted
    lonely loneliness
    jealous envious envy
    ashamed embarrassed
    proud pride
    love smitten crush besotted
    bored boring dull
    shy timid
    stubborn obstinate
    clumsy awkward
    forgetful absent-minded
    hard difficult tough tricky
    easy simple
    cheap inexpensive bargain
    expensive costly
    thin slim skinny
    fat overweight
    dirty filthy
    broken defective kaput
    wet soaked damp
    cold chilly freezing
    hot boiling
"""

SENSES: Final = tuple(line.split() for line in (_DEEDS + _THINGS + _TEMPERS).splitlines() if line.strip())
