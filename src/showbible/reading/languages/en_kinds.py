"""English words for kinds of things, and words for what is of such a kind.

Each line has the words by which people ask for a kind, then what they tell when they have one of it. A word that mostly
means something else ("date", "bat") is left out: it would bring up what has nothing to do with the question.
"""

from __future__ import annotations

from typing import Final

_AILMENTS: Final = """
    ill sick unwell ache pain painful hurt sore swollen swelling inflamed inflammation infection infected fever
    temperature cough cold flu rash itch itchy limp lame stiff numb dizzy nausea vomit diarrhoea bleed bruise sprain
    fracture cramp migraine headache toothache backache earache asthma allergy allergic eczema arthritis diabetes
    anaemia insomnia tinnitus hernia ulcer gout pneumonia bronchitis tonsillitis measles chickenpox shingles cancer
    tumour stroke angina epilepsy depression anxiety dementia parkinson sciatica vertigo cataract glaucoma abscess
    cyst colic mange worms fleas ticks mites wound
"""
_INJURIES: Final = """
    break broke broken fracture sprain twist bruise cut burn scald tear torn pull strain dislocate bite sting wound
    concussion stitches plaster cast graze scratch
"""
_FAULTS: Final = """
    broken leak leaky drip crack cracked split burst blocked clogged jam stuck stall rattle squeak creak grind
    overheat flicker rust rusty rot rotten mould mouldy damp warped bent loose torn hole puncture flat fail fault
    faulty crash freeze smoke spark wobble wobbly slip sag peel faded dead
"""

