// The lanes of a run on the player's clock: zoomed about the playhead, and walked with the keys of an editing desk.
import { tell, told } from "../address";
import { reel } from "../reel";
import { drawBeats, drawLane, drawRuler, markNow, type View } from "./lane-drawing";
import type { SyncPlayer } from "./sync-player";

const MOST = 16;
const READABLE = 160;
const SAME = 0.001;

class SceneTimeline extends HTMLElement {
  #zoom = 1;
  #waiting = 0;
  #width = 0;
  #size = new ResizeObserver(() => this.#resized());

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
    this.addEventListener("lost", this.#soon);
    this.#lanes?.addEventListener("scroll", this.#soon, { passive: true });
    document.addEventListener("htmx:after:swap", this.#draw);
    if (this.#lanes) this.#size.observe(this.#lanes);
    this.#set(Number(told("zoom")) || 1);
    this.#draw();
    // The player, which knows where the playhead stands, comes a moment later.
    requestAnimationFrame(this.#follow);
  }

  disconnectedCallback(): void {
    document.removeEventListener("htmx:after:swap", this.#draw);
    this.#size.disconnect();
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

  #soon = (): void => {
    this.#waiting ||= requestAnimationFrame(this.#draw);
  };

  // A narrower window scrolls by itself, and would leave the playhead behind.
  #resized(): void {
    const width = this.#lanes?.clientWidth ?? 0;
    if (width === this.#width) return this.#soon();
    this.#width = width;
    this.#follow();
  }

  #draw = (): void => {
    this.#waiting = 0;
    const { lanes, sounds, seconds } = reel(), box = this.#lanes, ruler = this.#space("ruler");
    if (!box || !ruler || !seconds) return;
    const width = ruler.getBoundingClientRect().width, px = width / seconds;
    const view: View = { px, whole: seconds, from: box.scrollLeft / px - 1, until: (box.scrollLeft + box.clientWidth) / px + 1 };
    if (!width) return;
    drawRuler(ruler, view);
    const beats = this.#space("beats");
    if (beats) drawBeats(beats, reel(), view);
    for (const lane of [...lanes, ...sounds]) {
      const space = this.#space(lane.id);
      if (space) drawLane(space, lane, view, sounds.includes(lane));
    }
    markNow(this, this.#player?.time ?? 0);
  };

  #space(id: string): Element | null {
    return this.querySelector(`#space-${id}`);
  }

  // So far that a usual scene can be read, however many there are.
  get #most(): number {
    return Math.max(MOST, Math.ceil((READABLE * reel().slots.length) / (this.#lanes?.clientWidth || READABLE)));
  }

  #set(zoom: number): void {
    this.#zoom = Math.min(this.#most, Math.max(1, zoom));
    this.style.setProperty("--zoom", String(this.#zoom));
  }

  // The playhead stays where it is seen; one that is out of sight comes to the middle.
  #by(factor: number): void {
    const lanes = this.#lanes, before = this.#head;
    this.#set(this.#zoom * factor);
    tell("zoom", this.#zoom === 1 ? null : String(Math.round(this.#zoom * 100) / 100));
    if (lanes) lanes.scrollLeft += this.#head - (before >= 0 && before <= lanes.clientWidth ? before : lanes.clientWidth / 2);
    this.#draw();
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
    this.#follow();
  };

  // A playhead out of sight comes to the middle.
  #follow = (): void => {
    const lanes = this.#lanes;
    if (lanes && (this.#head < 0 || this.#head > lanes.clientWidth)) lanes.scrollLeft += this.#head - lanes.clientWidth / 2;
    this.#draw();
  };

  // To the next cut, or the one before; a clip that has the focus hands it on within its lane.
  #edit(way: number): void {
    const player = this.#player;
    if (!player) return;
    const cuts = [...new Set(reel().lanes.flatMap((lane) => lane.clips.map((clip) => clip.start)))].sort((a, b) => way * (a - b));
    const cut = cuts.find((each) => way * (each - player.time) > SAME);
    if (cut === undefined) return;
    player.seek(cut);
    const space = document.activeElement?.closest(".clip")?.parentElement;
    this.#follow();
    [...(space?.querySelectorAll<SVGElement>(":scope > .clip") ?? [])].findLast((clip) => Number(clip.dataset["start"]) <= cut + SAME)?.focus();
  }
}

customElements.define("scene-timeline", SceneTimeline);
