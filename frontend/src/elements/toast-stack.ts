// Short messages in a corner: news leaves after seven seconds, an error stays until it is dismissed.

export type ToastKind = "news" | "bad";
export type ToastOptions = { kind?: ToastKind };

const STAY_MS = 7000;

export class ToastStack extends HTMLElement {
  #watch = new MutationObserver((news) => news.forEach(({ addedNodes }) => addedNodes.forEach((node) => node instanceof HTMLElement && begin(node))));

  connectedCallback(): void {
    document.addEventListener("toast", this.#heard);
    this.#watch.observe(this, { childList: true });
  }

  disconnectedCallback(): void {
    document.removeEventListener("toast", this.#heard);
    this.#watch.disconnect();
  }

  show(message: string, { kind = "news" }: ToastOptions = {}): void {
    const item = document.createElement("div");
    item.className = "toast";
    item.dataset["kind"] = kind;
    const text = document.createElement("p");
    text.textContent = message;
    item.append(text, dismissal());
    this.append(item);
  }

  // A server says it with the header HX-Trigger: {"toast": {"message": "..."}}, or with markup for this place.
  #heard = (event: Event): void => {
    const { message, kind } = (event as CustomEvent<{ message: string; kind?: ToastKind }>).detail;
    this.show(message, kind ? { kind } : {});
  };
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

customElements.define("toast-stack", ToastStack);
