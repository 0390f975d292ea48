// The lanes of a run on the player's clock: zoomed about the playhead, and walked with the keys of an editing desk.
import type { SyncPlayer } from "./sync-player";

const MOST = 16;
const SAME = 0.001;

class SceneTimeline extends HTMLElement {
  #zoom = 1;

  connectedCallback(): void {
    this.addEventListener("click", (event) => {
      const way = (event.target as Element).closest<HTMLElement>("[data-zoom]")?.dataset["zoom"];
      if (way) this.#by(way === "1" ? 2 : 0.5);
    });
    this.addEventListener("wheel", (event) => {
      if (!event.ctrlKey) return;
      event.preventDefault();
      this.#by(event.deltaY < 0 ? 1.25 : 0.8);
    }, { passive: false });
    this.addEventListener("keydown", this.#pressed);
  }

  get #lanes(): HTMLElement | null {
    return this.querySelector(".lanes");
  }

  get #player(): SyncPlayer | null {
    return document.querySelector("sync-player");
  }

  // Where the playhead stands in the window of the lanes.
  get #head(): number {
    return (this.querySelector<HTMLElement>(".playhead")?.offsetLeft ?? 0) - (this.#lanes?.scrollLeft ?? 0);
  }

  // The playhead stays where it is seen; one that is out of sight comes to the middle.
  #by(factor: number): void {
    const lanes = this.#lanes, before = this.#head;
    this.#zoom = Math.min(MOST, Math.max(1, this.#zoom * factor));
    this.style.setProperty("--zoom", String(this.#zoom));
    if (lanes) lanes.scrollLeft += this.#head - (before >= 0 && before <= lanes.clientWidth ? before : lanes.clientWidth / 2);
  }

  #moves: Record<string, () => void> = {
    ArrowLeft: () => this.#player?.step(-1),
    ArrowRight: () => this.#player?.step(1),
    ArrowUp: () => this.#edit(-1),
    ArrowDown: () => this.#edit(1),
    Home: () => this.#player?.seek(0),
    End: () => this.#player?.seek(Infinity),
  };

  #pressed = (event: KeyboardEvent): void => {
    const move = this.#moves[event.key];
    if (!move || event.ctrlKey || event.metaKey || event.altKey || !(event.target as Element).closest(".lanes")) return;
    event.preventDefault();
    move();
    const lanes = this.#lanes;
    if (lanes && (this.#head < 0 || this.#head > lanes.clientWidth)) lanes.scrollLeft += this.#head - lanes.clientWidth / 2;
  };

  // To the next cut, or the one before; a clip that has the focus hands it on within its lane.
  #edit(way: number): void {
    const player = this.#player;
    if (!player) return;
    const cuts = [...new Set([...this.querySelectorAll<SVGElement>(".clip[data-lane]")].map(start))].sort((a, b) => way * (a - b));
    const cut = cuts.find((each) => way * (each - player.time) > SAME);
    if (cut === undefined) return;
    player.seek(cut);
    const lane = document.activeElement?.closest(".clip")?.parentElement;
    [...(lane?.querySelectorAll<SVGElement>(":scope > .clip") ?? [])].find((clip) => start(clip) === cut)?.focus();
  }
}

function start(clip: SVGElement): number {
  return Number(clip.dataset["start"]);
}

customElements.define("scene-timeline", SceneTimeline);
