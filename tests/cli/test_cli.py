"""The command line: what it prints, and how it ends."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
import time
from pathlib import Path

import pytest

from showbible.bible import Bible
from showbible.jobs import queue, timekeeping
from showbible.jobs.queue import JobState
from showbible.llm.embeddings import choosing
from showbible.settings import Settings
from showbible.storage import migrate
from showbible.storage.workspace import Workspace
from tests.builders import a_project
from tests.clocks import Wall
from tests.processes import served, showbible
from tests.storage import older
from tests.storage.test_pictures import png
from tests.tiny_gguf import tiny_model

PROGRAM = Path(sys.executable).with_name("showbible")


def _studio(tmp_path: Path) -> Path:
    home = tmp_path / "studio"
    with Bible(Settings(home=home, disk_floor_mb=0)) as bible:
        run = bible.runs.start("A lighthouse keeper", budget=5, run_id="r1", total_scenes=2)
        bible.runs.add_pilot(run.id, "a", tier="animated", budget=2)
        bible.runs.deliver(run.id, "video", "a.mp4", scene_id="s1", pilot_id="a", cost="0.38")
        bible.runs.error(run.id, "The \x1b[31mprovider timed out.")
    return home


def _is_one_sentence(ended: subprocess.CompletedProcess[str]) -> bool:
    lines = ended.stderr.strip().splitlines()
    return len(lines) == 1 and lines[0].startswith("showbible: ") and "Traceback" not in ended.stderr


def test_runs_list_shows_a_table(tmp_path: Path) -> None:
    ended = showbible("runs", "list", "--home", _studio(tmp_path))

    assert ended.returncode == 0
    assert "r1" in ended.stdout and "$0.38" in ended.stdout and "A lighthouse keeper" in ended.stdout


def test_runs_list_as_json_is_what_the_api_answers(tmp_path: Path) -> None:
    listed = json.loads(showbible("runs", "list", "--json", "--home", _studio(tmp_path)).stdout)

    assert (listed["total"], listed["runs"][0]["run_id"], listed["runs"][0]["budget_spent"]) == (1, "r1", 0.38)


def test_runs_are_listed_and_shown_with_their_tags(tmp_path: Path) -> None:
    home = _studio(tmp_path)
    with Bible(Settings(home=home, disk_floor_mb=0)) as bible:
        bible.runs.tag("r1", ["festival"])

    other = json.loads(showbible("runs", "list", "--json", "--tag", "other", "--home", home).stdout)
    found = json.loads(showbible("runs", "list", "--json", "--tag", "Festival", "--home", home).stdout)

    assert (other["total"], found["runs"][0]["tags"]) == (0, ["festival"])
    assert "  tagged festival\n" in showbible("runs", "show", "r1", "--home", home).stdout


def test_runs_show_tells_the_story_of_a_run_and_steers_no_terminal(tmp_path: Path) -> None:
    ended = showbible("runs", "show", "r1", "--home", _studio(tmp_path))

    assert "pilot a: animated" in ended.stdout and "error: The " in ended.stdout
    assert "\x1b" not in ended.stdout


def test_runs_show_as_json_is_what_the_api_answers(tmp_path: Path) -> None:
    shown = json.loads(showbible("runs", "show", "r1", "--json", "--home", _studio(tmp_path)).stdout)

    assert shown["budget"] == {"total": 5.0, "spent": 0.38, "remaining": 4.62}


def test_an_empty_studio_says_so(tmp_path: Path) -> None:
    assert showbible("runs", "list", "--home", tmp_path / "new").stdout == "No runs.\n"


def test_a_watched_run_is_followed_to_its_end(tmp_path: Path) -> None:
    home = _studio(tmp_path)
    command = [str(PROGRAM), "runs", "show", "r1", "--watch", "--json", "--home", str(home)]
    watching = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    assert watching.stdout is not None
    watching.stdout.readline()

    with Bible(Settings(home=home, disk_floor_mb=0)) as bible:
        bible.runs.enter("r1", "editing")
        bible.runs.finish("r1")
    rest = [json.loads(line)["type"] for line in watching.communicate(timeout=60)[0].splitlines()]

    assert (rest[-1], watching.returncode) == ("complete", 0)


def test_the_command_line_works_while_a_server_runs_on_the_same_folder(tmp_path: Path) -> None:
    home = _studio(tmp_path)

    with served(home):
        ended = showbible("runs", "list", "--home", home)

    assert "r1" in ended.stdout


def test_an_unknown_run_is_a_failure_in_one_sentence(tmp_path: Path) -> None:
    ended = showbible("runs", "show", "nope", "--home", _studio(tmp_path))

    assert (ended.returncode, ended.stderr) == (1, "showbible: There is no run 'nope'.\n")


@pytest.mark.parametrize(
    "words",
    [["runs", "list", "--limit", "0"], ["runs", "list", "--sort", "colour"], ["fly"], ["runs", "list", "--nope"]],
)
def test_wrong_words_are_a_usage_error(tmp_path: Path, words: list[str]) -> None:
    ended = showbible(*words, SHOWBIBLE_HOME=str(tmp_path / "studio"))

    assert (ended.returncode, "Traceback" in ended.stderr) == (2, False)


def test_migrate_and_doctor_are_content_with_a_new_folder(tmp_path: Path) -> None:
    home = tmp_path / "studio"

    assert showbible("migrate", "--home", home).returncode == 0
    findings = json.loads(showbible("doctor", "--json", "--home", home).stdout)

    assert {finding["name"] for finding in findings} >= {"showbible", "database", "sqlite", "free disk", "jobs"}
    assert f"scenes and talk by {choosing.reader()}" in [finding["value"] for finding in findings]


def test_doctor_tells_of_a_lost_project_and_of_a_folder_that_others_can_read(tmp_path: Path) -> None:
    home = _with_a_lost_project(tmp_path)
    home.chmod(0o755)

    ended = showbible("doctor", "--json", "--home", home)

    advice = {finding["name"]: finding["advice"] for finding in json.loads(ended.stdout)}
    assert ended.returncode == 1
    assert advice["data folder"] == f"Other users of this machine may look into it: chmod 700 {home}"
    assert "'lost' is missing or empty" in advice["projects"]


def test_migrate_goes_on_after_a_lost_project_and_says_which_it_is(tmp_path: Path) -> None:
    ended = showbible("migrate", "--home", _with_a_lost_project(tmp_path))

    assert ended.returncode == 1
    assert "'lost' is missing or empty" in ended.stderr and "'sound'" not in ended.stderr


def _with_a_lost_project(tmp_path: Path) -> Path:
    opened = Workspace(Settings(home=tmp_path / "studio", disk_floor_mb=0))
    for name in ("lost", "sound"):
        a_project(opened, name)
    opened.close()
    (opened.home / "projects" / "lost" / "memory.db").unlink()
    return opened.home


def test_migrate_can_be_asked_what_it_would_do(tmp_path: Path) -> None:
    settings = older.in_files(tmp_path / "studio")
    before = (settings.home / "workspace.db").read_bytes()

    asked = showbible("migrate", "--check", "--home", settings.home)
    unchanged = (settings.home / "workspace.db").read_bytes() == before
    showbible("migrate", "--home", settings.home)
    again = showbible("migrate", "--check", "--home", settings.home)

    assert (asked.returncode, "would get" in asked.stdout, unchanged) == (78, True, True)
    assert (again.returncode, again.stdout) == (0, "Every database is up to date.\n")


def test_doctor_tells_of_files_that_are_gone(tmp_path: Path) -> None:
    home = tmp_path / "studio"
    with Bible(Settings(home=home, disk_floor_mb=0)) as bible:
        bible.projects.create("whales")
        asset = bible.assets("whales").upload("image", [png(2, 2)])
    kept = showbible("doctor", "--json", "--home", home)
    (home / "stores" / asset.path).unlink()

    ended = showbible("doctor", "--json", "--home", home)

    found = [
        next(each for each in json.loads(told.stdout) if each["name"] == "orphans")["advice"] for told in (kept, ended)
    ]
    assert found == [None, f"Restore {asset.path} from a backup, or delete its asset."]


def test_doctor_tells_of_a_doubted_clock_and_takes_a_persons_word(tmp_path: Path) -> None:
    home, wall = tmp_path / "studio", Wall()
    wall.jump(days=-400)
    with Bible(Settings(home=home, disk_floor_mb=0), clock=wall) as bible:
        timekeeping.observe(bible.db, wall)

    doubted = showbible("doctor", "--home", home)
    trusted = showbible("doctor", "--home", home, "--trust-clock")

    assert (doubted.returncode, "days ahead of the time expected" in doubted.stdout) == (1, True)
    assert "days ahead" not in trusted.stdout and "as expected" in trusted.stdout


def test_doctor_tells_which_model_it_loaded_or_why_not(tmp_path: Path) -> None:
    home, model = tmp_path / "studio", tiny_model(tmp_path / "tiny.gguf")

    loaded = showbible("doctor", "--home", home, SHOWBIBLE_MODEL=f"local:{model}", SHOWBIBLE_MODEL_CONTEXT="1024")
    missing = showbible("doctor", "--home", home, SHOWBIBLE_MODEL="local:nothing.gguf")

    assert f"Tiny (llama) from {model}, 0.1 MB, context 1,024 tokens, loaded in " in loaded.stdout
    assert (missing.returncode, "nothing.gguf: there is no such file." in missing.stdout) == (1, True)


# Starts that are refused: one sentence on standard error, the right code, no traceback


def test_a_data_folder_that_is_a_file(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")

    ended = showbible("serve", "--home", tmp_path / "file")

    assert (ended.returncode, _is_one_sentence(ended)) == (78, True)


@pytest.mark.parametrize("home", ["/proc/showbible", "/dev/null/showbible"])
def test_a_data_folder_that_nobody_can_write(home: str) -> None:
    ended = showbible("serve", "--home", home)

    assert (ended.returncode, _is_one_sentence(ended)) == (78, True)


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can mount")
def test_a_data_folder_on_a_read_only_disk(tmp_path: Path) -> None:
    home = tmp_path / "mount"
    home.mkdir()
    if subprocess.run(["mount", "-t", "tmpfs", "-o", "ro", "tmpfs", str(home)], capture_output=True).returncode:
        pytest.skip("this machine does not let us mount")
    try:
        ended = showbible("serve", "--home", home)
    finally:
        subprocess.run(["umount", str(home)], check=True)

    assert (ended.returncode, _is_one_sentence(ended)) == (78, True)


def test_a_full_disk(tmp_path: Path) -> None:
    ended = showbible("serve", "--home", tmp_path / "studio", SHOWBIBLE_DISK_FLOOR_MB="999999999")

    assert (ended.returncode, _is_one_sentence(ended)) == (75, True)


def test_data_of_a_newer_version(tmp_path: Path) -> None:
    home = tmp_path / "studio"
    opened = Workspace(Settings(home=home, disk_floor_mb=0))
    with opened.db.connection() as connection:
        connection.exec_driver_sql(f"PRAGMA user_version = {migrate.head('workspace') + 1}")
    opened.close()

    ended = showbible("serve", "--home", home)

    assert (ended.returncode, _is_one_sentence(ended)) == (78, True)
    assert "Upgrade Showbible" in ended.stderr


def test_projects_without_their_workspace(tmp_path: Path) -> None:
    (_with_a_lost_project(tmp_path) / "workspace.db").unlink()

    ended = showbible("serve", "--home", tmp_path / "studio")

    assert (ended.returncode, _is_one_sentence(ended)) == (78, True)
    assert "workspace.db is missing or empty: restore it from a backup" in ended.stderr


def test_a_damaged_database(tmp_path: Path) -> None:
    (tmp_path / "studio").mkdir()
    (tmp_path / "studio" / "workspace.db").write_bytes(b"\xff\xd8\xff not a database" * 500)

    ended = showbible("serve", "--home", tmp_path / "studio")

    assert (ended.returncode, _is_one_sentence(ended)) == (1, True)


def test_a_port_in_use(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        ended = showbible("serve", "--home", tmp_path / "studio", "--port", taken.getsockname()[1])

    assert (ended.returncode, _is_one_sentence(ended)) == (75, True)


def test_an_address_the_world_can_reach(tmp_path: Path) -> None:
    ended = showbible("serve", "--home", tmp_path / "studio", "--host", "0.0.0.0")

    assert (ended.returncode, _is_one_sentence(ended)) == (78, True)


@pytest.mark.parametrize(
    ("name", "value", "code"),
    [
        ("SHOWBIBLE_PROT", "1", 78),
        ("SHOWBIBLE_PORT", "many", 78),
        ("SHOWBIBLE_PORT", "99999", 78),
        ("SHOWBIBLE_MODEL", "gpt", 78),
        ("SHOWBIBLE_DATABASE", "mysql://x/y", 78),
        ("SHOWBIBLE_DATABASE", "postgresql://", 78),
        ("SHOWBIBLE_DATABASE", "postgresql://nobody@127.0.0.1:1/none", 75),
        ("SHOWBIBLE_STORES", "ftp://bucket", 78),
        ("SHOWBIBLE_S3_ENDPOINT", "http://127.0.0.1:9", 78),
    ],
)
def test_a_setting_that_cannot_be(tmp_path: Path, name: str, value: str, code: int) -> None:
    ended = showbible("serve", SHOWBIBLE_HOME=str(tmp_path / "studio"), **{name: value})

    assert (ended.returncode, _is_one_sentence(ended)) == (code, True)


def test_a_misspelt_setting_is_answered_with_the_right_one(tmp_path: Path) -> None:
    ended = showbible("migrate", SHOWBIBLE_HMOE=str(tmp_path))

    assert "Did you mean SHOWBIBLE_HOME?" in ended.stderr


def test_a_worker_alone_does_the_jobs_and_leaves_when_asked(tmp_path: Path) -> None:
    home = _studio(tmp_path)
    command = [str(PROGRAM), "work", "--home", str(home)]
    with Bible(Settings(home=home, disk_floor_mb=0)) as bible:
        bible.runs.finish("r1")
        with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as working:
            assert working.stdout is not None and "Working" in working.stdout.readline()
            while queue.counts(bible.db)[JobState.QUEUED] or queue.counts(bible.db)[JobState.RUNNING]:
                time.sleep(0.05)
            working.terminate()

        assert working.returncode == 0
        assert [stored.key for stored in bible.blobs.listed("runs")] == ["projects/default/runs/r1/state.json"]
