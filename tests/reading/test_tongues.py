"""German, Spanish, French and Japanese are read by their own grammar: moods, dropped subjects, word order, endings."""

from __future__ import annotations

from datetime import timedelta

import pytest

from showbible.reading import questions, tokens
from showbible.reading.grammar import grammar
from showbible.reading.model import Cue, Stance, ValueKind
from tests.reading.conftest import read, replaced, told


@pytest.mark.parametrize(
    ("said", "slot"),
    [
        ("Bin im Mai nach Husum gezogen.", "user|home"),
        ("Mein Onkel lebt in Linz.", "uncle|home"),
        ("Ich mache eine Lehre zum Glaser.", "user|job"),
        ("Mein Lehrer heißt inzwischen Herr Opitz.", "teacher|called"),
        ("Ayer cumplí cuarenta.", "user|age"),
        ("Curro de fontanero.", "user|job"),
        ("Mi piso en Lugo da al río.", "user|home"),
        ("On a emménagé à Sète en mai.", "user|home"),
        ("Chuis notaire depuis dix ans.", "user|job"),
        ("Ma tante bosse chez Michelin.", "aunt|employer"),
        ("Ma nièce a neuf ans.", "niece|age"),
        ("先月高知に引っ越した。", "user|home"),
        ("製紙工場に勤めています。", "user|employer"),
        ("俺は大工だよ。", "user|job"),
        ("妻は歯科医で、私は農家です。", "user|job"),
        ("妻は歯科医で、私は農家です。", "wife|job"),
    ],
)
def test_a_form_of_words_fills_a_slot(said: str, slot: str) -> None:
    assert slot in read(said).slots


@pytest.mark.parametrize(
    "said",
    [
        "Ich wäre gern Förster.",
        "Am liebsten hätte ich eine Mühle.",
        "Ich kaufe vielleicht eine Ziege.",
        "Si tuviera dinero, abriría una librería.",
        "Me encantaría tener una huerta.",
        "A lo mejor me mudo a Oviedo.",
        "J'aimerais élever des oies.",
        "Je vais peut-être déménager à Brest.",
        "暇があったら畑をやりたい。",
        "来年は長崎に住むかも。",
    ],
)
def test_what_is_only_wished_or_supposed_is_not_told(said: str) -> None:
    assert not read(said).is_told


@pytest.mark.parametrize(
    "said",
    [
        "Ich besuche meine Tante in Emden.",
        "In dem Fall nehme ich den Zug.",
        "Ich bin Glaser, falls du dich fragst.",
        "Trabajo en una panadería.",
        "Suelo nadar en el río.",
        "J'aime les cerises.",
        "J'adorais la mer, je l'adore toujours.",
        "パンを売っています。",
        "Die Arbeit im Weinberg macht Spaß.",
        "Mi tía cuenta una broma.",
        "Il m'a raconté une blague.",
        "冗談が好きな人です。",
    ],
)
def test_what_only_looks_like_a_wish_an_end_or_a_slip_is_told_as_it_is(said: str) -> None:
    reading = read(said)

    assert (reading.stance, reading.cues & {Cue.UNREAL, Cue.ENDING, Cue.CORRECTION}) == (Stance.ASSERTED, frozenset())


@pytest.mark.parametrize(
    ("said", "home"),
    [
        ("Ich würde gern in Rom leben, aber ich wohne in Celle.", "celle"),
        ("Me gustaría vivir en Roma, pero vivo en Soria.", "soria"),
        ("J'aimerais vivre à Rome, mais j'habite à Sens.", "sens"),
        ("できればローマに住みたいけど、今は鳥取に住んでいる。", "鳥取"),
    ],
)
def test_a_fact_is_told_beside_a_wish(said: str, home: str) -> None:
    reading = read(said)

    assert (reading.is_told, [value.key for value in reading.values]) == (True, [home])


@pytest.mark.parametrize(
    ("said", "stance"),
    [
        ("Ich wohne in Celle, ohne Balkon.", Stance.ASSERTED),
        ("Vivo en Soria sin calefacción.", Stance.ASSERTED),
        ("J'habite à Sens, sans jardin.", Stance.ASSERTED),
        ("Le vélo est plus rapide.", Stance.ASSERTED),
        ("Je ne chante plus.", Stance.DENIED),
        ("Je chante plus.", Stance.DENIED),
        ("Fleisch esse ich keins.", Stance.DENIED),
    ],
)
def test_a_negation_reaches_as_far_as_it_does(said: str, stance: Stance) -> None:
    assert read(said).stance is stance


