"""Full text: what is found, what is not, and that nothing breaks it."""

from __future__ import annotations

import pytest

from showbible.errors import Damaged, Invalid
from showbible.storage import search
from showbible.storage.database import Database
from showbible.storage.search import Index, SearchEntry
from showbible.storage.terms import asked, indexed
from showbible.storage.text_index import SearchStep, Spread, planned

SHELF = Index(name="shelf")


@pytest.fixture
def shelf(db: Database) -> Database:
    """A database with an empty index."""
    with db.transaction(), db.connection() as connection:
        search.create(connection, SHELF)
    return db


def _put(db: Database, *texts: str, scope: str = "story") -> None:
    """Rows called by their number, the text in class a."""
    with db.transaction():
        search.put_many(db, SHELF, (SearchEntry(scope=scope, item_id=str(at), a=text) for at, text in enumerate(texts)))


def _found(db: Database, query: str, *, scope: str = "story", budget: int | None = None, limit: int = 20) -> list[str]:
    return [hit.item_id for hit in search.find(db, SHELF, query, scope=scope, budget=budget, limit=limit)]


def test_the_row_with_most_of_a_sentence_comes_first(shelf: Database) -> None:
    _put(shelf, "a city at night", "a whale breaching at dusk", "a whale asleep", "dusk over the hills", "rain")

    found = _found(shelf, "Show me the whales that breach at dusk, please!")

    assert found[0] == "1"
    assert sorted(found) == ["1", "2", "3"]


def test_a_hit_names_the_words_it_holds(shelf: Database) -> None:
    _put(shelf, "a whale asleep", "rain")

    (hit,) = search.find(shelf, SHELF, "sleeping whales asleep", scope="story")

    assert (hit.item_id, hit.terms, hit.score > 0) == ("0", ("whales", "asleep"), True)


def test_a_word_counts_more_in_a_heavier_class(shelf: Database) -> None:
    with shelf.transaction():
        search.put(shelf, SHELF, scope="story", item_id="light", d="whale song")
        search.put(shelf, SHELF, scope="story", item_id="heavy", a="whale song")
        search.put(shelf, SHELF, scope="story", item_id="middle", c="whale song")
        search.put(shelf, SHELF, scope="story", item_id="none", a="rain")

    assert _found(shelf, "whale") == ["heavy", "middle", "light"]


def test_a_rare_word_counts_more_than_a_common_one(shelf: Database) -> None:
    _put(shelf, "sea boat", "sea cliff", "sea gull", "lighthouse rock", "rain", "snow", "fog")

    assert _found(shelf, "sea lighthouse")[0] == "3"


@pytest.mark.parametrize(
    ("text", "query"),
    [
        ("在黄昏跃出海面的鲸鱼", "黄昏的海"),
        ("黒い猫が走る", "猫"),
        ("カメラがゆっくり動く", "ゆっくり"),
        ("고래가 뛰어오른다", "고래"),
        ("ภาษาไทย", "ไทย"),
        ("Crème brûlée", "creme BRULEE"),
        ("أَهْلًا وَسَهْلًا", "اهلا"),
        ("party 🎉 tonight", "🎉"),
        ("don't look up", "dont"),
        ("the multi-agent studio", "multi agent"),
        ("we are who we are", "who are we"),
    ],
)
def test_any_language_finds(shelf: Database, text: str, query: str) -> None:
    _put(shelf, "雨の夜に歩く", "밤의 도시", "something else", text)

    assert _found(shelf, query) == ["3"]


@pytest.mark.parametrize(
    "query",
    [
        'whale"',
        '"whale',
        "whale*",
        "NEAR(whale",
        "whale AND",
        "NOT whale",
        "a:whale",
        "{a b} : whale",
        "^whale",
        "whale + ",
        "-whale",
        "100% whale_",
        "'; DROP TABLE shelf_search; -- whale",
        "whale & | ! <-> :*",
        "\\whale\\",
        "whale\x00",
        "\ud800 whale \udfff",
        "\u202ewhale\u202c",
        "🐳🏴‍☠️ whale",
        ":scope whale %(scope)s",
        "whale " * 100_000,
    ],
)
def test_no_input_is_syntax(shelf: Database, query: str) -> None:
    _put(shelf, "a whale", "rain")

    assert _found(shelf, query) == ["0"]


