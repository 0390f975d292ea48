// Short messages in a corner: news leaves after seven seconds, an error stays until it is dismissed.

export type ToastKind = "news" | "bad";
export type ToastAction = { label: string; run: () => void };
export type ToastOptions = { kind?: ToastKind; action?: ToastAction };

const STAY_MS = 7000;

export class ToastStack extends HTMLElement {
  connectedCallback(): void {
    document.addEventListener("toast", this.#heard);
  }

  disconnectedCallback(): void {
    document.removeEventListener("toast", this.#heard);
  }

  show(message: string, { kind = "news", action }: ToastOptions = {}): void {
    const item = document.createElement("div");
    item.className = "toast";
    item.dataset["kind"] = kind;
    const text = document.createElement("p");
    text.textContent = message;
    item.append(text);
    if (action) item.append(button(action.label, () => (action.run(), item.remove())));
    item.append(button("Dismiss", () => item.remove()));
    this.append(item);
    if (kind === "news") leaveLater(item);
  }

  // A server says it with the header HX-Trigger: {"toast": {"message": "..."}}.
  #heard = (event: Event): void => {
    const { message, kind } = (event as CustomEvent<{ message: string; kind?: ToastKind }>).detail;
    this.show(message, kind ? { kind } : {});
  };
}

function button(label: string, run: () => void): HTMLButtonElement {
  const made = document.createElement("button");
  made.type = "button";
  made.textContent = label;
  made.addEventListener("click", run);
  return made;
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
