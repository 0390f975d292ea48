// How the page's live stream is doing, in a word; hidden on pages that have none. A phone has it in its top bar.
import { type Heard, isRetry, stretch } from "../stream";
import { write } from "./sync-player";

type State = "live" | "reconnecting" | "ended";

const WORDS: Record<State, string> = { live: "Live", reconnecting: "Reconnecting…", ended: "Ended" };

const QUIET_MS = 20_000;
const LOOK_MS = 4_000;
const PHONE = window.matchMedia("(width < 860px)");

class ConnectionPill extends HTMLElement {
  #clock = 0;
  #news = performance.now();
  #heard: [string, (event: Heard) => void][] = [
    ["htmx:sse:after:connection", () => this.#show("live")],
    ["htmx:sse:before:connection", (event) => isRetry(event) && this.#show("reconnecting")],
    ["htmx:sse:error", () => this.#show("reconnecting")],
    ["htmx:sse:close", () => this.#show("ended")],
    ["htmx:sse:after:message", () => this.#fresh()],
  ];

  connectedCallback(): void {
    for (const [name, heard] of this.#heard) document.addEventListener(name, heard as EventListener);
    this.#clock = window.setInterval(() => this.#since(), LOOK_MS);
    PHONE.addEventListener("change", this.#move);
    this.#move();
  }

  disconnectedCallback(): void {
    window.clearInterval(this.#clock);
    PHONE.removeEventListener("change", this.#move);
    for (const [name, heard] of this.#heard) document.removeEventListener(name, heard as EventListener);
  }

  // One pill in two places: two would be read out twice.
  #move = (): void => {
    const place = document.querySelector(PHONE.matches ? ".topbar" : ".rail-foot");
    const before = place?.querySelector(".finder, theme-switch") ?? null;
    if (place && this.parentElement !== place) place.insertBefore(this, before);
  };

  #show(state: State): void {
    this.hidden = false;
    this.dataset["state"] = state;
    this.#fresh();
  }

  #fresh(): void {
    this.#news = performance.now();
    this.#since();
  }

  // How long a live page had nothing to tell: seen by who looks, not read out again and again.
  #since(): void {
    const state = this.dataset["state"] as State | undefined;
    const waits = state === "live" && document.querySelector('[data-queue="blocked"]') !== null;
    this.toggleAttribute("data-blocked", waits);
    if (state) write(this, "[data-word]", waits ? "Live, a film waits" : WORDS[state]);
    const quiet = performance.now() - this.#news;
    const told = this.dataset["state"] === "live" && quiet >= QUIET_MS;
    write(this, "[data-since]", told ? `, no news for ${stretch(quiet / 1000)}` : "");
  }
}

customElements.define("connection-pill", ConnectionPill);
