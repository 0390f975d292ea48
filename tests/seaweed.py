"""A real S3 server for the tests: the one inside a wheel, in memory, on ports of its own."""

from __future__ import annotations

import json
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from obstore.exceptions import BaseError
from obstore.store import S3Store

from showbible.settings import Settings
from showbible.vocabulary import new_id

KEYS: Mapping[str, str] = {"access_key_id": "studio", "secret_access_key": "of-the-studio", "region": "us-east-1"}
BUCKET = "films"
_DOORS = [f"{part}.port{kind}" for part in ("master", "volume", "filer", "s3") for kind in ("", ".grpc")]


@dataclass(frozen=True)
class S3Server:
    """A running server with one bucket; each test takes a prefix of its own in it."""

    endpoint: str

    @classmethod
    @contextmanager
    def started(cls) -> Iterator[S3Server]:
        """A new server, gone without a trace afterwards."""
        memory = Path("/dev/shm")
        folder = Path(tempfile.mkdtemp(prefix="showbible-s3-", dir=memory if memory.is_dir() else None))
        try:
            # Between our looking for free ports and its taking them another program may be quicker.
            for attempt in range(3):
                process, endpoint = _launched(folder / str(attempt))
                if _keeps_files(endpoint, process):
                    break
            else:
                raise AssertionError("The S3 server does not start.")
            yield cls(endpoint)
        finally:
            process.kill()
            process.wait(timeout=30)
            shutil.rmtree(folder, ignore_errors=True)

    def settings(self, studio: Settings, environment: pytest.MonkeyPatch) -> Settings:
        """The same studio with its files in the bucket; the keys are where a user has them."""
        for name, value in KEYS.items():
            environment.setenv(f"AWS_{name.upper()}", value)
        return replace(studio, stores=self.address(), s3_endpoint=self.endpoint)

    def address(self) -> str:
        """A place in the bucket that nobody else uses."""
        return f"s3://{BUCKET}/{new_id()}"


def _launched(folder: Path) -> tuple[subprocess.Popen[bytes], str]:
    (folder / "data").mkdir(parents=True)
    ports = _free_ports()
    with (folder / "log").open("wb") as log:
        process = subprocess.Popen(_command(folder, ports), stdout=log, stderr=log)
    return process, f"http://127.0.0.1:{ports['s3.port']}"


def _command(folder: Path, ports: Mapping[str, int]) -> list[str]:
    keys = {"accessKey": KEYS["access_key_id"], "secretKey": KEYS["secret_access_key"]}
    who = {"name": "studio", "credentials": [keys], "actions": ["Admin", "Read", "Write", "List", "Tagging"]}
    (folder / "keys.json").write_text(json.dumps({"identities": [who]}))
    here = {"ip": "127.0.0.1", "ip.bind": "127.0.0.1", "dir": folder / "data", "s3.config": folder / "keys.json"}
    small = {"volume.max": 100, "volume.minFreeSpace": 0, "master.volumeSizeLimitMB": 64, "volume.preStopSeconds": 0}
    quick = {"master.electionTimeout": "1s", "master.heartbeatInterval": "100ms"}
    without = {"s3.port.iceberg": 0, "s3.port.lance": 0}
    flags = [f"-{name}={value}" for name, value in {**here, **small, **quick, **ports, **without}.items()]
    return [str(Path(sys.executable).parent / "weed"), "-logtostderr", "server", "-filer", "-s3", *flags]


def _free_ports() -> dict[str, int]:
    with ExitStack() as held:
        return {name: held.enter_context(socket.create_server(("127.0.0.1", 0))).getsockname()[1] for name in _DOORS}


def _keeps_files(endpoint: str, process: subprocess.Popen[bytes]) -> bool:
    """Wait until the server keeps files, which is some time after its port is open; not so when it has ended."""
    deadline = time.monotonic() + 60
    config: Any = {**KEYS, "endpoint": endpoint}
    impatient: Any = {"max_retries": 0, "retry_timeout": timedelta(seconds=1)}
    store = S3Store(BUCKET, config=config, client_options={"allow_http": True}, retry_config=impatient)
    while process.poll() is None:
        try:
            store.put("first", b"x")
            return True
        except BaseError:
            if time.monotonic() > deadline:
                raise
            time.sleep(0.05)
    return False
