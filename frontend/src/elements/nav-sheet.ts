// The "More" sheet of the tab bar: Escape or a tap elsewhere closes it, and focus returns to its button.

class NavSheet extends HTMLElement {
  connectedCallback(): void {
    document.addEventListener("keydown", this.#escape);
    document.addEventListener("click", this.#elsewhere);
  }

  disconnectedCallback(): void {
    document.removeEventListener("keydown", this.#escape);
    document.removeEventListener("click", this.#elsewhere);
  }

  get #details(): HTMLDetailsElement | null {
    return this.querySelector("details");
  }

  #escape = (event: KeyboardEvent): void => {
    if (event.key !== "Escape" || !this.#details?.open) return;
    this.#details.open = false;
    this.querySelector("summary")?.focus();
  };

  #elsewhere = (event: Event): void => {
    if (this.#details?.open && !this.contains(event.target as Node)) this.#details.open = false;
  };
}

customElements.define("nav-sheet", NavSheet);
