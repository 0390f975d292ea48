// A log that follows its newest line until the reader scrolls up, keeps a bounded number of lines, and can be sifted.
import { tell, told } from "../address";
import { toast } from "./toast-stack";

const MOST_LINES = 400;
const NEAR = 24;

class LogView extends HTMLElement {
  #following = true;
  #watch = new MutationObserver(() => this.#grew());

  connectedCallback(): void {
    this.addEventListener("click", this.#clicked);
    this.addEventListener("input", () => this.#grew());
    document.addEventListener("click", this.#chosen);
    this.#box?.addEventListener("scroll", this.#scrolled, { passive: true });
    if (this.#lines) this.#watch.observe(this.#lines, { childList: true });
    this.#level(told("level") === "warnings" ? "warnings" : "all");
    this.#grew();
  }

  disconnectedCallback(): void {
    this.#watch.disconnect();
    document.removeEventListener("click", this.#chosen);
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
    this.#sift(lines);
    if (this.#following && this.#box) this.#box.scrollTop = this.#box.scrollHeight;
    this.#offer();
  }

  #sift(lines: HTMLElement): void {
    const words = this.querySelector("input")?.value.toLowerCase() ?? "", stage = this.dataset["stage"];
    const rows = [...lines.children] as HTMLElement[];
    for (const row of rows) row.hidden = (!!stage && row.dataset["stage"] !== stage) || !row.textContent.toLowerCase().includes(words);
    const none = this.querySelector<HTMLElement>(".nothing");
    if (!none) return;
    none.hidden = rows.some((row) => !row.hidden);
    if (rows.length) none.textContent = "No line says that.";
  }

  // A stage in the tracker shows its lines alone; once more, and all are back.
  #chosen = (event: Event): void => {
    const link = (event.target as Element).closest<HTMLElement>("a[data-stage]");
    if (!link) return;
    event.preventDefault();
    const stage = link.dataset["stage"] === this.dataset["stage"] ? "" : (link.dataset["stage"] ?? "");
    this.dataset["stage"] = stage;
    const told = this.querySelector<HTMLElement>(".log-stage");
    if (told) told.hidden = !stage;
    if (told?.firstElementChild) told.firstElementChild.textContent = stage.charAt(0).toUpperCase() + stage.slice(1).replaceAll("_", " ");
    tell("stage", stage || null);
    this.#grew();
    if (stage) this.scrollIntoView({ block: "nearest" });
  };

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
      this.#level(level);
      tell("level", level === "all" ? null : level);
    }
    if (button?.matches("[data-copy]")) void this.#copy();
    if (button?.matches(".jump") || level) {
      this.#following = true;
      this.#grew();
    }
  };

  #level(level: string): void {
    this.dataset["show"] = level;
    for (const each of this.querySelectorAll<HTMLElement>("[data-level][aria-pressed]")) each.setAttribute("aria-pressed", String(each.dataset["level"] === level));
  }

  // What is seen is what is copied.
  async #copy(): Promise<void> {
    const rows = [...(this.#lines?.children ?? [])].filter((row) => row.checkVisibility());
    const text = rows.map((row) => [...row.children].map((part) => part.textContent.trim()).filter(Boolean).join(" ")).join("\n");
    try {
      await navigator.clipboard.writeText(text);
      toast(rows.length === 1 ? "1 line copied." : `${rows.length} lines copied.`);
    } catch {
      toast("Your browser does not let this page copy. Save the log instead.", { kind: "bad" });
    }
  }
}

customElements.define("log-view", LogView);