@pytest.mark.parametrize("query", ["", "   ", "!?*\"'", "\x00", "\ue000", "\ud800"])
def test_a_query_without_words_finds_nothing(shelf: Database, query: str) -> None:
    _put(shelf, "a whale")

    assert _found(shelf, query) == []


def test_both_databases_find_exactly_the_rows_that_share_a_stem(shelf: Database) -> None:
    texts = [
        "Running runners ran",
        "naïve café",
        "x264 1ed 2ing",
        "universities",
        "鲸鱼 whale",
        "ⅷ ½ ﬀ",
        "кафеs ing",
        "日々",
    ]
    _put(shelf, *texts)

    for query in [*texts, "run cafe", "鯨", "日", "8", "ed ing s", "ff"]:
        stems = {term.stem for term in asked(query)}
        expected = [str(at) for at, text in enumerate(texts) if stems & set(indexed(text).split())]
        assert sorted(_found(shelf, query)) == expected, query


def test_a_scope_is_a_wall(shelf: Database) -> None:
    _put(shelf, "a whale", scope="ours")
    _put(shelf, "a whale", "two whales", scope="theirs")

    found = _found(shelf, "whale", scope="ours"), _found(shelf, "whale", scope="nobody's")

    assert found == (["0"], [])


def test_a_scope_that_is_known_to_be_small_is_searched_alike_without_counting(shelf: Database) -> None:
    _put(shelf, "a lamp", "the harbour lamp", "rain at the harbour", "snow", scope="ours")
    _put(shelf, *["harbour lamp"] * 9, scope="theirs")

    counted, uncounted = (
        search.nominated(shelf, SHELF, "harbour lamp", scope="ours", at_most=most) for most in (None, 4)
    )

    assert uncounted == counted
    assert len(counted) == 3


def test_a_scope_that_is_alone_is_searched_and_counted_as_beside_others(shelf: Database) -> None:
    _put(shelf, "a lamp", "the harbour lamp", "rain at the harbour", "snow", scope="ours")

    def found() -> object:
        survey = search.survey(shelf, SHELF, ["lamp"], scope="ours", budget=100, at_most=4)
        rows = search.nominated(shelf, SHELF, "harbour lamp", scope="ours", at_most=4)
        strange = search.nominated(shelf, SHELF, "harbour lamp", scope="nobody's", at_most=4)
        return survey.rows, survey.stem_rows, [row.item_id for row in rows], strange

    alone = found()
    _put(shelf, "a whale", scope="theirs")

    assert alone == found() == (4, {"lamp": 2}, ["1", "0", "2"], [])


def test_a_survey_counts_the_rows_of_one_scope(shelf: Database) -> None:
    _put(shelf, "a whale", "a whale at dusk", "rain")
    _put(shelf, "a whale", scope="other")

    spread = search.survey(shelf, SHELF, ["whale", "dusk", "snow"], scope="story", budget=1000)

    counted = {stem: int(spread.stem_rows.get(stem, 0)) for stem in ("whale", "dusk", "snow")}
    assert (spread.rows, counted) == (3, {"whale": 2, "dusk": 1, "snow": 0})


def test_another_scope_cannot_crowd_a_scope_out(shelf: Database) -> None:
    _put(shelf, "sea sky", "sea", "sky", scope="ours")
    _put(shelf, *["sea sky"] * 40, scope="theirs")

    assert _found(shelf, "sea sky", scope="ours", budget=4) == ["0", "2", "1"]


def test_a_changed_row_is_found_by_its_new_words_only(shelf: Database) -> None:
    _put(shelf, "a whale", "rain")
    _put(shelf, "a dolphin", "rain")

    assert (_found(shelf, "whale"), _found(shelf, "dolphin")) == ([], ["0"])


def test_a_removed_row_is_gone(shelf: Database) -> None:
    _put(shelf, "a whale", "two whales", "three whales")

    with shelf.transaction():
        search.remove(shelf, SHELF, scope="story", item_id="0")
        shelf.run("DELETE FROM shelf_search WHERE item_id = '1'")

    assert _found(shelf, "whale") == ["2"]
    search.check(shelf, SHELF)


