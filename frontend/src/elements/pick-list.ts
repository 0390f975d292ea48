// A list whose rows are ticked to act on many at once: a range with Shift, a whole page, or all that match.

class PickList extends HTMLElement {
  #last: HTMLInputElement | null = null;

  connectedCallback(): void {
    this.addEventListener("click", this.#clicked);
    this.addEventListener("change", this.#show);
    this.addEventListener("htmx:after:request", this.#done);
    for (const each of this.querySelectorAll<HTMLElement>("[data-page]")) each.hidden = false;
    this.#show();
  }

  get #boxes(): HTMLInputElement[] {
    return [...this.querySelectorAll<HTMLInputElement>("input[name=ids]")];
  }

  #clicked = (event: MouseEvent): void => {
    const box = event.target as HTMLInputElement;
    if (box.matches("[data-page] input")) for (const each of this.#boxes) each.checked = box.checked;
    if (!box.matches("input[name=ids]")) return;
    const boxes = this.#boxes;
    const ends = [boxes.indexOf(box), event.shiftKey && this.#last ? boxes.indexOf(this.#last) : -1];
    if (!ends.includes(-1)) for (const each of boxes.slice(Math.min(...ends), Math.max(...ends))) each.checked = box.checked;
    this.#last = box;
  };

  #show = (): void => {
    const boxes = this.#boxes;
    const number = boxes.filter((box) => box.checked).length;
    const every = this.querySelector<HTMLInputElement>("[name=every]");
    const page = this.querySelector<HTMLInputElement>("[data-page] input");
    const count = this.querySelector("[data-count]");
    if (page) page.checked = number === boxes.length;
    if (count) count.textContent = every?.checked ? "All that match are chosen." : number ? `${number} chosen.` : "Choose runs to act on them.";
    this.toggleAttribute("chosen", number > 0 || every?.checked === true);
  };

  // What was acted on is no longer meant by the next act.
  #done = (event: Event): void => {
    const { ctx } = (event as CustomEvent<{ ctx: { response?: { status: number }; request: { method: string } } }>).detail;
    if (ctx.request.method !== "POST" || (ctx.response?.status ?? 500) >= 400) return;
    for (const box of this.querySelectorAll<HTMLInputElement>("input[type=checkbox]")) box.checked = false;
    for (const box of this.querySelectorAll("details[open]")) box.removeAttribute("open");
    this.#show();
  };
}

customElements.define("pick-list", PickList);