KINDS: Final = (
    ("wrong matter problem trouble ail fault suffer", _AILMENTS + _INJURIES + _FAULTS),
    ("illness disease ailment sickness condition complaint symptom", _AILMENTS),
    ("injury", _INJURIES),
    ("damage defect", _FAULTS + "flood flooded storm hail smash dent scratch stain"),
    (
        "herb spice seasoning",
        "coriander cilantro parsley basil thyme rosemary sage oregano dill mint chive tarragon marjoram lovage chervil "
        "cumin cinnamon turmeric paprika cardamom saffron nutmeg clove ginger pepper chilli anise fennel caraway vanilla",
    ),
    (
        "fruit",
        "apple pear plum cherry apricot peach nectarine grape orange lemon lime grapefruit mandarin banana mango papaya "
        "pineapple melon fig quince pomegranate kiwi strawberry raspberry blackberry blueberry gooseberry currant",
    ),
    (
        "vegetable",
        "carrot potato tomato onion leek garlic cabbage kale spinach chard lettuce cucumber courgette zucchini pumpkin "
        "aubergine eggplant beetroot radish turnip parsnip celery asparagus artichoke broccoli cauliflower pea bean "
        "sprout sweetcorn squash",
    ),
    (
        "food dish meal",
        "soup stew curry pasta noodle lasagne risotto pizza burger sandwich salad omelette dumpling pancake pie roast "
        "steak sausage ham bacon salami chicken beef pork lamb fish salmon tuna mussel prawn rice bread cheese egg tofu "
        "porridge muesli cake pudding biscuit chocolate",
    ),
    (
        "drink beverage",
        "coffee tea cocoa milk water juice lemonade cola beer ale stout lager cider wine whisky whiskey gin vodka rum "
        "brandy champagne espresso cappuccino latte rooibos kombucha squash smoothie",
    ),
    (
        "insect bug",
        "moth butterfly bee wasp hornet ant beetle fly mosquito midge gnat cricket grasshopper cockroach ladybird "
        "dragonfly earwig termite flea louse aphid locust",
    ),
    (
        "animal creature pet livestock",
        "dog puppy terrier spaniel poodle beagle labrador whippet collie dachshund cat kitten horse pony mare stallion "
        "foal donkey mule cow calf bull ox goat sheep lamb pig hen chicken rooster duck goose turkey rabbit hamster "
        "gerbil mouse rat ferret hedgehog tortoise turtle snake lizard gecko frog toad newt parrot budgie canary pigeon "
        "dove goldfish carp fish bee llama alpaca deer fox badger quail ostrich peacock emu guinea iguana",
    ),
    ("dog", "terrier spaniel poodle beagle labrador whippet collie dachshund greyhound retriever shepherd mongrel pug"),
    ("cat", "kitten tomcat tabby siamese"),
    ("horse", "mare stallion gelding filly colt pony foal cob"),
    ("sheep flock", "ewe ram lamb wether merino texel"),
    ("pig", "sow boar piglet hog"),
    ("cow cattle livestock", "calf heifer bull ox bullock"),
    ("bird poultry", "hen rooster cockerel chicken duck goose turkey pigeon dove parrot budgie canary owl crow finch quail"),
    (
        "tree wood timber",
        "oak ash beech birch elm maple willow poplar pine spruce fir larch cedar yew hazel walnut chestnut linden lime "
        "alder rowan sycamore plane cypress olive eucalyptus",
    ),
    ("forest woodland", "spruce pine oak beech birch fir larch trees woods wood grove"),
    (
        "flower plant",
        "rose tulip daffodil lily orchid daisy sunflower dahlia peony iris crocus geranium begonia hydrangea lavender "
        "poppy violet primrose carnation chrysanthemum fern ivy cactus succulent moss",
    ),
    (
        "sport exercise",
        "football soccer rugby cricket tennis badminton squash hockey handball basketball volleyball baseball golf swim "
        "swimming run running jog cycling sail sailing climb climbing judo karate "
        "aikido wrestling skate skating ski skiing surf surfing dive diving archery yoga pilates gymnastics dance "
        "dancing ride riding kayak curling bowls darts",
    ),
    (
        "hobby pastime",
        "knit crochet sew embroider quilt paint draw sketch pottery photograph collect garden bake brew fish sing choir "
        "chess bridge puzzle hike climb sail run swim dance read write model birdwatching astronomy woodwork origami "
        "calligraphy juggle club",
    ),
    (
        "instrument",
        "piano keyboard organ violin fiddle viola cello bass guitar banjo ukulele mandolin lute harp flute recorder "
        "piccolo clarinet oboe bassoon saxophone trumpet trombone tuba horn drum drums accordion harmonica bagpipe "
        "xylophone",
    ),
    (
        "vehicle",
        "car van truck lorry pickup estate hatchback tractor bus coach tram motorbike motorcycle moped scooter bicycle "
        "bike caravan campervan trailer boat ferry",
    ),
    (
        "transport",
        "train tram bus coach ferry boat metro subway underground bicycle bike cycle car taxi scooter walk foot drive ride",
    ),
    ("boat ship vessel", "yacht dinghy canoe kayak barge trawler ferry rowboat schooner catamaran sailboat"),
    (
        "appliance machine gadget device",
        "dishwasher washing washer dryer fridge refrigerator freezer oven cooker stove hob microwave toaster kettle "
        "blender mixer vacuum hoover iron boiler heater fan television radio computer laptop phone printer",
    ),
    ("furniture", "sofa couch armchair chair stool bench table desk bed wardrobe cupboard dresser bookcase shelf cabinet"),
    (
        "clothes clothing garment outfit",
        "dress skirt blouse shirt jumper sweater cardigan jacket coat suit trousers jeans shorts scarf hat cap gloves "
        "socks tights boots shoes trainers sandals apron uniform kimono tie waistcoat",
    ),
    ("gem jewel stone", "diamond ruby emerald sapphire opal pearl amber garnet topaz amethyst turquoise jade"),
    ("jewellery jewelry", "ring necklace bracelet earring brooch pendant watch chain"),
    ("metal", "gold silver copper bronze brass iron steel tin zinc aluminium platinum lead"),
    ("fabric material cloth", "cotton linen silk wool satin velvet denim leather felt tweed nylon polyester corduroy"),
    (
        "color colour shade",
        "red blue green yellow orange purple violet pink brown black white grey gray beige cream turquoise teal navy "
        "maroon crimson scarlet lilac mauve ochre mustard olive sage mint gold silver copper ginger blonde",
    ),
    (
        "tool",
        "hammer saw drill screwdriver spanner wrench pliers chisel plane axe shovel spade rake hoe sander grinder lathe",
    ),
    ("weapon", "sword sabre foil epee rapier knife dagger bow crossbow spear axe pistol rifle gun"),
    ("gear equipment kit", "tent rucksack backpack sleeping stove boots skis helmet rope paddle rod lens tripod"),
    (
        "building",
        "house flat apartment cottage bungalow villa farmhouse castle tower barn shed warehouse school church chapel "
        "hospital factory mill hotel cabin hut houseboat block terrace",
    ),
    (
        "house home",
        "flat apartment cottage bungalow villa farmhouse cabin houseboat studio maisonette lodge caravan chalet building",
    ),
    (
        "room",
        "kitchen bathroom bedroom lounge hall hallway cellar basement attic loft study nursery pantry conservatory garage",
    ),
    (
        "workplace",
        "factory shop office bakery brewery canteen clinic hospital school farm quarry mine mill warehouse workshop garage "
        "studio laboratory hotel restaurant shipyard depot station",
    ),
    ("business firm company", "bakery brewery shop workshop practice agency studio factory farm hotel restaurant salon"),
    (
        "relative family",
        "mother father parent sister brother sibling son daughter child wife husband grandmother grandfather aunt uncle "
        "cousin niece nephew in-law stepchild",
    ),
    ("partner spouse", "wife husband"),
    ("child", "son daughter twin twins triplets"),
    ("parent", "mother father"),
    ("sibling", "brother sister"),
    ("brother sister", "sibling"),
    ("husband wife", "partner"),
    (
        "doctor",
        "surgeon cardiologist dermatologist gynaecologist neurologist oncologist orthopaedist paediatrician urologist "
        "ophthalmologist radiologist orthodontist consultant specialist",
    ),
    (
        "subject degree course study major",
        "archaeology theology history geography chemistry physics biology mathematics maths medicine law philosophy "
        "literature linguistics psychology sociology economics engineering architecture art music drama "
        "anthropology astronomy geology botany zoology accounting journalism pharmacy dentistry education informatics "
        "computing statistics nursing agriculture forestry classics",
    ),
    (
        "body limb",
        "head face neck shoulder arm elbow wrist hand finger thumb chest back spine hip leg knee ankle foot toe skin stomach",
    ),
    ("face", "eye eyelid eyebrow nose mouth lip cheek chin jaw forehead ear temple"),
    ("leg", "thigh knee shin calf ankle foot"),
    ("arm", "shoulder elbow wrist hand"),
    ("foot", "toe heel ankle sole"),
    ("organ", "heart liver kidney lung bladder gallbladder spleen stomach appendix thyroid"),
    ("pest vermin", "slug snail aphid mouse mice rat moth ant cockroach flea weevil wasp mole"),
    ("reptile", "snake lizard gecko tortoise turtle iguana chameleon crocodile"),
    ("rodent", "mouse rat hamster gerbil squirrel guinea beaver"),
    ("fish seafood", "salmon trout tuna cod herring mackerel carp pike perch eel sardine haddock plaice mussel prawn crab"),
    ("meat", "beef pork lamb mutton veal chicken turkey duck venison ham bacon sausage steak"),
    ("cheese", "cheddar brie camembert gouda feta mozzarella parmesan stilton emmental gruyere ricotta halloumi"),
    ("bread", "loaf baguette rye sourdough bun roll toast ciabatta naan pitta focaccia"),
    ("cake pastry dessert", "tart pie muffin brownie cheesecake sponge strudel croissant eclair crumble trifle meringue"),
    ("nut", "almond hazelnut walnut cashew pistachio peanut pecan macadamia chestnut"),
    ("dairy", "milk cheese butter yoghurt yogurt cream"),
    ("alcohol spirit liquor", "wine beer whisky whiskey gin vodka rum brandy cider champagne sherry schnapps tequila"),
    ("wine", "riesling merlot chardonnay rioja bordeaux burgundy prosecco champagne sherry"),
    ("religion faith", "christian catholic protestant anglican orthodox methodist quaker muslim islam jewish judaism hindu "
     "buddhist buddhism sikh atheist"),
    ("dance", "tango waltz salsa ballet foxtrot flamenco polka samba rumba"),
    ("music genre", "jazz blues folk opera classical techno reggae punk gospel bluegrass"),
    ("game", "chess draughts checkers bridge poker rummy scrabble monopoly dominoes backgammon cards solitaire whist skat blackjack roulette baccarat craps bingo darts snooker"),
    ("season", "spring summer autumn winter"),
    ("meal", "breakfast lunch dinner supper brunch"),
    ("festival feast", "christmas easter whitsun ramadan diwali hanukkah passover carnival thanksgiving eid purim"),
    ("sign zodiac", "aries taurus gemini leo virgo libra scorpio sagittarius capricorn aquarius pisces"),
    ("planet", "mercury venus mars jupiter saturn uranus neptune pluto"),
    ("aid", "stick cane crutch wheelchair walker frame glasses hearing splint brace"),
    ("footwear", "boot trainer sandal slipper clog heel sneaker moccasin wellington"),
    ("headgear headwear", "cap beret bonnet helmet hood turban headscarf beanie"),
    ("bag luggage", "rucksack backpack suitcase handbag holdall satchel trunk"),
    ("bed", "futon mattress hammock bunk cot divan"),
    ("heating fuel", "gas oil coal wood pellet peat solar stove boiler radiator fireplace"),
    ("flooring floor", "carpet parquet laminate tile lino linoleum cork"),
    ("utensil cookware crockery", "pan pot saucepan wok knife fork spoon ladle whisk plate bowl cup mug"),
    ("breed", "terrier spaniel poodle beagle labrador whippet collie dachshund greyhound retriever shepherd mongrel pug"),
    ("crime offence", "theft burglary robbery fraud murder assault arson vandalism mugging forgery"),
    ("disaster", "flood fire earthquake storm hurricane avalanche landslide drought tsunami"),
    ("accident", "crash collision fall slip burn scald"),
    ("treatment therapy remedy", "tablet pill ointment cream drops injection infusion physiotherapy massage acupuncture "
     "chemotherapy radiation surgery operation cure splint antibiotic"),
    ("medicine drug medication", "antibiotic penicillin ibuprofen aspirin paracetamol insulin cortisone antihistamine "
     "statin tablet pill drops syrup ointment inhaler"),
    ("vaccine vaccination", "jab booster injection shot"),
    ("vegetarian diet", "vegan pescatarian vegetarian keto gluten lactose carnivore fasting"),
    ("plant houseplant", "cactus fern ivy orchid palm monstera yucca succulent ficus basil"),
    ("shrub bush", "lilac hydrangea rhododendron privet holly laurel juniper elder gorse"),
    ("grain cereal", "wheat rye barley oats maize corn rice millet spelt buckwheat quinoa"),
    ("container", "box jar bottle bucket barrel crate basket sack drawer tub"),
    ("toy", "doll teddy lego puzzle kite marbles yo-yo"),
    ("craft handicraft", "knitting crochet sewing embroidery weaving pottery woodwork basketry quilting felting macrame"),
    ("publication", "book novel newspaper magazine journal paper article pamphlet"),
    ("script alphabet", "cyrillic arabic hebrew greek latin kanji hiragana braille runes"),
    ("currency", "euro dollar pound yen franc krone krona zloty rupee peso ruble"),
    ("continent", "europe asia africa america australia antarctica"),
    ("ocean sea", "atlantic pacific baltic mediterranean adriatic arctic caribbean aegean"),
    ("criminal", "thief burglar robber pickpocket fraudster murderer arsonist"),
    ("ruler royal", "king queen prince princess emperor duke"),
    ("fear phobia", "afraid scared frightened terrified heights spiders claustrophobia darkness panic"),
    ("allergy allergic intolerance", "allergic intolerant hayfever hay pollen dander nuts peanuts shellfish latex penicillin lactose gluten antihistamine"),
    ("emotion feeling mood", "happy sad angry afraid lonely jealous proud ashamed anxious bored hopeful furious relieved"),
    ("taste flavour flavor", "sweet sour bitter salty vanilla chocolate strawberry lemon mint"),
    ("shape", "round square oval triangular circle triangle rectangle"),
    ("club society group", "choir band team association league circle troupe guild"),
    ("qualification certificate", "diploma degree licence license certificate bachelor doctorate apprenticeship"),
    ("pupil student", "learner apprentice trainee"),
    ("worker staff employee", "clerk assistant cleaner nurse waiter waitress cashier porter apprentice"),
    ("tradesman craftsman", "plumber electrician carpenter joiner roofer bricklayer mason glazier painter plasterer locksmith"),
    ("performer artist", "actor actress singer dancer painter sculptor musician comedian clown juggler"),
    ("grandparent", "grandmother grandfather"),
    ("grandchild", "grandson granddaughter"),
    ("weather", "rain snow storm hail fog wind sun thunder lightning frost heatwave drought gale flood"),
    ("operation surgery", "surgeon operate bypass transplant amputation biopsy caesarean hysterectomy mastectomy vasectomy appendix "
     "appendectomy gallbladder tonsils adenoids hernia cataract keyhole stent"),
    ("bank", "account overdraft savings"),
    ("debt", "loan mortgage overdraft owe"),
    ("income", "wage salary pension fee allowance royalty"),
    ("language", "english german french spanish italian portuguese dutch danish swedish norwegian finnish polish czech "
     "russian ukrainian greek turkish arabic hebrew persian hindi urdu bengali tamil chinese mandarin cantonese japanese "
     "korean thai vietnamese welsh irish gaelic latin estonian latvian lithuanian hungarian romanian bulgarian serbian "
     "croatian swahili amharic tigrinya basque catalan flemish icelandic afrikaans albanian armenian azerbaijani "
     "belarusian bosnian breton burmese cebuano esperanto faroese galician georgian gujarati hausa hawaiian igbo "
     "indonesian javanese kannada kazakh khmer kurdish lao luxembourgish macedonian malagasy malay malayalam maltese "
     "maori marathi mongolian nepali pashto punjabi quechua samoan scots sinhala slovak slovene slovenian somali "
     "tagalog tatar telugu tibetan twi uzbek wolof xhosa yiddish yoruba zulu"),
    ("nationality", "english german french spaniard spanish italian portuguese dutch dane danish swede swedish norwegian "
     "finn finnish pole polish czech russian ukrainian greek turk turkish arab indian chinese japanese korean irish "
     "scottish welsh american canadian australian brazilian mexican swiss austrian belgian hungarian romanian"),
    ("country", "england scotland wales ireland france germany spain portugal italy austria switzerland belgium "
     "netherlands denmark norway sweden finland iceland poland czechia slovakia hungary romania bulgaria greece turkey "
     "serbia croatia slovenia ukraine russia georgia armenia estonia latvia lithuania morocco egypt tunisia kenya "
     "ethiopia nigeria ghana senegal india pakistan nepal china japan korea thailand vietnam laos cambodia indonesia "
     "malaysia philippines australia canada america mexico cuba peru chile argentina brazil colombia bolivia"),
)  # fmt: skip

BY_DEED: Final = (
    ("vehicle car van lorry truck rig tractor bus motor", "drive"),
    ("bicycle bike cycle motorbike motorcycle scooter moped horse", "ride"),
    ("instrument position", "play"),
    ("language tongue", "speak fluent"),
    ("book novel author", "read"),
    ("series show programme program soap film movie channel", "watch"),
    ("podcast station album band", "listen"),
    ("boat ship yacht", "sail"),
    ("voice part", "sing"),
    ("subject course", "study"),
    ("medicine medication tablet pill drug", "take swallow prescribe"),
    ("drink beverage", "drink sip"),
    ("food dish meal", "eat cook"),
    ("church mosque temple synagogue", "pray worship"),
    ("gym club class team", "train"),
    ("shampoo soap detergent", "wash"),
    ("glasses hat coat jacket shoe ring mask", "wear"),
)
"""What is done with a thing of a kind: who tells what they drive names a car, though no list knows its name."""
