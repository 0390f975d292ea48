// A log that follows its newest line until the reader scrolls up, and keeps a bounded number of lines.

const MOST_LINES = 400;
const NEAR = 24;

class LogView extends HTMLElement {
  #following = true;
  #watch = new MutationObserver(() => this.#grew());

  connectedCallback(): void {
    this.addEventListener("click", this.#clicked);
    this.#box?.addEventListener("scroll", this.#scrolled, { passive: true });
    if (this.#lines) this.#watch.observe(this.#lines, { childList: true });
    this.#grew();
  }

  disconnectedCallback(): void {
    this.#watch.disconnect();
  }

  get #box(): HTMLElement | null {
    return this.querySelector(".log");
  }

  get #lines(): HTMLElement | null {
    return this.querySelector("ol");
  }

  #grew(): void {
    const lines = this.#lines;
    if (!lines) return;
    while (lines.children.length > MOST_LINES) lines.firstElementChild?.remove();
    if (lines.children.length) this.querySelector(".nothing")?.remove();
    if (this.#following && this.#box) this.#box.scrollTop = this.#box.scrollHeight;
    this.#offer();
  }

  #scrolled = (): void => {
    const box = this.#box;
    if (box) this.#following = box.scrollHeight - box.scrollTop - box.clientHeight < NEAR;
    this.#offer();
  };

  #offer(): void {
    const jump = this.querySelector<HTMLElement>(".jump");
    if (jump) jump.hidden = this.#following;
  }

  #clicked = (event: Event): void => {
    const button = (event.target as Element).closest<HTMLElement>("button");
    const level = button?.dataset["level"];
    if (level) {
      this.dataset["show"] = level;
      for (const each of this.querySelectorAll("[aria-pressed]")) each.setAttribute("aria-pressed", String(each === button));
    }
    if (button?.matches(".jump") || level) {
      this.#following = true;
      this.#grew();
    }
  };
}

customElements.define("log-view", LogView);
