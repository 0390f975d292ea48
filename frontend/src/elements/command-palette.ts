// Ctrl K: a few letters find anything there is; arrows choose, Enter goes there or does it.
import htmx from "htmx.org";

const WAIT_MS = 120;

class CommandPalette extends HTMLElement {
  #timer = 0;
  #answered: string | null = null;
  #asked = new AbortController();

  connectedCallback(): void {
    document.addEventListener("keydown", this.#shortcut);
    document.addEventListener("click", this.#opener);
    this.#input?.addEventListener("input", () => this.#soon());
    this.#input?.addEventListener("keydown", this.#pressed);
    this.#dialog?.addEventListener("click", this.#clicked);
  }

  disconnectedCallback(): void {
    document.removeEventListener("keydown", this.#shortcut);
    document.removeEventListener("click", this.#opener);
  }

  get #dialog(): HTMLDialogElement | null {
    return this.querySelector("dialog");
  }

  get #input(): HTMLInputElement | null {
    return this.querySelector("input");
  }

  get #hits(): HTMLElement[] {
    return [...this.querySelectorAll<HTMLElement>("[role=option]")];
  }

  #shortcut = (event: KeyboardEvent): void => {
    if (event.key.toLowerCase() !== "k" || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    if (this.#dialog?.open) this.#dialog.close();
    else this.#open();
  };

  #opener = (event: MouseEvent): void => {
    if (event.ctrlKey || event.metaKey || !(event.target as Element).closest("[data-palette]")) return;
    event.preventDefault();
    this.#open();
  };

  #clicked = (event: Event): void => {
    const hit = (event.target as Element).closest<HTMLAnchorElement>("[role=option]");
    if (event.target === this.#dialog || hit) this.#dialog?.close();
    const { post, themeName } = hit?.dataset ?? {};
    if (post || themeName) event.preventDefault();
    if (themeName) document.querySelector<HTMLElement>(`theme-switch [value=${themeName}]`)?.click();
    if (post) void htmx.ajax("POST", post, { swap: "none" }).then(() => hit && hit.pathname !== location.pathname && location.assign(hit.href));
  };

  #open(): void {
    this.#dialog?.showModal();
    this.#input?.select();
    void this.#find();
  }

  get #query(): string {
    return this.#input?.value.trim() ?? "";
  }

  #soon(): void {
    window.clearTimeout(this.#timer);
    this.#timer = window.setTimeout(() => void this.#find(), WAIT_MS);
  }

  async #find(): Promise<void> {
    this.#asked.abort();
    this.#asked = new AbortController();
    const query = this.#query;
    try {
      const answer = await fetch(`/palette?q=${encodeURIComponent(query.length > 1 ? query : "")}`, { signal: this.#asked.signal, headers: { Accept: "text/html" } });
      const list = this.querySelector(".palette-hits");
      if (list) list.innerHTML = await answer.text();
      this.#answered = query;
      this.#choose(0);
    } catch {
      // A newer question replaced this one, or the server is away: what was found stays.
    }
  }

  #choose(position: number): void {
    const hits = this.#hits;
    hits.forEach((hit, n) => hit.setAttribute("aria-selected", String(n === position)));
    hits[position]?.scrollIntoView({ block: "nearest" });
    this.#input?.setAttribute("aria-activedescendant", hits[position]?.id ?? "");
  }

  #pressed = (event: KeyboardEvent): void => {
    const hits = this.#hits;
    const here = hits.findIndex((hit) => hit.ariaSelected === "true");
    const way = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (way && hits.length) {
      event.preventDefault();
      this.#choose((here + way + hits.length) % hits.length);
    } else if (event.key === "Enter") {
      event.preventDefault();
      void this.#go(hits[here]);
    }
  };

  // Who types faster than the server answers means what they typed, not what is still shown.
  async #go(hit: HTMLElement | undefined): Promise<void> {
    if (this.#query === this.#answered) return hit?.click();
    window.clearTimeout(this.#timer);
    await this.#find();
    if (this.#query === this.#answered) this.#hits[0]?.click();
  }
}

customElements.define("command-palette", CommandPalette);
