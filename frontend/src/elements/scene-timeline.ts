// Zooms the lanes about the playhead: with its buttons, or with the wheel while Ctrl is held.

const MOST = 16;

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
    this.addEventListener("keydown", this.#step);
  }

  #by(factor: number): void {
    this.#zoom = Math.min(MOST, Math.max(1, this.#zoom * factor));
    this.style.setProperty("--zoom", String(this.#zoom));
    const lanes = this.querySelector(".lanes");
    const head = this.querySelector<HTMLElement>(".playhead");
    if (lanes && head) lanes.scrollLeft = head.offsetLeft - lanes.clientWidth / 2;
  }

  // Left and right go from clip to clip, as Tab does, without leaving the lane.
  #step = (event: KeyboardEvent): void => {
    const here = (event.target as Element).closest?.(".clip");
    const way = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!here || !way) return;
    const lane = [...(here.parentElement?.querySelectorAll<SVGAElement>(":scope > .clip") ?? [])];
    const next = lane[lane.indexOf(here as SVGAElement) + way];
    if (!next) return;
    event.preventDefault();
    next.focus();
    next.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));
  };
}

customElements.define("scene-timeline", SceneTimeline);
