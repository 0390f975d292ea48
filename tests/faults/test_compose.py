"""What compose.yaml starts: several servers and workers of one studio on PostgreSQL and S3, each of which may die."""

from __future__ import annotations

import re
import signal
import time
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Self

import httpx
import pytest
import yaml
from typer.main import get_command

from showbible.cli.app import app
from showbible.settings import Settings
from tests.postgres import Cluster
from tests.processes import Forked, served, working
from tests.seaweed import KEYS, S3Server

ROOT = Path(__file__).parents[2]
SERVICES: Mapping[str, Any] = yaml.safe_load((ROOT / "compose.yaml").read_text())["services"]
OURS = {name: service for name, service in SERVICES.items() if service["image"] == "showbible"}
ADDRESSES = ("SHOWBIBLE_DATABASE", "SHOWBIBLE_S3_ENDPOINT")
SERVERS = [name for name, service in OURS.items() if service["command"][0] == "serve"]


def test_it_starts_two_servers_and_two_workers_beside_a_database_and_a_home_for_files() -> None:
    commands = {name: service["command"][0] for name, service in OURS.items()}

    assert commands == {"server1": "serve", "server2": "serve", "worker1": "work", "worker2": "work"}
    assert SERVICES.keys() - OURS.keys() == {"postgres", "s3"}


@pytest.mark.parametrize("name", OURS)
def test_every_setting_in_it_is_one_of_ours(name: str) -> None:
    given = {variable: re.sub(r"\$\{.*?}", "word", value) for variable, value in OURS[name]["environment"].items()}

    settings = Settings.read(given)

    assert settings.database == "postgresql://showbible:word@127.0.0.1:5432/showbible"
    assert settings.stores is not None and settings.s3_endpoint is not None


@pytest.mark.parametrize("name", SERVERS)
def test_a_server_is_asked_for_its_health_where_it_serves(name: str) -> None:
    port = OURS[name]["command"][-1]

    assert f"http://127.0.0.1:{port}/readyz" in OURS[name]["healthcheck"]["test"][-1]


@pytest.mark.parametrize("name", OURS)
def test_every_command_in_it_is_one_of_ours(name: str) -> None:
    command, *options = OURS[name]["command"]

    known: Any = get_command(app)

    assert known.commands[command].make_context(command, list(options)).args == []


def test_every_place_in_it_is_there() -> None:
    """The folder of the image, the volumes, and the doors at which the database and the files are asked for."""
    told = yaml.safe_load((ROOT / "compose.yaml").read_text())
    image = (ROOT / "Dockerfile").read_text()
    mounted = {volume.partition(":")[0] for service in SERVICES.values() for volume in service["volumes"]}
    doors = {port.rpartition(":")[0] for service in SERVICES.values() for port in service.get("ports", ())}
    given = {re.findall(r"127[.0-9]+:\d+", OURS[name]["environment"][place])[0] for name in OURS for place in ADDRESSES}

    assert (mounted, given) == (set(told["volumes"]), doors)
    for name in OURS:
        assert OURS[name]["volumes"] == ["studio:/data"] and OURS[name]["environment"]["SHOWBIBLE_HOME"] == "/data"
    assert "VOLUME /data\n" in image and " -m 700 /data\n" in image and 'ENTRYPOINT ["showbible"]\n' in image


def test_what_the_image_is_made_of_is_there_and_reaches_its_making() -> None:
    lines = re.findall(r"^COPY (?!--)(.+) \S+$", (ROOT / "Dockerfile").read_text(), re.MULTILINE)
    parts = {part for line in lines for part in line.split()}
    let_in = {line[1:] for line in (ROOT / ".dockerignore").read_text().splitlines() if line.startswith("!")}

    assert parts == let_in
    assert [part for part in parts if not (ROOT / part).exists()] == []


