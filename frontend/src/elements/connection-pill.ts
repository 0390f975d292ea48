// How the page's live stream is doing, in a word; hidden on pages that have none.

type State = "live" | "reconnecting" | "ended";

const WORDS: Record<State, string> = { live: "Live", reconnecting: "Reconnecting…", ended: "Ended" };

// A hiccup needs no words; a server that stays away does.
const LOST_MS = 10_000;

class ConnectionPill extends HTMLElement {
  #timer = 0;
  #heard: [string, (event: Event) => void][] = [
    ["htmx:sse:after:connection", () => this.#show("live")],
    ["htmx:sse:before:connection", (event) => isRetry(event) && this.#show("reconnecting")],
    ["htmx:sse:error", () => this.#show("reconnecting")],
    ["htmx:sse:close", () => this.#show("ended")],
  ];

  connectedCallback(): void {
    for (const [name, heard] of this.#heard) document.addEventListener(name, heard);
  }

  disconnectedCallback(): void {
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
    const word = this.querySelector("[data-label]");
    if (word) word.textContent = WORDS[state];
  }
}

function isRetry(event: Event): boolean {
  return (event as CustomEvent<{ connection: { attempt: number } }>).detail.connection.attempt > 0;
}

customElements.define("connection-pill", ConnectionPill);
