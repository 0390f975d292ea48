// Short messages in a corner: news leaves after seven seconds, an error stays until it is dismissed or mended.

export type ToastKind = "news" | "bad";
export type ToastOptions = { kind?: ToastKind; about?: string };

const STAY_MS = 7000;

export class ToastStack extends HTMLElement {
  #watch = new MutationObserver((news) => news.forEach(({ addedNodes }) => addedNodes.forEach((node) => node instanceof HTMLElement && this.#arrived(node))));

  connectedCallback(): void {
    document.addEventListener("toast", this.#heard);
    this.#watch.observe(this, { childList: true });
  }

  disconnectedCallback(): void {
    document.removeEventListener("toast", this.#heard);
    this.#watch.disconnect();
  }

  show(message: string, { kind = "news", about = "" }: ToastOptions = {}): void {
    const item = document.createElement("div");
    item.className = "toast";
    item.dataset["kind"] = kind;
    if (about) item.dataset["about"] = about;
    const text = document.createElement("p");
    text.textContent = message;
    item.append(text, dismissal());
    this.append(item);
  }

  // Of two that say the same, and of two that offer Undo, the newer stays: what the older told of is kept.
  #arrived(item: HTMLElement): void {
    for (const older of this.querySelectorAll<HTMLElement>(".toast")) {
      if (older === item) continue;
      const same = said(older) === said(item);
      if (same && item.dataset["kind"] === "bad") count(item, older);
      if (same || (undoes(older) && undoes(item))) older.remove();
    }
    begin(item);
  }

  // A server says it with the header HX-Trigger: {"toast": {"message": "..."}}, or with markup for this place.
  #heard = (event: Event): void => {
    const { message, kind } = (event as CustomEvent<{ message: string; kind?: ToastKind }>).detail;
    this.show(message, kind ? { kind } : {});
  };
}

function said(item: Element): string {
  return item.querySelector("p")?.firstChild?.textContent ?? "";
}

function count(item: HTMLElement, older: HTMLElement): void {
  const times = 1 + Number(older.dataset["times"] ?? 1);
  item.dataset["times"] = String(times);
  item.querySelector("p")?.append(` (${times} times)`);
}

function undoes(item: Element): boolean {
  return item.querySelector("form") !== null;
}

function dismissal(): HTMLButtonElement {
  const made = document.createElement("button");
  made.type = "button";
  made.textContent = "Dismiss";
  made.dataset["dismiss"] = "";
  return made;
}

function begin(item: HTMLElement): void {
  item.querySelector("[data-dismiss]")?.addEventListener("click", () => item.remove());
  item.querySelector("form")?.addEventListener("htmx:finally:request", () => item.remove());
  if (item.dataset["kind"] === "news") leaveLater(item);
}

function leaveLater(item: HTMLElement): void {
  let timer = window.setTimeout(() => item.remove(), STAY_MS);
  item.addEventListener("pointerenter", () => window.clearTimeout(timer));
  item.addEventListener("focusin", () => window.clearTimeout(timer));
  item.addEventListener("pointerleave", () => (timer = window.setTimeout(() => item.remove(), STAY_MS)));
}

export function toast(message: string, options: ToastOptions = {}): void {
  document.querySelector<ToastStack>("toast-stack")?.show(message, options);
}

// What is mended needs no message any more.
export function calm(about: string): void {
  for (const item of document.querySelectorAll(`.toast[data-about="${about}"]`)) item.remove();
}

customElements.define("toast-stack", ToastStack);
