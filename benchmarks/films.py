"""Films on one clock: how far apart two pilots play, sampled at every frame for six seconds while news come in."""

from __future__ import annotations

import sys
import tempfile
import threading
from pathlib import Path
from statistics import median, quantiles
from typing import Any

from playwright.sync_api import Page, sync_playwright

from showbible.bible import Bible
from showbible.settings import Settings
from tests.browser.conftest import ARGUMENTS, CHROMIUM, serving
from tests.browser.productions import Size, lighthouse

SECONDS = 6.0
FRAME_MS = 1000 / 24

# Only frames in which both screens play the same scene can be compared.
SAMPLE = """
seconds => new Promise((done) => {
  const apart = [], end = performance.now() + seconds * 1000;
  const front = (figure) => figure.querySelector("video:not([data-idle])");
  const look = () => {
    const [one, other] = [...document.querySelectorAll(".screen")].map(front);
    const scene = (film) => film.src.match(/-(\\d+)\\.mp4/)?.[1];
    const together = scene(one) === scene(other) && !one.paused && !other.paused && one.readyState > 2 && other.readyState > 2;
    if (together) apart.push({ scene: scene(one), at: one.currentTime, apart: Math.abs(one.currentTime - other.currentTime) * 1000 });
    performance.now() < end ? requestAnimationFrame(look) : done(apart);
  };
  requestAnimationFrame(look);
})
"""  # noqa: E501


def sampled(page: Page, address: str) -> list[dict[str, Any]]:
    """The scene, the moment in it, and the distance in milliseconds, of each frame."""
    page.goto(f"{address}/runs/keeper")
    page.get_by_role("button", name="Play").click()
    page.wait_for_timeout(1000)
    return list(page.evaluate(SAMPLE, SECONDS))


def telling(bible: Bible, over: threading.Event) -> None:
    """Keep the page busy: two reports a second."""
    while not over.wait(0.5):
        bible.runs.report("keeper", "video", "running", progress=50)


def measured(home: Path) -> list[dict[str, Any]]:
    """What was seen in a browser of its own, with news coming in."""
    with Bible(Settings(home=home, disk_floor_mb=0, workers=0)) as bible, serving(bible) as address:
        lighthouse(bible, size=Size(width=320, height=180), takes=(3, 3))
        over = threading.Event()
        news = threading.Thread(target=telling, args=(bible, over))
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
            news.start()
            found = sampled(browser.new_page(), address)
            over.set()
            news.join()
            browser.close()
    return found


def main(arguments: list[str]) -> None:
    """`python -m benchmarks.films`."""
    with tempfile.TemporaryDirectory() as folder:
        found = measured(Path(folder) / "studio")
    apart = [float(each["apart"]) for each in found]
    played = {(each["scene"], each["at"]) for each in found}
    worst = quantiles(apart, n=20)[-1]
    print(f"{len(played)} frames of {len({scene for scene, _ in played})} scenes")
    print(f"median {median(apart):.1f} ms, p95 {worst:.1f} ms, most {max(apart):.1f} ms apart")
    print(f"one frame is {FRAME_MS:.1f} ms: {'kept' if worst <= 42 else 'missed'}")


if __name__ == "__main__":
    main(sys.argv[1:])
