"""Looking changes nothing: every address that answers a GET leaves every table of a full studio as it was."""

from __future__ import annotations

import hashlib
import io
from collections.abc import Iterator, Mapping

import pytest
from fastapi.routing import iter_route_contexts
from PIL import Image

from showbible.bible import Bible
from showbible.carrying.requests import Imports
from showbible.conversations.model import HookDraft, Scope
from showbible.lessons.model import ProviderLearning
from showbible.settings import Settings
from showbible.storage.database import Database
from showbible.studio import orchestrator
from showbible.vocabulary import ProjectId, utcnow
from tests.direction.builders import plan, ready, taught
from tests.web.conftest import Caller, calling

NAMED = {
    "{run_id}": "intro",
    "{project_id}": "whales",
    "{asset_id}": "dusk",
    "{scene_id}": "h0",
    "{session_id}": "talk",
    "{exchange_id}": "first",
    "{user_id}": "lena",
    "{character_id}": "emma",
    "{character}": "emma",
    "{provider}": "runway",
    "{store}": "media",
    "{key:path}": "dusk.png",
    "{ending}": "csv",
    "{figure}": "tier",
    "entities/{name}": "entities/Mara",
}
ASKED = (
    "?q=whale&concept=whales&tool=scene_guru&character_id=emma&user_id=lena&user=lena"
    "&ids=intro&ids=second&total=0&value=70"
)


def _asked(way: str) -> str:
    """What is asked there; a plan takes a word for what money is worth, an export has to name its project."""
    if way.endswith("/carrying/export"):
        return f"{ASKED}&project_id=whales"
    return ASKED.replace("value=70", "value=balanced") if way.endswith("/suggest") else ASKED


@pytest.fixture
def full(settings: Settings) -> Iterator[Bible]:
    """A studio where every memory holds something, learned and still to be learned."""
    with Bible(settings) as bible:
        _fill(bible)
        yield bible


def _fill(bible: Bible) -> None:
    story = taught(bible)
    bible.blobs.put("media", "dusk.png", [_picture()])
    for run_id in ("intro", "second"):
        bible.runs.start("Podcast intro about whales", budget="12", project_id="whales", run_id=run_id)
        bible.runs.add_pilot(run_id, "a", tier="animated", budget="2")
        bible.runs.deliver(run_id, "image", "media/dusk.png", asset_id=f"{run_id}-dusk")
        bible.runs.finish(run_id)
        bible.lessons.rate(run_id, 5)
    assets = bible.assets("whales")
    assets.segment("s1", t_start=0, t_end=10, kind="target")
    assets.add("image", "media/dusk.png", asset_id="dusk", prompt="A whale breaching at dusk, watched by Mara")
    assets.tell("Mara", kind="character", state={"coat": "red"}, t_start=0)
    bible.lessons.learn_of_provider(_learning())
    bible.conversations.start("emma", user_id="lena", session_id="talk", episode_id="pilot")
    bible.conversations.say("talk", [("user", "I love whales. I live in Oslo.")], exchange_id="first")
    bible.conversations.add_hook(
        Scope(user_id="lena", character_id="emma"), HookDraft(type="follow_up", content="The whales")
    )
    bible.worker().run_all()
    bible.recall("whales", project="whales", user="lena", character="emma")
    orchestrator.ask(bible, "a whale waits", budget="0.5", scenes=1, project_id="whales")
    # Still to be learned: looking must not be what starts it.
    story.put("h9", ready(plan("a")))


def _picture() -> bytes:
    content = io.BytesIO()
    Image.new("RGB", (16, 9), "navy").save(content, "PNG")
    return content.getvalue()


def _learning() -> ProviderLearning:
    return ProviderLearning(provider="runway", run_id="intro", made_by="person", at=utcnow(), overall_success=True)


def test_no_get_changes_any_table(full: Bible) -> None:
    with calling(full) as caller:
        names = {**_made(full), **NAMED}
        ways = [_address(path, full, names) for path in _gets(caller)]
        before = _tables(full)

        answers = {way: caller("GET", way + _asked(way)).status_code for way in ways if not _streams(way)}
        caller.app.state.closing.set()  # streams say what they have and end
        answers |= {way: caller("GET", way + _asked(way)).status_code for way in ways if _streams(way)}

    assert {way: status for way, status in answers.items() if status >= 400} == {}
    assert [name for name, content in _tables(full).items() if content != before.get(name)] == []


def _gets(caller: Caller) -> list[str]:
    """Every path that answers a GET, but for the files of the pages themselves."""
    routes = iter_route_contexts(caller.app.routes)
    return sorted({route.path for route in routes if route.path and "GET" in (route.methods or ())})


def _streams(way: str) -> bool:
    return way.endswith(("/stream", "/events"))


def _made(bible: Bible) -> dict[str, str]:
    """What stands in the place of a name in a path, of what was given its id when it was made."""
    state_id = bible.assets("whales").states("Mara")[0].state_id
    return {
        "{state_id}": state_id,
        "entities/{item_id}": f"entities/{state_id}",
        "productions/{run_id}": f"productions/{bible.runs.list(status='running').items[0].run_id}",
        "{receipt_id}": bible.recall.receipts().items[0].receipt_id,
        "patterns/{name}": f"patterns/{bible.lessons.patterns().items[0].name}",
    }


def _address(path: str, bible: Bible, names: Mapping[str, str]) -> str:
    made = {}
    if "{upload_id}" in path:
        made["{upload_id}"] = bible.stores.begin_upload("media", "film", size=1).upload_id
    if "{import_id}" in path:
        imports = Imports(bible.resources)
        brought = imports.new_place()
        brought.write_bytes(b"{}")
        made["{import_id}"] = imports.ask("whales", wait=False, brought=brought).import_id
    for name, value in {**made, **names}.items():
        path = path.replace(name, value)
    return path


def _tables(bible: Bible) -> dict[str, str]:
    """The content of every table of every database, as one hash each."""
    databases = {"studio": bible.db, "whales": bible.workspace.project(ProjectId("whales"))}
    return {f"{name}.{table}": _content(db, table) for name, db in databases.items() for table in _names(db)}


def _names(db: Database) -> list[str]:
    """An index of FTS5 is left out by its own name: what it holds lies in tables of its own, which are looked at."""
    if db.rules.name == "sqlite":
        named = "SELECT name FROM sqlite_master WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL%'"
    else:
        named = "SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public'"
    return [row.name for row in db.all(named)]


def _content(db: Database, table: str) -> str:
    rows = sorted(repr(tuple(row)) for row in db.all(f'SELECT * FROM "{table}"'))
    return hashlib.sha256("\n".join(rows).encode()).hexdigest()