def test_a_fact_that_was_not_saved_is_not_found(shelf: Database) -> None:
    with pytest.raises(ZeroDivisionError), shelf.transaction():
        search.put(shelf, SHELF, scope="story", item_id="0", a="a whale")
        found_inside = _found(shelf, "whale")
        1 / 0  # noqa: B018

    assert (found_inside, _found(shelf, "whale")) == (["0"], [])


def test_the_longest_texts_can_be_found(shelf: Database) -> None:
    letters = "".join(chr(0x4E00 + place % 20_000) for place in range(0, 400_000, 7))

    with shelf.transaction():
        search.put(shelf, SHELF, scope="story", item_id="0", a=letters, b=letters[::-1], c="lighthouse " * 50_000)

    assert _found(shelf, "lighthouse") == ["0"]


def test_a_damaged_index_is_noticed_and_rebuilt(shelf: Database) -> None:
    _put(shelf, "a whale", "rain")
    _damage(shelf)

    with pytest.raises(Damaged, match="Rebuild it"):
        search.check(shelf, SHELF)
    with shelf.transaction():
        search.rebuild(shelf, SHELF)

    search.check(shelf, SHELF)
    assert _found(shelf, "dolphin") == ["0"]


def _damage(db: Database) -> None:
    """Change a row behind the back of its index."""
    change = "UPDATE shelf_search SET a = 'dolphin' WHERE item_id = '0'"
    with db.transaction():
        if db.rules.name == "sqlite":
            db.run("DROP TRIGGER shelf_search_changed")
            db.run(change)
            return
        made = db.value("SELECT pg_get_functiondef('showbible_words'::regproc)")
        db.run(
            "CREATE OR REPLACE FUNCTION showbible_words(prepared TEXT) RETURNS TSVECTOR "
            "LANGUAGE SQL IMMUTABLE RETURN CAST('' AS TSVECTOR)"
        )
        db.run(change)
        db.run(made)


def test_a_rare_word_leads_when_the_budget_is_short(shelf: Database) -> None:
    _put(shelf, "old lighthouse by the sea", *["the sea"] * 30)

    assert _found(shelf, "lighthouse sea", budget=6, limit=3) == ["0", "30", "29"]


def test_an_old_row_with_all_common_words_is_found_on_a_short_budget(shelf: Database) -> None:
    _put(shelf, "sea and sky", *["sea", "sky"] * 15)

    assert _found(shelf, "sky sea", budget=4, limit=1) == ["0"]


def test_sixty_four_common_words_can_be_asked_at_once(shelf: Database) -> None:
    words = [f"n{number}" for number in range(64)]
    _put(shelf, *[" ".join(words[1:])] * 20, words[0])

    assert _found(shelf, " ".join(words), budget=4, limit=2)[0] == "20"


def test_a_search_within_the_budget_is_one_exact_step() -> None:
    spread = Spread(rows=1000, scope_rows=900, stem_rows={"sea": 60, "sky": 40, "unicorn": 0})

    assert planned(spread, budget=100) == (SearchStep(stems=("sky", "sea")),)


def test_a_small_scope_is_searched_exactly_however_common_the_words() -> None:
    spread = Spread(rows=1_000_000, scope_rows=50, stem_rows={"sea": 600_000, "sky": 400_000})

    assert planned(spread, budget=100) == (SearchStep(stems=("sky", "sea")),)


def test_beyond_the_budget_rare_words_lead_and_common_ones_follow() -> None:
    spread = Spread(rows=1000, scope_rows=900, stem_rows={"sea": 600, "whale": 30, "sky": 400, "dusk": 10})

    assert planned(spread, budget=100) == (
        SearchStep(stems=("dusk", "whale"), also=("sky", "sea")),
        SearchStep(stems=("sky", "sea"), every=True),
        SearchStep(stems=("sky", "sea"), newest=True),
    )


def test_an_index_name_cannot_carry_sql() -> None:
    with pytest.raises(Invalid, match="cannot name an index"):
        Index(name="shelf; DROP TABLE runs")