@pytest.mark.parametrize(
    "said",
    [
        "Pesco truchas los domingos.",
        "Siempre desayuno churros.",
        "Adopté una cabra.",
        "Hab eine Ziege gekauft.",
        "On a une chèvre.",
        "ヤギが好きです。",
    ],
)
def test_who_is_not_named_is_the_speaker(said: str) -> None:
    assert read(said).subject.is_user


@pytest.mark.parametrize(
    ("said", "relation"),
    [("In Graz lebt meine Tante.", "aunt"), ("En Vigo vive mi tía.", "aunt")],
)
def test_where_somebody_is_is_nobody(said: str, relation: str) -> None:
    assert (read(said).subject.relation, read(said).subject.name) == (relation, "")


@pytest.mark.parametrize("said", ["War nur ein Scherz.", "Era broma, tranquilo.", "Je plaisante.", "冗談です。"])
def test_a_joke_is_told_as_one(said: str) -> None:
    assert read(said).stance is Stance.JOKED


def test_a_verb_stands_before_its_pronoun_where_something_else_begins_the_clause() -> None:
    assert [claim.verb for claim in read("Pilze sammle ich gern im Wald.").claims] == ["samml"]


@pytest.mark.parametrize(
    ("word", "relation"),
    [("nicht", None), ("man", None), ("par", None), ("marié", None), ("nichte", "niece"), ("mann", "husband")],
)
def test_a_word_of_grammar_is_nobody(word: str, relation: str | None) -> None:
    found = [using.relations.get(using.stem(word)) for code in ("de", "fr") if (using := grammar(code))]

    assert [each for each in found if each] == ([relation] if relation else [])


@pytest.mark.parametrize(
    ("one", "many"), [("enfant", "enfants"), ("parent", "parents"), ("an", "ans"), ("loyer", "loyers")]
)
def test_a_french_plural_is_its_singular(one: str, many: str) -> None:
    using = grammar("fr")

    assert using is not None
    assert using.stem(one) == using.stem(many)


@pytest.mark.parametrize(
    ("said", "kind", "key"),
    [
        ("Mi nieta tiene once años.", ValueKind.DURATION, "11"),
        ("Llevo tres semanas en cama.", ValueKind.DURATION, "3"),
        ("Mon neveu a onze ans.", ValueKind.DURATION, "11"),
        ("J'en suis à six heures par jour.", ValueKind.DURATION, "6"),
        ("Wir sind zu fünft.", ValueKind.NUMBER, "5"),
        ("Der Umzug ist auf den 20. verschoben.", ValueKind.DAY, "--20"),
        ("月に二回釣りに行く。", ValueKind.FREQUENCY, "2"),
        ("締め切りは3月12日です。", ValueKind.DAY, "-3-12"),
        ("担任の小林先生は厳しい。", ValueKind.PERSON, "小林"),
    ],
)
def test_a_value_is_read_in_words_and_figures(said: str, kind: ValueKind, key: str) -> None:
    assert (kind, key) in [(value.kind, value.key) for value in read(said).values]


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("Ich rauche Pfeife.", "Ich rauche keine Pfeife mehr."),
        ("Ich habe ein Pferd.", "Unser Pferd mussten wir einschläfern lassen."),
        ("Tengo una yegua.", "Se nos murió la yegua en marzo."),
        ("Fumo en pipa.", "Dejé de fumar en pipa."),
        ("Je joue du cor.", "J'ai arrêté le cor."),
        ("馬を飼っています。", "馬は先月死にました。"),
        ("水泳に通っています。", "水泳はもう通っていません。"),
        ("Ich habe ein Kanu.", "Das Kanu haben wir im Herbst verkauft."),
        ("Tenemos una barca.", "La barca ya no la tenemos."),
        ("On a un kayak.", "Le kayak, on l'a rendu au club."),
        ("ボートを借りています。", "ボートは先週返しました。"),
        ("Ich wohne in Celle.", "Bin nach Husum gezogen."),
        ("Vivo en Soria.", "Me acabo de mudar a Lugo."),
        ("Mi nieta tiene once años.", "Mi nieta ya cumplió doce."),
        ("Mon neveu a onze ans.", "Mon neveu a eu douze ans hier."),
        ("上司は小林さんです。", "新しい上司は大西さんです。"),
    ],
)
def test_a_later_word_takes_the_place_of_an_earlier_one(before: str, after: str) -> None:
    assert replaced(before, after) == ["0"]


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("水泳に通っています。", "友達は水泳をやめました。"),
        ("Ich wohne in Celle.", "Ich würde gern in Husum leben."),
        ("Vivo en Soria.", "Mi prima vive en Lugo."),
        ("J'ai un cheval.", "J'ai rendez-vous chez le coiffeur."),
    ],
)
def test_what_speaks_of_another_or_of_nothing_real_leaves_a_fact_alone(before: str, after: str) -> None:
    assert replaced(before, after) == []


