// Words that are edited where they stand: kept when their field is left, put back by Escape.

const SKIP = "hx-morph-skip";

class InlineEdit extends HTMLElement {
  connectedCallback(): void {
    this.#fold?.addEventListener("toggle", this.#opened);
    this.addEventListener("input", this.#typed);
    this.addEventListener("change", this.#changed, { capture: true });
    this.addEventListener("keydown", this.#pressed);
    this.addEventListener("focusout", this.#left);
  }

  disconnectedCallback(): void {
    this.#fold?.removeEventListener("toggle", this.#opened);
  }

  get #fold(): HTMLDetailsElement | null {
    return this.closest("details");
  }

  #opened = (): void => {
    const field = this.querySelector("textarea");
    // The browser tells of the opening a little later: whoever is in the field by then keeps what they selected.
    if (!this.#fold?.open || !field || field === document.activeElement) return;
    field.focus();
    field.setSelectionRange(field.value.length, field.value.length);
  };

  // News must not touch a form that is being written in: what was seen when the writing began is sent along.
  #typed = (): void => this.setAttribute(SKIP, "");

  // Runs before the form hears of it: words that are as they were need no saving.
  #changed = (event: Event): void => {
    const field = event.target as HTMLTextAreaElement;
    this.removeAttribute(SKIP);
    if (field.value === field.defaultValue) event.stopPropagation();
  };

  #pressed = (event: KeyboardEvent): void => {
    if (!(event.target instanceof HTMLTextAreaElement) || event.isComposing) return;
    if (event.key === "Escape") this.#restore(event.target);
    else if (event.key !== "Enter" || event.shiftKey) return;
    event.preventDefault();
    this.#fold?.querySelector("summary")?.focus();
  };

  #restore(field: HTMLTextAreaElement): void {
    field.value = field.defaultValue;
    this.removeAttribute(SKIP);
  }

  // Who goes on to the next field stays; a field that cannot be saved as it is keeps its form open.
  #left = (event: FocusEvent): void => {
    if (event.relatedTarget instanceof Node && this.contains(event.relatedTarget)) return;
    if (this.#fold && this.querySelector("form")?.checkValidity()) this.#fold.open = false;
  };
}

customElements.define("inline-edit", InlineEdit);
