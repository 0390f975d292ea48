// How the page's live stream is doing, in a word; hidden on pages that have none.

type State = "live" | "reconnecting" | "ended";

const WORDS: Record<State, string> = { live: "Live", reconnecting: "Reconnecting…", ended: "Ended" };

class ConnectionPill extends HTMLElement {
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

  #show(state: State): void {
    this.hidden = false;
    this.dataset["state"] = state;
    const word = this.querySelector("[data-label]");
    if (word) word.textContent = WORDS[state];
  }
}

function isRetry(event: Event): boolean {
  return (event as CustomEvent<{ connection: { attempt: number } }>).detail.connection.attempt > 0;
}

customElements.define("connection-pill", ConnectionPill);
