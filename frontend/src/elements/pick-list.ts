// A list whose rows are ticked to act on many at once: a range with Shift, a whole page, or all that match.
// What is ticked stands in the address, so that a reload and the way back show it again.
import { tell, told } from "../address";

const EVERY = "*";
const NEWS = ["htmx:after:swap", "htmx:after:history:update"];

class PickList extends HTMLElement {
  #last: HTMLInputElement | null = null;

  connectedCallback(): void {
    this.addEventListener("click", this.#clicked);
    this.addEventListener("change", this.#show);
    this.addEventListener("keydown", this.#typed);
    this.addEventListener("formdata", this.#sent);
    this.addEventListener("htmx:after:request", this.#done);
    for (const name of NEWS) document.addEventListener(name, this.#show);
    window.addEventListener("popstate", this.#restore);
    for (const each of this.querySelectorAll<HTMLElement>("[data-page]")) each.hidden = false;
    this.#restore();
  }

  disconnectedCallback(): void {
    for (const name of NEWS) document.removeEventListener(name, this.#show);
    window.removeEventListener("popstate", this.#restore);
  }

  get #boxes(): HTMLInputElement[] {
    return [...this.querySelectorAll<HTMLInputElement>("input[name=ids]")];
  }

  get #every(): HTMLInputElement | null {
    return this.querySelector("[name=every]");
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

  // Enter in the box of an act means that act, not the first button of the form.
  #typed = (event: KeyboardEvent): void => {
    const field = event.target as Element;
    if (event.key !== "Enter" || !field.matches(".ask-box input")) return;
    event.preventDefault();
    field.closest(".ask-box")?.querySelector("button")?.click();
  };

  // Fields that say nothing stay out of the address.
  #sent = (event: Event): void => {
    const { formData } = event as FormDataEvent;
    for (const [name, value] of [...formData]) if (!value) formData.delete(name);
  };

  #restore = (): void => {
    const ids = told("sel")?.split(",") ?? [];
    if (this.#every) this.#every.checked = ids[0] === EVERY;
    for (const box of this.#boxes) box.checked = ids.includes(box.value);
    this.#show();
  };

  #show = (): void => {
    const boxes = this.#boxes;
    const ids = boxes.filter((box) => box.checked).map((box) => box.value);
    const every = this.#every?.checked === true;
    const page = this.querySelector<HTMLInputElement>("[data-page] input");
    const count = this.querySelector("[data-count]");
    if (page) page.checked = ids.length === boxes.length;
    if (count) count.textContent = every ? "All that match are chosen." : ids.length ? `${ids.length} chosen.` : "Choose runs to act on them.";
    this.toggleAttribute("chosen", ids.length > 0 || every);
    const sel = every ? EVERY : ids.join(",") || null;
    if (sel !== told("sel")) tell("sel", sel);
  };

  // What was acted on is no longer meant by the next act.
  #done = (event: Event): void => {
    const { ctx } = (event as CustomEvent<{ ctx: { response?: { status: number }; request: { method: string } } }>).detail;
    if (ctx.request.method !== "POST" || (ctx.response?.status ?? 500) >= 400) return;
    for (const box of this.querySelectorAll<HTMLInputElement>("input[type=checkbox]")) box.checked = false;
    for (const field of this.querySelectorAll<HTMLInputElement>(".ask-box input")) field.value = "";
    for (const box of this.querySelectorAll("details[open]")) box.removeAttribute("open");
    this.#show();
  };
}

customElements.define("pick-list", PickList);