@dataclass
class Running:
    """The servers and workers of the file as processes, and what they were asked to write."""

    processes: dict[str, Forked] = field(default_factory=dict)
    addresses: dict[str, str] = field(default_factory=dict)
    writes: list[tuple[str, str, Any]] = field(default_factory=list)

    @classmethod
    @contextmanager
    def started(cls, folder: Path, addresses: Mapping[str, str]) -> Iterator[Self]:
        """Start everyone, each in a folder of its own as on a machine of its own; workers do not wait for servers."""
        all_of_them = cls()
        with ExitStack() as held:
            for name in sorted(OURS, reverse=True):
                settings = {**OURS[name]["environment"], **addresses, "SHOWBIBLE_HOME": str(folder / name)}
                if name in SERVERS:
                    served_by = held.enter_context(served(folder / name, **settings))
                    all_of_them.addresses[name], all_of_them.processes[name] = served_by
                else:
                    all_of_them.processes[name] = held.enter_context(working(folder / name, **settings))
            yield all_of_them

    def kill(self, name: str) -> None:
        """End one as a power cut would."""
        self.processes[name].send_signal(signal.SIGKILL)
        self.processes[name].wait()

    def write(self, server: str, method: str, path: str, body: Any) -> Any:
        """Ask a server to write something."""
        self.writes.append((method, path, body))
        return self._send(server, len(self.writes))

    def write_again(self, server: str) -> None:
        """Ask for all of it once more with the same keys, as callers do who had no answer."""
        for number in range(1, len(self.writes) + 1):
            self._send(server, number)

    def _send(self, server: str, number: int) -> Any:
        method, path, body = self.writes[number - 1]
        given: Any = {"content": body} if isinstance(body, bytes) else {"json": body}
        url, key = f"{self.addresses[server]}/api/v1{path}", {"Idempotency-Key": f"write-{number}"}
        return httpx.request(method, url, headers=key, timeout=60, **given).raise_for_status().json()

    def read(self, server: str, path: str) -> httpx.Response:
        """What a server tells."""
        return httpx.get(f"{self.addresses[server]}/api/v1{path}", timeout=60).raise_for_status()


@pytest.fixture
def running(cluster: Cluster, s3: S3Server, tmp_path: Path) -> Iterator[Running]:
    """All of it at once on a database without a table."""
    keys = {f"AWS_{name.upper()}": value for name, value in KEYS.items()}
    files = {"SHOWBIBLE_STORES": s3.address(), "SHOWBIBLE_S3_ENDPOINT": s3.endpoint}
    quick = {"SHOWBIBLE_LEASE_SECONDS": "1", "SHOWBIBLE_DISK_FLOOR_MB": "0"}
    with (
        cluster.empty_database() as database,
        Running.started(tmp_path, {**keys, **files, **quick, "SHOWBIBLE_DATABASE": database}) as started,
    ):
        yield started


def _take(number: int) -> dict[str, object]:
    return {"asset_id": f"take{number}", "asset_type": "video", "path": f"take{number}.mp4", "cost": "0.01"}


def test_when_a_server_and_a_worker_die_the_others_go_on_and_nothing_is_lost_or_twice(running: Running) -> None:
    running.write("server1", "POST", "/projects", {"project_id": "tides"})
    run = {"run_id": "pilot", "project_id": "tides", "concept": "a pier at dusk", "budget": "5"}
    running.write("server2", "POST", "/runs", run)
    running.write("server1", "PUT", "/stores/media/projects/tides/pier", b"a pier at dusk")
    for number, server in enumerate(SERVERS * 2):
        running.write(server, "POST", "/runs/pilot/assets", _take(number))

    running.kill("server1")
    running.kill("worker1")
    running.write("server2", "POST", "/runs/pilot/assets", _take(4))
    running.write_again("server2")
    running.write("server2", "POST", "/runs/pilot/complete", {"status": "completed"})

    _wait_for_jobs(running)
    told = running.read("server2", "/runs/pilot").json()
    takes = running.read("server2", "/runs/pilot/assets").json()["assets"]
    assert [take["asset_id"] for take in takes] == [f"take{number}" for number in range(5)]
    assert (told["status"], told["budget"]["spent"]) == ("completed", 0.05)
    assert running.read("server2", "/stores/media/projects/tides/pier").content == b"a pier at dusk"
    assert running.read("server2", "/jobs?state=failed").json()["total"] == 0


def _wait_for_jobs(running: Running) -> None:
    """Return when the worker that is left has ended every job, those of the dead one, too."""
    deadline = time.monotonic() + 120
    while sum(running.read("server2", f"/jobs?state={state}").json()["total"] for state in ("queued", "running")):
        assert time.monotonic() < deadline, "the jobs do not end"
        time.sleep(0.1)
