// How the page's live stream is doing, in a word; hidden on pages that have none.
import { write } from "./sync-player";

type State = "live" | "reconnecting" | "ended";

const WORDS: Record<State, string> = { live: "Live", reconnecting: "Reconnecting…", ended: "Ended" };

// A hiccup needs no words; a server that stays away does.
const LOST_MS = 10_000;
const QUIET_MS = 20_000;
const LOOK_MS = 4_000;

class ConnectionPill extends HTMLElement {
  #timer = 0;
  #clock = 0;
  #news = performance.now();
  #heard: [string, (event: Event) => void][] = [
    ["htmx:sse:after:connection", () => this.#show("live")],
    ["htmx:sse:before:connection", (event) => isRetry(event) && this.#show("reconnecting")],
    ["htmx:sse:error", () => this.#show("reconnecting")],
    ["htmx:sse:close", () => this.#show("ended")],
    ["htmx:sse:after:message", () => this.#fresh()],
  ];

  connectedCallback(): void {
    for (const [name, heard] of this.#heard) document.addEventListener(name, heard);
    this.#clock = window.setInterval(() => this.#since(), LOOK_MS);
  }

  disconnectedCallback(): void {
    window.clearInterval(this.#clock);
    for (const [name, heard] of this.#heard) document.removeEventListener(name, heard);
  }

  #tellLater(lost: boolean): void {
    const banner = document.querySelector<HTMLElement>(".banner.lost");
    window.clearTimeout(this.#timer);
    if (!banner) return;
    banner.hidden = true;
    if (lost) this.#timer = window.setTimeout(() => (banner.hidden = false), LOST_MS);
  }

  #show(state: State): void {
    this.hidden = false;
    if (state !== this.dataset["state"]) this.#tellLater(state === "reconnecting");
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

function stretch(seconds: number): string {
  return seconds < 60 ? `${Math.floor(seconds)} s` : `${Math.floor(seconds / 60)} min`;
}

function isRetry(event: Event): boolean {
  return (event as CustomEvent<{ connection: { attempt: number } }>).detail.connection.attempt > 0;
}

customElements.define("connection-pill", ConnectionPill);
