// Sends a filter form as soon as a choice is made; typing is sent with Enter or the button.

class LiveFilters extends HTMLElement {
  connectedCallback(): void {
    this.addEventListener("change", this.#changed);
    this.querySelector("form")?.addEventListener("submit", this.#tidy);
  }

  #changed = (event: Event): void => {
    if ((event.target as Element).matches("select")) this.querySelector("form")?.requestSubmit();
  };

  // Fields that say nothing stay out of the address.
  #tidy = (): void => {
    for (const field of this.querySelectorAll<HTMLInputElement | HTMLSelectElement>("input, select")) if (!field.value) field.disabled = true;
  };
}

window.addEventListener("pageshow", () => {
  for (const field of document.querySelectorAll<HTMLInputElement>("live-filters :disabled")) field.disabled = false;
});

customElements.define("live-filters", LiveFilters);
