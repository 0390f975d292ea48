"""`/analytics`: figures by week and by choice, their sentences and their files."""

from __future__ import annotations

import csv
import io
import re
from datetime import UTC, datetime, timedelta

import pytest

from showbible.bible import Bible
from showbible.lessons.model import ProviderLearning
from showbible.lessons.recall import trends
from showbible.lessons.recall.trends import Share, Sums, TimeStretch
from showbible.runs.model import EditStyle, Status, Tier
from showbible.web.pages.analytics.page import AnalyticsFilter, AnalyticsPage, figures_for
from tests.builders import MONDAY
from tests.web.conftest import Caller
from tests.web.pages.test_memory import taught

TODAY = MONDAY.date()
WEEK = timedelta(days=7)


def figures(visit: Caller, address: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(visit("GET", address).text)))


def test_weeks_sum_what_ended_in_them_and_leave_no_gap(any_bible: Bible) -> None:
    taught(any_bible, "r1", at=MONDAY, score=70, cost=2_000_000, duration=10.0)
    taught(any_bible, "r2", at=MONDAY + timedelta(days=6), score=None, cost=1_000_000, duration=20.0)
    taught(any_bible, "r3", at=MONDAY + 2 * WEEK, status=Status.FAILED, score=None, cost=500_000, duration=9.0)
    any_bible.lessons.rate("r1", 4)

    found = trends.weeks(any_bible.db, TimeStretch())

    first = Sums(completed=2, spent=3_000_000, scored=1, points=70.0, rated=1, stars=4, film_cost=3_000_000)
    assert [(week.monday - TODAY) // WEEK for week in found] == [0, 1, 2]
    assert [week.sums for week in found] == [
        Sums(**{**vars(first), "film_seconds": 30.0}),
        Sums(),
        Sums(failed=1, spent=500_000),
    ]


def test_a_run_goes_well_when_it_completes_and_is_judged_well(any_bible: Bible) -> None:
    taught(any_bible, "r1", score=80)
    taught(any_bible, "r2", score=60)
    taught(any_bible, "r3", score=60)
    taught(any_bible, "r4", score=None, status=Status.FAILED)
    taught(any_bible, "r5", score=None)
    any_bible.lessons.rate("r3", 5)

    found = [each for each in trends.shares(any_bible.db, TimeStretch(), threshold=75) if each.choice == "tier"]

    assert found == [Share(choice="tier", value="animated", runs=4, good=2, spent=8_000_000)]


def test_figures_keep_to_their_stretch_and_story(any_bible: Bible) -> None:
    taught(any_bible, "r1", at=MONDAY - WEEK)
    taught(any_bible, "r2", at=MONDAY)
    taught(any_bible, "r3", at=MONDAY + timedelta(hours=14), project_id="owls")

    wishes = (
        AnalyticsFilter(since="2026-11-16", until="2026-11-16"),
        AnalyticsFilter(story="owls"),
        AnalyticsFilter(until="2026-11-15"),
    )

    assert [[week.sums.runs for week in figures_for(any_bible, wish).weeks] for wish in wishes] == [[2], [1], [1]]


def test_the_page_concludes_in_one_sentence(any_bible: Bible) -> None:
    for n, score in enumerate((60, 60, 80, 90)):
        taught(any_bible, f"r{n}", at=MONDAY + n * WEEK, score=score, cost=(4 - n) * 1_000_000)

    sentence = figures_for(any_bible, AnalyticsFilter()).conclusion

    assert sentence == (
        "Quality rose by 25 points to 85 while a run costs $2.00 less than before; "
        "animated films (2 of 4) and safe edits (2 of 4) go well most often."
    )


def test_an_empty_studio_has_no_figures_and_no_zeros(visit_any: Caller) -> None:
    page = visit_any("GET", "/analytics").text

    assert "Nothing to count yet" in page and "$0" not in page


def test_what_nobody_knows_is_a_dash(visit_any: Caller, any_bible: Bible) -> None:
    taught(any_bible, "r1", score=None, duration=0.0, status=Status.CANCELLED)

    page = visit_any("GET", "/analytics").text

    assert re.findall(r'class="tile-value">([^<]+)<', page) == ["$2.00", "–", "–", "–"]


def test_an_empty_stretch_says_so(visit_any: Caller, any_bible: Bible) -> None:
    taught(any_bible, "r1")

    assert "No run ended in this stretch" in visit_any("GET", "/analytics?from=2001-01-01&to=2001-02-01").text


@pytest.mark.parametrize("query", ["from=yesterday", "to=2026-13-01", "story=.."])
@pytest.mark.parametrize("path", ["/analytics", "/analytics/spend.csv"])
def test_a_wrong_filter_is_refused(visit_any: Caller, path: str, query: str) -> None:
    assert visit_any("GET", f"{path}?{query}").status_code == 422


def test_a_file_holds_the_figures_of_its_chart(visit_any: Caller, any_bible: Bible) -> None:
    taught(any_bible, "r1", at=MONDAY, score=70, cost=2_500_000)
    taught(any_bible, "r2", at=MONDAY + WEEK, score=None, tier=Tier.MOTION_GRAPHICS, edit_style=EditStyle.CREATIVE)

    weeks = figures(visit_any, "/analytics/quality.csv")
    one = figures(visit_any, "/analytics/quality.csv?to=2026-11-20")

    assert [(row["week"], row["avg_score"], row["spent"]) for row in weeks] == [
        ("2026-11-16", "70.0", "2.5"),
        ("2026-11-23", "", "2.0"),
    ]
    assert one == weeks[:1]


def test_providers_are_counted_by_what_runs_showed(visit_any: Caller, any_bible: Bible) -> None:
    for success in (True, True, False):
        any_bible.lessons.learn_of_provider(
            ProviderLearning(provider="lumen", run_id=None, made_by="person", at=MONDAY, overall_success=success)
        )

    assert figures(visit_any, "/analytics/providers.csv") == [
        {
            "provider": "lumen",
            "runs": "3",
            "went_well": "2",
            "success_rate": "0.6666666666666666",
            "avg_adherence": "",
            "avg_quality": "",
        }
    ]


def test_no_cell_of_a_file_is_a_formula(visit_any: Caller, any_bible: Bible) -> None:
    taught(any_bible, "r1", mood="=1+1", score=90)

    assert [row["mood"] for row in figures(visit_any, "/analytics/mood.csv")] == ["'=1+1"]


def test_an_unknown_figure_is_not_found(visit_any: Caller) -> None:
    assert visit_any("GET", "/analytics/poems.csv").status_code == 404


def test_every_chart_has_its_table_and_its_file(visit_any: Caller, any_bible: Bible) -> None:
    taught(any_bible, "r1", mood="<b>")

    page = visit_any("GET", "/analytics?from=2026-01-01").text

    assert page.count("Show as table") == 4
    assert page.count(".csv?from=2026-01-01") == 4 + 4
    assert "<b>" not in page.split("<main")[1]


def test_presets_start_on_mondays(any_bible: Bible) -> None:
    page = AnalyticsPage(any_bible, AnalyticsFilter())
    page.now = datetime(2026, 11, 18, tzinfo=UTC)

    assert page.presets[0] == ("/analytics?from=2026-10-26", "4 weeks", None)
