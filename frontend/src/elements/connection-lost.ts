// The one notice of a server that is away: since when, and a way to look for it at once. It goes when the server is back.
import { calm } from "./toast-stack";
import { write } from "./sync-player";
import { type Heard, isRetry, stretch } from "../stream";

// A hiccup needs no words; a server that stays away does.
const LOST_MS = 10_000;
const LOOK_MS = 1_000;

class ConnectionLost extends HTMLElement {
  #clock = 0;
  #since: number | null = null;
  #again = (): void => {};
  #heard: [string, (event: Heard) => void][] = [
    ["htmx:sse:before:connection", (event) => isRetry(event) && this.#lost(event)],
    ["htmx:sse:error", (event) => this.#lost(event)],
    ["htmx:sse:after:connection", () => this.#over()],
    ["htmx:sse:close", () => this.#over()],
  ];

  connectedCallback(): void {
    for (const [name, heard] of this.#heard) document.addEventListener(name, heard as EventListener);
    this.addEventListener("click", this.#clicked);
    this.#clock = window.setInterval(() => this.#show(), LOOK_MS);
  }

  disconnectedCallback(): void {
    for (const [name, heard] of this.#heard) document.removeEventListener(name, heard as EventListener);
    window.clearInterval(this.#clock);
  }

  #clicked = (event: Event): void => {
    if ((event.target as Element).closest("button")) this.#again();
  };

  #lost({ detail: { connection } }: Heard): void {
    this.#since ??= performance.now();
    this.#again = () => connection.delayCanceller?.();
  }

  #over(): void {
    this.#since = null;
    this.hidden = true;
    calm("connection");
  }

  #show(): void {
    const away = this.#since === null ? 0 : performance.now() - this.#since;
    if (away < LOST_MS) return;
    write(this, "[data-ago]", ` ${stretch(away / 1000)} ago`);
    this.hidden = false;
  }
}

customElements.define("connection-lost", ConnectionLost);
