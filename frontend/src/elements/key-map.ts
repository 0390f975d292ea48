// Keys that work on every page, and the sheet that lists them; single letters can be switched off.
import htmx from "htmx.org";
import { lettersWork } from "./sync-player";

const PLACES: Record<string, string> = { h: "/", r: "/runs", s: "/projects", c: "/cast", m: "/memory", p: "/preferences", l: "/library", a: "/analytics", j: "/jobs", e: "/recall", o: "/storage" };
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
    if (event.key === "Escape") close();
    if (event.key === "?") this.querySelector("dialog")?.showModal();
    if (!lettersWork()) return;
    const place = event.timeStamp - this.#g < SECOND_MS ? PLACES[event.key] : undefined;
    this.#g = event.key === "g" ? event.timeStamp : -SECOND_MS;
    if (place) location.assign(place);
    else if (event.key === "/") search(event);
    else if (event.key === "o") peek(document.activeElement);
    else if (event.key === "x") choose();
    else if (event.key === "j" || event.key === "k") step(event.key === "j" ? 1 : -1);
  };
}

function search(event: Event): void {
  const field = document.querySelector<HTMLInputElement>("[data-search]");
  if (!field) return;
  event.preventDefault();
  field.focus();
  field.select();
}

function step(way: number): void {
  const items = [...document.querySelectorAll<HTMLElement>("[data-item]")];
  const here = items.indexOf(document.activeElement as HTMLElement);
  const next = items[Math.max(0, Math.min(items.length - 1, here + way))];
  next?.focus();
  if (next && drawer()) peek(next);
}

// The list keeps the focus: whoever peeks goes on with j and k.
function peek(item: Element | null): void {
  const link = item?.closest("li, tr, article")?.querySelector<HTMLElement>("[data-peek]");
  if (link) void htmx.ajax("GET", link.dataset["peek"] ?? "", { source: link, target: "#peek", select: "#peek", swap: "outerHTML" });
}

function drawer(): HTMLElement | null {
  return document.querySelector("#peek:not([hidden])");
}

function close(): void {
  drawer()?.querySelector<HTMLElement>("[data-close]")?.click();
}

function choose(): void {
  document.activeElement?.closest("li, tr, article")?.querySelector<HTMLInputElement>("input[type=checkbox]")?.click();
}

function keep(works: boolean): void {
  try {
    localStorage.setItem("showbible-letters", works ? "on" : "off");
  } catch {
    // A browser that keeps nothing keeps the usual keys.
  }
}

customElements.define("key-map", KeyMap);