@pytest.mark.parametrize(
    ("question", "several"),
    [
        ("Wie heißt mein Bruder?", False),
        ("Wo lebt meine Schwester?", False),
        ("Wie heißen meine Brüder?", True),
        ("Quel est mon métier ?", False),
        ("Où travaille mon fils ?", False),
        ("Comment s'appellent mes frères ?", True),
        ("¿Cómo se llaman mis tías?", True),
    ],
)
def test_a_question_asks_for_one_or_for_several(question: str, several: bool) -> None:
    assert questions.read_question(question).several is several


@pytest.mark.parametrize(
    "question", ["¿Cuántas veces por semana nado?", "¿Fumo?", "¿Qué soy de profesión?", "Wo bin ich geboren?"]
)
def test_a_question_may_be_about_who_asks_without_a_pronoun(question: str) -> None:
    assert questions.read_question(question).subject.is_user


def test_a_weekday_in_a_sigh_answers_no_question_of_yes_or_no() -> None:
    said = ["Tenemos una barca desde mayo.", "Uf, otro lunes."]

    assert told("¿Tenemos una barca?", said, apart=timedelta(hours=5))[:1] == [said[0]]


def test_a_sigh_with_a_weekday_does_not_go_on_with_an_hour() -> None:
    said = ["Mi curso de vela es a las seis.", "Uf, otro lunes."]

    assert told("¿A qué hora es mi curso de vela?", said, apart=timedelta(hours=5))[:1] == [said[0]]


def test_a_name_is_no_time_before() -> None:
    assert not questions.read_question("猫の名前は何ですか?").about_past


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("Wie heißt meine Nichte?", "Meine Nichte malt gern."),
        ("¿Cómo se llama mi nieta?", "Mi nieta estudia en Burgos."),
        ("Comment s'appelle mon gendre ?", "Mon gendre répare des horloges."),
        ("孫の名前は何ですか?", "孫は絵が上手です。"),
        ("大西さんの仕事は何ですか?", "大西さんと釣りに行った。"),
        ("Wann beginnt mein Kurs?", "Mein Kurs ist anstrengend."),
        ("Quel âge a mon gendre ?", "Mon gendre répare des horloges."),
    ],
)
def test_what_was_never_told_is_not_answered(question: str, said: str) -> None:
    assert told(question, [said]) == []


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("Wie heißen meine Kinder?", "Mein Sohn Till geht zur Schule."),
        ("Comment s'appellent mes enfants ?", "Ma fille Agathe fait du cheval."),
        ("¿Qué mascotas tengo?", "Tengo una gata que se llama Bola."),
        ("Wie viele Gäste hat unser Fest?", "Zu unserem Fest kommen vierzig Leute."),
        ("Was für eine Küche habe ich?", "Ich habe eine winzige Einbauküche."),
        ("Wie heißt meine Nichte?", "Ich habe eine Nichte, die Svea."),
        ("¿Cuántas horas nado?", "Nado dos horas cada tarde."),
        ("何を飼っていますか?", "うちには金魚がいます。"),
    ],
)
def test_what_was_told_in_a_narrower_or_a_wider_word_is_answered(question: str, said: str) -> None:
    assert told(question, [said])[:1] == [said]


@pytest.mark.parametrize(
    ("text", "code"), [("J'aime le raisin noir.", "fr"), ("Desayuno siempre tostadas.", "es"), ("C'mon, try it.", "en")]
)
def test_a_short_text_is_of_its_language(text: str, code: str) -> None:
    assert tokens.language(text) == code
