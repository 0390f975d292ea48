// Counts what is new since the list was read and offers it: nothing moves under the reader.

class FreshList extends HTMLElement {
  #watch = new MutationObserver(() => this.#show());

  connectedCallback(): void {
    this.#watch.observe(this, { childList: true, subtree: true });
    this.#show();
  }

  disconnectedCallback(): void {
    this.#watch.disconnect();
  }

  #show(): void {
    const ids = [...this.querySelectorAll<HTMLElement>("[data-run]")].map((each) => each.dataset["run"] ?? "");
    const fresh = new Set(ids.filter((id) => !document.getElementById(`state-${id}`) && !document.getElementById(`row-${id}`)));
    const link = this.querySelector("a");
    const words = `${fresh.size} new, show`;
    if (!link || link.textContent === words) return;
    link.hidden = !fresh.size;
    link.textContent = words;
  }
}

customElements.define("fresh-list", FreshList);
