// Keys that work on every page, and the sheet that lists them; single letters can be switched off.
import { lettersWork } from "./sync-player";

const PLACES: Record<string, string> = { h: "/", r: "/runs", j: "/jobs" };
const SECOND_MS = 1200;

class KeyMap extends HTMLElement {
  #g = -SECOND_MS;

  connectedCallback(): void {
    document.addEventListener("keydown", this.#pressed);
    const box = this.querySelector<HTMLInputElement>("[data-letters]");
    if (!box) return;
    box.checked = lettersWork();
    box.addEventListener("change", () => keep(box.checked));
  }

  disconnectedCallback(): void {
    document.removeEventListener("keydown", this.#pressed);
  }

  #pressed = (event: KeyboardEvent): void => {
    const inside = event.target instanceof Element ? event.target : document.body;
    if (event.ctrlKey || event.metaKey || event.altKey || inside.matches("input, textarea, select") || document.querySelector("dialog[open]")) return;
    if (event.key === "?") this.querySelector("dialog")?.showModal();
    if (!lettersWork()) return;
    const place = event.timeStamp - this.#g < SECOND_MS ? PLACES[event.key] : undefined;
    this.#g = event.key === "g" ? event.timeStamp : -SECOND_MS;
    if (place) location.assign(place);
    else if (event.key === "/") search(event);
    else if (event.key === "j" || event.key === "k") step(event.key === "j" ? 1 : -1);
  };
}

function search(event: Event): void {
  const field = document.querySelector<HTMLInputElement>("[data-search]");
  if (!field) return;
  event.preventDefault();
  field.select();
}

function step(way: number): void {
  const items = [...document.querySelectorAll<HTMLElement>("[data-item]")];
  const here = items.indexOf(document.activeElement as HTMLElement);
  items[Math.max(0, Math.min(items.length - 1, here + way))]?.focus();
}

function keep(works: boolean): void {
  try {
    localStorage.setItem("showbible-letters", works ? "on" : "off");
  } catch {
    // A browser that keeps nothing keeps the usual keys.
  }
}

customElements.define("key-map", KeyMap);
