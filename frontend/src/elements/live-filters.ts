// Sends a filter form as soon as a choice is made; what is typed narrows the list in place.

type Asking = CustomEvent<{ ctx: { request: { body: FormData } } }>;

class LiveFilters extends HTMLElement {
  connectedCallback(): void {
    this.addEventListener("change", this.#changed);
    this.addEventListener("htmx:config:request", this.#asking);
    this.querySelector("form")?.addEventListener("submit", this.#tidy);
  }

  #changed = (event: Event): void => {
    if ((event.target as Element).matches("select")) this.querySelector("form")?.requestSubmit();
  };

  // Fields that say nothing stay out of the address.
  #tidy = (): void => {
    for (const field of this.querySelectorAll<HTMLInputElement | HTMLSelectElement>("input, select")) if (!field.value) field.disabled = true;
  };

  #asking = (event: Event): void => {
    const { body } = (event as Asking).detail.ctx.request;
    for (const [name, value] of [...body]) if (!value) body.delete(name);
  };
}

window.addEventListener("pageshow", () => {
  for (const field of document.querySelectorAll<HTMLInputElement>("live-filters :disabled")) field.disabled = false;
});

customElements.define("live-filters", LiveFilters);
